// responderctl status: the daemon's figures.

import CommandLine
import Linux
import Protocol
import ResponderClient

/// Prints how the daemon does.
enum StatusCommand: Command {
  static let name = "status"
  static let summary = "Print counters and measurements of the daemon."
  static let options =
    DaemonAccess.options + [
      Option("json", help: "Print the answer as JSON."),
      Option("prometheus", help: "Print them in Prometheus's text format."),
    ]

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let prometheus = arguments.has("prometheus")
    let answer = try DaemonAccess.ask(
      "status", .object(prometheus ? [.init("prometheus", .bool(true))] : []), arguments)
    if prometheus, let text = answer["text"]?.string {
      output.text(text)
    } else if arguments.has("json") {
      output.line(answer.text)
    } else {
      write(answer, indent: 0, to: output)
    }
    return .done
  }

  private static func unit(of member: JSON.Member) -> String {
    switch member.name {
    case "uptime": " s"
    case "p50", "p99", "longest": " µs"
    default: ""
    }
  }

  private static func write(_ value: JSON, indent: Int, to output: Output) {
    let space = String(repeating: "  ", count: indent)
    // The counts behind the percentiles are for programs.
    for member in value.members ?? [] where member.name != "buckets" {
      if member.value.members != nil {
        output.line("\(space)\(member.name)")
        write(member.value, indent: indent + 1, to: output)
      } else {
        output.line(
          "\(space)\(Readable.padded(member.name, 24)) \(Readable.value(member.value))\(unit(of: member))"
        )
      }
    }
  }
}
