// The protocol of the commands of responderctl, and their exit status.

import CommandLine
import Linux

/// The exit status.
enum Status: Int32 {
  /// The command is done.
  case done = 0
  /// The answer is no, or the command failed.
  case no = 1
  /// The command line or an input file is invalid.
  case usage = 2
  /// The daemon, or the machine that it is on, cannot be reached.
  case unreachable = 3
}

/// One command, in a file of its own.
protocol Command {
  /// The word that calls it.
  static var name: String { get }
  /// One sentence about the command.
  static var summary: String { get }
  /// The operands in the help.
  static var operands: String { get }
  /// The number of operands.
  static var operandCount: ClosedRange<Int> { get }
  /// The options.
  static var options: [Option] { get }
  /// Notes below the options in the help, in whole lines.
  static var notes: String { get }
  /// Runs the command.
  static func run(_ arguments: Arguments, _ output: Output) throws -> Status
}

extension Command {
  static var operands: String { "" }
  static var operandCount: ClosedRange<Int> { 0...0 }
  static var options: [Option] { [] }
  static var notes: String { "" }

  /// The text of `--help`.
  static var help: String {
    let form = operands.isEmpty ? "" : " \(operands)"
    return """
      Usage: responderctl \(name) [OPTION]...\(form)

      \(summary)

      \(Arguments.help(options))\(notes.isEmpty ? "" : "\n\(notes)\n")
      """
  }
}

/// An error message with the exit status.
struct Failure: Error, CustomStringConvertible {
  let status: Status
  let description: String

  init(_ status: Status, _ description: String) {
    self.status = status
    self.description = description
  }
}
