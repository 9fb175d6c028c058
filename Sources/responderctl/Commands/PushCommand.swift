// responderctl push and pop: pages of navigation controllers.

import CommandLines
import LinuxKit
import Wire

/// Shows pages.
enum PushCommand: Command {
  static let name = "push"
  static let summary = "Show a page in a navigation controller."
  static let operands = "CONTROLLER DESCRIPTION"
  static let operandCount = 2...2
  static let options = [DaemonAccess.socketOption]
  static let notes = """
    CONTROLLER is the navigation controller. A DESCRIPTION is JSON with the keys that the
    configuration has for a view controller, or the name of a file that holds it; - is the standard
    input:
      responderctl push pages '{"id":"list","view":{"id":"list.view","handles":["touches"]}}'
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    _ = try DaemonAccess.ask(
      "push",
      .object([
        .init("to", .string(arguments.operands[0])),
        .init("viewController", try RequestText.json(arguments.operands[1])),
      ]), arguments)
    return .done
  }
}

/// Removes pages.
enum PopCommand: Command {
  static let name = "pop"
  static let summary = "Go back to an earlier page of a navigation controller."
  static let operands = "CONTROLLER"
  static let operandCount = 1...1
  static let options = [
    DaemonAccess.socketOption,
    Option(
      "to", value: "CONTROLLER", help: "The page to go back to, not only to the previous one."),
  ]

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var members = [JSON.Member("from", .string(arguments.operands[0]))]
    if let page = arguments.value("to") { members.append(.init("to", .string(page))) }
    _ = try DaemonAccess.ask("pop", .object(members), arguments)
    return .done
  }
}
