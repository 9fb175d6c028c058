// responderctl new: a folder with an example.

import CommandLine
import Glibc
import Linux

/// Copies a template.
enum NewCommand: Command {
  static let name = "new"
  static let summary = "Make a folder with an example of a kiosk."
  static let operands = "python|page DIR"
  static let operandCount = 2...2
  static let options: [Option] = []
  static let notes = """
    DIR then has a configuration, a program in Python or a web page, a test that plays fingers on it,
    run, which starts all of it beside the inspector, and a link to the client library for Python. The
    head of each file says what it is for:
      responderctl new python kiosk && kiosk/run
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let (kind, folder) = (arguments.operands[0], arguments.operands[1])
    guard ["python", "page"].contains(kind) else {
      throw UsageError("expected python or page, found \"\(kind)\"")
    }
    // Beside the installed programs, or in the source code.
    let program = realPath(of: "/proc/self/exe") ?? ""
    let bin = program.lastIndex(of: "/").map { program[..<$0] } ?? ""
    let places = ["../share/responderd", "../../.."].map { "\(bin)/\($0)/templates/\(kind)" }
    guard let template = places.first(where: { unsafe access($0, R_OK) == 0 }) else {
      throw Failure(.no, "no \(places[0]); install the package responderd again")
    }
    try systemCall("mkdir", folder) { unsafe mkdir(folder, 0o777) }
    let status = try Process.run(["cp", "-R", "\(template)/.", folder], environment: [], input: "")
    guard status == 0 else { throw Failure(.no, "cp ended with status \(status)") }
    // Python finds what lies beside a program.
    if let library = realPath(of: "\(template)/../../clients/python/responderd") {
      try systemCall("symlink", folder) { unsafe symlink(library, "\(folder)/responderd") }
    }
    output.line("\(folder)/run starts it; read \(folder)/kiosk.yaml first")
    return .done
  }
}
