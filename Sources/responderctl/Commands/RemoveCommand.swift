// responderctl remove: views and gesture recognizers go while the daemon runs.

import CommandLines
import LinuxKit
import Wire

/// Removes views, or gesture recognizers.
enum RemoveCommand: Command {
  static let name = "remove"
  static let summary = "Remove views and everything in them, or gesture recognizers."
  static let operands = "ID..."
  static let operandCount = 1...Int.max
  static let options = [
    DaemonAccess.socketOption,
    Option("recognizer", help: "The IDs name gesture recognizers."),
  ]
  static let notes = "Removes all of them, or none if one cannot be removed."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let target = arguments.has("recognizer") ? "recognizer" : "view"
    try DaemonAccess.askEach("remove", arguments.operands, arguments) {
      .object([.init(target, .string($0))])
    }
    return .done
  }
}
