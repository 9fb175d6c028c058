// responderctl watch: what subscribers read, live.

import CommandLine
import Linux
import Protocol
import ResponderClient

/// Prints records as they arrive.
enum WatchCommand: Command {
  static let name = "watch"
  static let summary = "Print records, live."
  static let options =
    DaemonAccess.options + [
      Option("json", help: "Print the records as JSON lines."),
      Option("explain", help: "Also print why recognizers recognized or failed."),
      Option("raw", help: "Also print what devices report; needs the right raw."),
      FilterOptions.sinceOption,
      Option("count", value: "N", help: "End after N records."),
      Option("once", help: "End when the daemon ends, instead of connecting again."),
    ] + FilterOptions.all
  static let notes = FilterOptions.notes

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var subscription = try FilterOptions.subscription(arguments)
    subscription.explain = arguments.has("explain")
    subscription.raw = arguments.has("raw")
    var left = try count(arguments)
    let client = try DaemonAccess.connect(arguments)
    if arguments.has("once") { client.reconnects = false }
    try FilterOptions.subscribe(subscription, client, arguments, output, command: name)
    while left > 0, output.failure == nil {
      var record: Record?
      do {
        // Records that have arrived are printed together; before waiting, all are printed.
        record = try client.next(within: 0)
        if record == nil {
          output.flush()
          if output.failure != nil { return .done }
          record = try client.next()
        }
      } catch ClientError.closed(let reason) {
        if let reason { output.error("responderctl watch: the daemon ended: \(reason)") }
        return .done
      }
      guard let record else { return .done }
      output.line(arguments.has("json") ? record.line : Readable.line(record.value.json))
      left -= 1
    }
    return .done
  }

  private static func count(_ arguments: Arguments) throws -> Int {
    guard let text = arguments.value("count") else { return .max }
    guard let count = Int(text), count > 0 else {
      throw UsageError("--count \(text): expected a whole number above zero")
    }
    return count
  }
}
