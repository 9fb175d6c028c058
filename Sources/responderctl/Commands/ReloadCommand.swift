// responderctl reload: the daemon reads its configuration again.

import CommandLine
import Linux
import Protocol
import ResponderClient

/// Asks for a reload.
enum ReloadCommand: Command {
  static let name = "reload"
  static let summary = "Read the configuration again."
  static let options =
    DaemonAccess.options + [
      Option(
        "force", help: "Apply it at once, and cancel the fingers on what it removes or moves."),
      Option(
        "confirm", value: "TIME",
        help: "Use the previous one again unless responderctl confirm follows within TIME."),
    ]
  static let notes = """
    TIME is a number of seconds or minutes, such as 60s or 5m, up to an hour. It begins when the new
    configuration applies.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var members = [JSON.Member("force", .bool(arguments.has("force")))]
    if let text = arguments.value("confirm") {
      members.append(.init("confirmWithin", .integer(try seconds(text))))
    }
    let answer = try DaemonAccess.ask("reload", .object(members), arguments)
    for warning in answer["warnings"]?.elements ?? [] {
      output.line(warning.string ?? warning.text)
    }
    if answer["isWaiting"]?.bool == true {
      output.error(
        "the new configuration applies when no finger is on what it removes or moves; to apply it now: "
          + "responderctl reload --force"
      )
    }
    if let seconds = answer["confirmWithin"]?.int {
      output.error(
        "the previous configuration returns after \(seconds) s; to keep the new one: "
          + "responderctl confirm")
    }
    return .done
  }

  /// The seconds of a time such as 60s, 60 or 5m.
  static func seconds(_ text: String) throws(UsageError) -> Int {
    let unit = text.hasSuffix("m") ? 60 : 1
    let digits = text.hasSuffix("m") || text.hasSuffix("s") ? text.dropLast() : text[...]
    guard let number = Int(digits), (1...3_600 / unit).contains(number) else {
      throw UsageError(
        "--confirm \(text.printable): expected a time from 1s to 60m, such as 60s")
    }
    return number * unit
  }
}
