// responderctl confirm: the daemon keeps the configuration that was reloaded with --confirm.

import CommandLine
import Linux
import Protocol

/// Confirms the configuration that applies.
enum ConfirmCommand: Command {
  static let name = "confirm"
  static let summary = "Keep the configuration that reload --confirm has applied."
  static let options = DaemonAccess.options
  static let notes = "Exit status 1: no configuration waits for it, or its time is over."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    _ = try DaemonAccess.ask("confirm", .object([]), arguments)
    return .done
  }
}
