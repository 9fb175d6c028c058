// responderctl explain: why each recognizer did or did not, live.

import CommandLine
import Linux
import Protocol
import ResponderClient

/// Prints the decisions that UIKit keeps silent, finger by finger.
enum ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Print why recognizers recognized or failed, live."
  static let options =
    DaemonAccess.options + [
      Option("json", help: "Print the records as JSON lines."), FilterOptions.sinceOption,
    ]
    + FilterOptions.all.filter { $0.name != "type" }
  static let notes = "responderctl replay --explain does the same for a recording, offline."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var subscription = try FilterOptions.subscription(arguments)
    subscription.types = ["touches", "gesture", "control", "unhandled"]
    subscription.explain = true
    let client = try DaemonAccess.connect(arguments)
    try FilterOptions.subscribe(subscription, client, arguments, output, command: name)
    while output.failure == nil {
      var record = try client.next(within: 0)
      if record == nil {
        output.flush()
        if output.failure != nil { return .done }
        record = try client.next()
      }
      guard let record else { return .done }
      output.line(arguments.has("json") ? record.line : Readable.line(record.value.json))
    }
    return .done
  }
}
