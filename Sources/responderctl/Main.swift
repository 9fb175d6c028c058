// The program's entry.

import Glibc

@main
struct Main {
  static func main() {
    let output = Output()
    var status = Tool.run(Array(CommandLine.arguments.dropFirst()), output)
    output.flush()
    if let failure = output.failure {
      output.error("responderctl: \(failure)")
      if status == .done { status = .no }
    }
    exit(status.rawValue)
  }
}
