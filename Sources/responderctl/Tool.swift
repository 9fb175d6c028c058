// Finds the command that is meant, and turns its errors into words and a status.

import CommandLines
import LinuxKit
import ResponderClient
import Wire
import Words

/// The whole of responderctl, as tests run it too.
enum Tool {
  /// The commands, in the order of the help.
  static var commands: [Entry] {
    [
      Entry(WatchCommand.self), Entry(ReplayCommand.self), Entry(CheckCommand.self),
      Entry(ExplainCommand.self), Entry(TreeCommand.self), Entry(ChainCommand.self),
      Entry(HitCommand.self), Entry(WhyCommand.self), Entry(DevicesCommand.self),
      Entry(RecordCommand.self), Entry(CalibrateCommand.self),
      Entry(StatusCommand.self), Entry(PutCommand.self), Entry(RemoveCommand.self),
      Entry(SetCommand.self),
      Entry(InjectCommand.self), Entry(TapCommand.self), Entry(RequestCommand.self),
      Entry(ReloadCommand.self), Entry(RolloutCommand.self),
      Entry(DoctorCommand.self), Entry(OnCommand.self), Entry(KeysCommand.self),
      Entry(HelpCommand.self),
    ]
  }

  /// One command as a value.
  struct Entry {
    let name: String
    let summary: String
    let help: String
    let options: [Option]
    let operandCount: ClosedRange<Int>
    let run: (Arguments, Output) throws -> Status

    init<One: Command>(_ command: One.Type) {
      name = One.name
      summary = One.summary
      help = One.help
      options = One.options
      operandCount = One.operandCount
      run = { try One.run($0, $1) }
    }
  }

  static var help: String {
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    let list = commands.map { command in
      let space = String(repeating: " ", count: width - command.name.count)
      return "  \(command.name)\(space)\(command.summary)"
    }
    return """
      Usage: responderctl COMMAND [OPTION]... [OPERAND]...

      Controls and watches responderd, and tests configurations and recordings without it.

      \(list.joined(separator: "\n"))

      \(RelayedPanel.help)

      responderctl COMMAND --help prints the options, responderctl help TOPIC explains a concept.
      The socket is --socket, $RESPONDERD_SOCKET, or \(DaemonAccess.usualPath).
      responderctl --version prints the version.
      Exit status: 0 done; 1 the answer is no, or it failed; 2 invalid usage or input.

      """
  }

  /// Runs a command line without the program's name.
  static func run(_ words: [String], _ output: Output) -> Status {
    var rest = words
    do {
      guard let panel = try RelayedPanel.parsed(from: &rest) else {
        return runCommand(words, output)
      }
      return try panel.use { runCommand(rest, output) }
    } catch let error as UsageError {
      output.error("responderctl: \(error); see responderctl --help")
      return .usage
    } catch {
      output.error("responderctl: \(error)")
      return .no
    }
  }

  private static func runCommand(_ words: [String], _ output: Output) -> Status {
    guard let word = words.first else {
      output.error("responderctl: expected a command; responderctl --help lists them")
      return .usage
    }
    if word == "--help" || word == "-h" {
      output.text(help)
      return .done
    }
    if word == "--version" {
      output.line("responderctl \(ProgramVersion.current)")
      return .done
    }
    guard let command = commands.first(where: { $0.name == word }) else {
      let hint = nearest(to: word, in: commands.map(\.name)).map { "; did you mean \($0)?" }
      output.error(
        "responderctl: unknown command \"\(word)\"\(hint ?? "; responderctl --help lists them")")
      return .usage
    }
    return run(command, Array(words.dropFirst()), output)
  }

  private static func run(
    _ command: Entry, _ words: [String], _ output: Output
  ) -> Status {
    do {
      let wanted = words.contains("--help") || words.contains("-h")
      let arguments = try Arguments(
        words, options: command.options, operands: wanted ? 0...Int.max : command.operandCount)
      if arguments.has("help") {
        output.text(command.help)
        return .done
      }
      return try command.run(arguments, output)
    } catch let error as UsageError {
      output.error(
        "responderctl \(command.name): \(error); see responderctl \(command.name) --help")
      return .usage
    } catch let error as Failure {
      output.error("responderctl \(command.name): \(error)")
      return error.status
    } catch {
      output.error("responderctl \(command.name): \(error)")
      return .no
    }
  }
}
