// responderctl inject: a touch script, played on the panel.

import CommandLine
import Devices
import Linux

/// Plays touch scripts as if fingers did it.
enum InjectCommand: Command {
  static let name = "inject"
  static let summary = "Play a touch script on the panel."
  static let operands = "SCRIPT..."
  static let operandCount = 1...Int.max
  static let options =
    DaemonAccess.options + [
      InjectedFingers.deviceOption
    ]
  static let notes = """
    A SCRIPT is a file, or - for the standard input; several are played one after the other.
      printf '0 down 1 100,80\\n0.3 move 1 300,80\\n0.4 up 1\\n' | responderctl inject -
    The command ends when they have been played; if it is stopped earlier, fingers that are down are
    cancelled. It needs the right inject.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let scripts = try arguments.operands.map { path in
      let text = try RequestText.text(of: path)
      // An error has the words and the status that it has in replay.
      do throws(RecordingError) {
        _ = try TouchScript(text, file: path)
      } catch {
        throw Failure(.usage, "\(error)")
      }
      return text
    }
    try InjectedFingers.play(scripts, arguments)
    return .done
  }
}
