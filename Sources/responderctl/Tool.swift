// Finds the command that is meant, and turns its errors into words and a status.

import CommandLine
import Linux
import Protocol
import ResponderClient

/// The whole of responderctl, as tests run it too.
enum Tool {
  /// The commands in groups, in the order of the help.
  static var groups: [(title: String, commands: [Entry])] {
    [
      (
        "Watch a panel",
        [
          Entry(WatchCommand.self), Entry(ExplainCommand.self), Entry(TreeCommand.self),
          Entry(ChainCommand.self), Entry(HitCommand.self), Entry(WhyCommand.self),
          Entry(StatusCommand.self), Entry(OnCommand.self),
        ]
      ),
      (
        "Try without a daemon",
        [Entry(NewCommand.self), Entry(CheckCommand.self), Entry(ReplayCommand.self)]
      ),
      (
        "Touch and change a panel",
        [
          Entry(TapCommand.self), Entry(InjectCommand.self), Entry(PutCommand.self),
          Entry(RemoveCommand.self), Entry(SetCommand.self), Entry(RequestCommand.self),
          Entry(ReloadCommand.self), Entry(ConfirmCommand.self),
        ]
      ),
      (
        "Set up devices and panels",
        [
          Entry(DoctorCommand.self), Entry(BugReportCommand.self), Entry(DevicesCommand.self),
          Entry(RecordCommand.self), Entry(CalibrateCommand.self),
        ]
      ),
      ("Look something up", [Entry(HelpCommand.self), Entry(KeysCommand.self)]),
    ]
  }

  /// All commands.
  static var commands: [Entry] { groups.flatMap(\.commands) }

  /// What other machines run; people do not.
  private static var bridge: Entry { Entry(BridgeCommand.self) }

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
    let list = groups.map { title, commands in
      "\(title):\n"
        + commands.map { "  \(Readable.padded($0.name, width))\($0.summary)\n" }.joined()
    }
    return """
      Usage: responderctl COMMAND [OPTION]... [OPERAND]...

      Controls and watches responderd, and tests configurations and recordings without it.

      \(list.joined(separator: "\n"))
      responderctl COMMAND --help prints the options, responderctl help TOPIC explains a concept.
      The socket is --socket, before or after the command, $RESPONDERD_SOCKET, or
      \(DaemonAccess.usualPath). With -H [USER@]HOST, before or after the command, it
      is the socket of another machine, which ssh reaches and which has responderctl.
      responderctl --version prints the version.
      Exit status: 0 done; 1 the answer is no, or it failed; 2 invalid usage or input; 3 the
      daemon or its machine cannot be reached.

      """
  }

  /// Runs a command line without the program's name.
  static func run(_ words: [String], _ output: Output) -> Status {
    var rest = words
    do throws(UsageError) {
      let leading = try leadingOptions(from: &rest)
      return runCommand(rest.prefix(1) + leading + rest.dropFirst(), output)
    } catch {
      output.error("responderctl: \(error); see responderctl --help")
      return .usage
    }
  }

  /// Removes --socket and --host before the command from the arguments; returns them as options of
  /// the command.
  static func leadingOptions(from words: inout [String]) throws(UsageError) -> [String] {
    var leading: [String] = []
    let options = DaemonAccess.options
    while let word = words.first {
      if options.contains(where: { word.hasPrefix("\($0.long)=") }) {
        leading.append(words.removeFirst())
        continue
      }
      guard let option = options.first(where: { word == $0.long || word == $0.short }) else {
        return leading
      }
      guard words.count > 1 else {
        throw UsageError("\(word) needs a value: \(word) \(option.value ?? "")")
      }
      leading += words.prefix(2)
      words.removeFirst(2)
    }
    return leading
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
    if word == Completion.word {
      Completion.write(Array(words.dropFirst()), output)
      return .done
    }
    guard let command = (commands + [bridge]).first(where: { $0.name == word }) else {
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
      if let problem = hostProblem(command, words) { throw UsageError(problem) }
      let wanted = words.contains("--help") || words.contains("-h")
      let arguments = try Arguments(
        words, options: command.options, operands: wanted ? 0...Int.max : command.operandCount)
      if arguments.has("help") {
        output.text(command.help)
        return .done
      }
      if arguments.has("host"), arguments.has("config") {
        throw UsageError("--host and --config: expected one of them")
      }
      return try command.run(arguments, output)
    } catch let error as UsageError {
      output.error(
        "responderctl \(command.name): \(error); see responderctl \(command.name) --help")
      return .usage
    } catch let error as Failure {
      output.error("responderctl \(command.name): \(error)")
      return error.status
    } catch let error as ClientError {
      output.error("responderctl \(command.name): \(message(of: error, in: command.name))")
      if case .unreachable = error { return .unreachable }
      return .no
    } catch {
      output.error("responderctl \(command.name): \(error)")
      return .no
    }
  }

  // Of the commands that work on one machine only, none has an option with this letter.
  private static func hostProblem(_ command: Entry, _ words: [String]) -> String? {
    let option = DaemonAccess.hostOption
    guard !command.options.contains(option),
      let word = words.prefix(while: { $0 != "--" }).first(where: {
        $0 == option.long || $0 == option.short || $0.hasPrefix("\(option.long)=")
      })
    else { return nil }
    return "\(word): \(command.name) works on its own machine only; to run it on another: "
      + "ssh HOST responderctl \(command.name)"
  }

  /// An error without the path in the request, which a person at a terminal does not know:
  /// `chain.responder: …` is `…`, and `batch[0].put.view.frame: …` is `view.frame: …`.
  static func message(of error: ClientError, in command: String) -> String {
    guard case .refused(let code, let text) = error, command != RequestCommand.name,
      let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix(": ")
    else { return "\(error)" }
    var path = text[..<colon].split(separator: ".")[...]
    let requests = Request.Declaration.words
    if path.first?.hasPrefix("batch[") == true { path.removeFirst() }
    guard let first = path.first, requests.contains(String(first)) else { return "\(error)" }
    path.removeFirst()
    let operands = [
      "view", "recognizer", "viewController", "responder", "device", "point", "screen",
    ]
    if path.count == 1, operands.contains(String(path[path.startIndex])) { path.removeFirst() }
    let place = path.isEmpty ? "" : "\(path.joined(separator: ".")): "
    return "\(place)\(text[colon...].dropFirst(2)) (\(code))"
  }
}
