// The program's entry.

import Glibc

@main
struct Main {
  static func main() {
    let output = Output()
    let status = Tool.run(Array(CommandLine.arguments.dropFirst()), output)
    output.flush()
    exit(status.rawValue)
  }
}
