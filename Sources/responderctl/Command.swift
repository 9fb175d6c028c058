// What every command of responderctl is.

import LinuxKit

/// How the program ends.
enum Status: Int32 {
  /// It is done.
  case done = 0
  /// The answer is no, or it could not be done.
  case no = 1
  /// The command line or an input file is wrong.
  case usage = 2
}

/// One command, in a file of its own.
protocol Command {
  /// The word that calls it.
  static var name: String { get }
  /// What it does, in a few words.
  static var summary: String { get }
  /// Its operands as the help shows them.
  static var operands: String { get }
  /// How many operands it takes.
  static var operandCount: ClosedRange<Int> { get }
  /// Its options.
  static var options: [Option] { get }
  /// What else the help says, in whole lines.
  static var notes: String { get }
  /// Does it.
  static func run(_ arguments: Arguments, _ output: Output) throws -> Status
}

extension Command {
  static var operands: String { "" }
  static var operandCount: ClosedRange<Int> { 0...0 }
  static var options: [Option] { [] }
  static var notes: String { "" }

  /// What `--help` shows.
  static var help: String {
    let form = operands.isEmpty ? "" : " \(operands)"
    return """
      Usage: responderctl \(name) [OPTION]...\(form)

      \(summary)

      \(Arguments.help(options))\(notes.isEmpty ? "" : "\n\(notes)\n")
      """
  }
}

/// Something that cannot be done, in words, and how the program ends for it.
struct Failure: Error, CustomStringConvertible {
  let status: Status
  let description: String

  init(_ status: Status, _ description: String) {
    self.status = status
    self.description = description
  }
}
