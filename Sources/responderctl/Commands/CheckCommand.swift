// responderctl check: whether configurations can be used, with every mistake at its place.

import Blueprint
import LinuxKit

/// Reads configurations and says what is wrong or doubtful about them.
enum CheckCommand: Command {
  static let name = "check"
  static let summary = "Say whether configurations can be used, and all that is wrong."
  static let operands = "FILE..."
  static let operandCount = 1...Int.max
  static let options = [
    Option("conflicts", help: "Also print which recognizers may want the same finger."),
    Option("strict", help: "Count what is doubtful as wrong."),
    Option("quiet", help: "Print nothing about files that are right."),
  ]
  static let notes = "Exit status 1: a file is wrong; 2: a file cannot be read."

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
      let blueprint = try Blueprint.load(bytes, file: file)
      for warning in blueprint.warnings { output.line("\(warning)") }
      if arguments.has("conflicts") { conflicts(of: blueprint.build(), output) }
      if !blueprint.warnings.isEmpty {
        let word = blueprint.warnings.count == 1 ? "warning" : "warnings"
        output.line("\(file): \(blueprint.warnings.count) \(word)")
        return !arguments.has("strict")
      }
      if !arguments.has("quiet") { output.line("\(file): right") }
      return true
    } catch {
      for diagnostic in error.diagnostics { output.line("\(diagnostic)") }
      let word = error.diagnostics.count == 1 ? "error" : "errors"
      output.line("\(file): \(error.diagnostics.count) \(word)")
      return false
    }
  }

  private static func conflicts(of tree: Tree, _ output: Output) {
    let conflicts = tree.conflicts()
    if conflicts.isEmpty { output.line("no two recognizers may want the same finger") }
    for conflict in conflicts { output.line("\(conflict)") }
  }
}
