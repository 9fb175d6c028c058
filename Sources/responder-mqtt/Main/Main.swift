// The entry point of responder-mqtt.

import Glibc
import Linux
import ResponderMQTT

@main
struct Main {
  static func main() {
    exit(Program.run(Array(CommandLine.arguments.dropFirst()), environment: .process))
  }
}
