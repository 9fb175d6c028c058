// responderctl enable and disable: gesture recognizers and controls on and off.

import CommandLines
import LinuxKit
import Wire

/// Switches gesture recognizers or controls on.
enum EnableCommand: Command {
  static let name = "enable"
  static let summary = "Enable gesture recognizers or controls."
  static let operands = "ID..."
  static let operandCount = 1...Int.max
  static let options = Switching.options

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    try Switching.run(name, arguments)
  }
}

/// Switches gesture recognizers or controls off.
enum DisableCommand: Command {
  static let name = "disable"
  static let summary =
    "Disable gesture recognizers or controls; their attempts and touches are cancelled."
  static let operands = "ID..."
  static let operandCount = 1...Int.max
  static let options = Switching.options

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    try Switching.run(name, arguments)
  }
}

private enum Switching {
  static let options = [
    DaemonAccess.socketOption, Option("control", help: "The IDs name controls."),
  ]

  static func run(_ request: String, _ arguments: Arguments) throws -> Status {
    let target = arguments.has("control") ? "view" : "recognizer"
    try DaemonAccess.askEach(request, arguments.operands, arguments) {
      .object([.init(target, .string($0))])
    }
    return .done
  }
}
