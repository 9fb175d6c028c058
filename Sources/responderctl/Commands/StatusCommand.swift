// responderctl status: the daemon's figures.

import CommandLine
import Glibc
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
      Option(
        "output", value: "FILE", help: "With --prometheus: put them into FILE, for node_exporter."),
    ]
  static let notes = """
    FILE is replaced at once, and all users may read it. It has only "responderd_up 0" if the daemon
    does not answer.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    if arguments.has("prometheus") { return try writeMetrics(arguments, output) }
    if arguments.has("output") { throw UsageError("--output: expected --prometheus, too") }
    let answer = try DaemonAccess.ask("status", .object([]), arguments)
    if arguments.has("json") {
      output.line(answer.text)
    } else {
      write(answer, indent: 0, to: output)
    }
    return .done
  }

  private static func writeMetrics(_ arguments: Arguments, _ output: Output) throws -> Status {
    let file = arguments.value("output")
    func write(isUp: Bool, _ figures: String = "") throws {
      let text = """
        # HELP responderd_up Whether the daemon answers.
        # TYPE responderd_up gauge
        responderd_up \(isUp ? 1 : 0)
        \(figures)
        """
      guard let file else { return output.text(text) }
      // node_exporter is another user.
      umask(0o022)
      try FileWriter.replace(file, with: ContiguousArray(text.utf8))
    }
    let answer: JSON
    do {
      let wanted = JSON.object([.init("prometheus", .bool(true))])
      answer = try DaemonAccess.ask("status", wanted, arguments)
    } catch let error as ClientError {
      if case .refused = error { throw error }
      if file != nil { try write(isUp: false) }
      throw error
    }
    try write(isUp: true, answer["text"]?.string ?? "")
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
      if member.name == "health", let facts = member.value.elements {
        for fact in facts {
          output.line("\(space)\(Readable.padded(member.name, 24)) \(fact["text"]?.string ?? "")")
          output.line("\(space)  to fix it: \(fact["fix"]?.string ?? "")")
        }
      } else if member.value.members != nil {
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
