// responderctl reload: the daemon reads its configuration again.

import CommandLines
import LinuxKit
import ResponderClient
import Wire

/// Asks for a reload.
enum ReloadCommand: Command {
  static let name = "reload"
  static let summary = "Read the configuration again."
  static let options = [
    DaemonAccess.socketOption,
    Option(
      "force", help: "Apply it at once, and cancel the fingers on what it removes or moves."),
  ]

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let force = JSON.Member("force", .bool(arguments.has("force")))
    let answer = try DaemonAccess.ask("reload", .object([force]), arguments)
    for warning in answer["warnings"]?.elements ?? [] {
      output.line(warning.string ?? warning.text)
    }
    if answer["isWaiting"]?.bool == true {
      output.error(
        "the new configuration applies when no finger is on what it removes or moves; to apply it now: "
          + "responderctl reload --force"
      )
    }
    return .done
  }
}
