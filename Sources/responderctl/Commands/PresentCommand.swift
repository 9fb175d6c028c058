// responderctl present and dismiss: view controllers over others.

import CommandLines
import LinuxKit
import Wire

/// Presents a view controller.
enum PresentCommand: Command {
  static let name = "present"
  static let summary = "Present a view controller over another."
  static let operands = "CONTROLLER DESCRIPTION"
  static let operandCount = 2...2
  static let options = [DaemonAccess.socketOption]
  static let notes = """
    CONTROLLER is the one that presents. A DESCRIPTION is JSON with the keys that the configuration
    has under presents, or the name of a file that holds it; - is the standard input:
      responderctl present home '{"id":"sure","view":{"id":"sure.view","frame":[200,140,400,200]}}'
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    _ = try DaemonAccess.ask(
      "present",
      .object([
        .init("from", .string(arguments.operands[0])),
        .init("viewController", try RequestText.json(arguments.operands[1])),
      ]), arguments)
    return .done
  }
}

/// Dismisses presented view controllers.
enum DismissCommand: Command {
  static let name = "dismiss"
  static let summary = "Dismiss a presented view controller and all that it presents."
  static let operands = "CONTROLLER"
  static let operandCount = 1...1
  static let options = [DaemonAccess.socketOption]

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    _ = try DaemonAccess.ask(
      "dismiss", .object([.init("viewController", .string(arguments.operands[0]))]), arguments)
    return .done
  }
}
