// responderctl check: whether configurations are valid, with every error at its place.

import CommandLine
import Configuration
import Linux
import Protocol

/// Reads configurations and prints their errors and warnings.
enum CheckCommand: Command {
  static let name = "check"
  static let summary = "Check configurations, and print all errors and warnings."
  static let operands = "FILE..."
  static let operandCount = 1...Int.max
  static let options = [
    Option(
      "accessible",
      help: "Also warn of gestures that nothing replaces, and of targets that are too small."),
    Option("conflicts", help: "Also print which recognizers can compete for the same finger."),
    Option("strict", help: "Treat warnings as errors."),
    Option("quiet", help: "Print nothing about files without errors and warnings."),
  ]
  static let notes = "Exit status 1: a file has errors; 2: a file cannot be read."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var status = Status.done
    for file in arguments.operands {
      let bytes: [UInt8]
      do {
        bytes = try Offline.bytes(of: file)
      } catch {
        output.error("responderctl check: \(error)")
        status = .usage
        continue
      }
      if !check(bytes, file, arguments, output), status == .done { status = .no }
    }
    return status
  }

  private static func check(
    _ bytes: [UInt8], _ file: String, _ arguments: Arguments, _ output: Output
  ) -> Bool {
    do throws(BlueprintError) {
      let blueprint = try Blueprint.load(
        bytes, file: file, accessible: arguments.has("accessible"))
      for warning in blueprint.warnings { output.line("\(warning)") }
      if arguments.has("conflicts") { conflicts(of: blueprint.build(), output) }
      if !arguments.has("quiet"), let problem = PassingRight.problem(with: blueprint) {
        output.line("\(file): note: \(problem)")
      }
      if !blueprint.warnings.isEmpty {
        output.line("\(file): \(counted(blueprint.warnings.count, "warning"))")
        return !arguments.has("strict")
      }
      if !arguments.has("quiet") { output.line("\(file): OK") }
      return true
    } catch {
      for report in error.reports { output.line(report) }
      output.line("\(file): \(counted(error.diagnostics.count, "error"))")
      return false
    }
  }

  private static func conflicts(of tree: Tree, _ output: Output) {
    let conflicts = tree.conflicts()
    if conflicts.isEmpty { output.line("no two recognizers can compete for the same finger") }
    for conflict in conflicts { output.line("\(conflict)") }
  }
}
