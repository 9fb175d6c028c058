// The entry point of responder-tuio.

import Glibc
import Linux
import ResponderTUIO

@main
struct Main {
  static func main() {
    exit(Program.run(Array(CommandLine.arguments.dropFirst()), environment: .process))
  }
}
