// responderctl remove: views, controllers and gesture recognizers go while the daemon runs.

import CommandLine
import Linux
import Protocol

/// Removes views, controllers or gesture recognizers.
enum RemoveCommand: Command {
  static let name = "remove"
  static let summary = "Remove views with everything in them, controllers or gesture recognizers."
  static let operands = "ID..."
  static let operandCount = 1...Int.max
  static let options =
    DaemonAccess.options + [
      DaemonAccess.windowOption,
      Option("recognizer", help: "The IDs name gesture recognizers."),
      Option("controller", help: "The IDs name controllers: pages, or what is presented."),
    ]
  static let notes = "Removes all of them, or none if one cannot be removed."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let target =
      arguments.has("recognizer")
      ? "recognizer" : arguments.has("controller") ? "viewController" : "view"
    try DaemonAccess.askEach("remove", arguments.operands, arguments) {
      .object([.init(target, .string($0))])
    }
    return .done
  }
}
