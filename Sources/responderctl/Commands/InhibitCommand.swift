// responderctl inhibit: views that ignore touches, presses, motion and pointers.

import CommandLines
import LinuxKit
import Wire

/// Makes views ignore touches, presses, motion and pointers for a while.
enum InhibitCommand: Command {
  static let name = "inhibit"
  static let summary = "Ignore touches, presses, motion and pointers in views."
  static let operands = "VIEW..."
  static let operandCount = 1...Int.max
  static let options = [
    DaemonAccess.socketOption, Option("off", help: "Stop ignoring them."),
  ]
  static let notes = "Touches, presses and pointers in the views are cancelled."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let isInhibited = !arguments.has("off")
    try DaemonAccess.askEach("inhibit", arguments.operands, arguments) {
      .object([.init("view", .string($0)), .init("inhibited", .bool(isInhibited))])
    }
    return .done
  }
}
