// responderctl chain: prints a responder and its next responders.

import CommandLine
import Linux
import Protocol
import Records
import ResponderClient
import ResponderKit

/// Prints a responder chain.
enum ChainCommand: Command {
  static let name = "chain"
  static let summary = "Print the responder chain of a view."
  static let operands = "VIEW"
  static let operandCount = 1...1
  static let options =
    DaemonAccess.options + [
      Offline.configOption,
      DaemonAccess.windowOption,
      Option("json", help: "Print the answer as JSON."),
    ]

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let answer = try answer(arguments.operands[0], arguments)
    if arguments.has("json") {
      output.line(answer.text)
      return .done
    }
    for link in answer["chain"]?.elements ?? [] {
      let handles = link["handles"]?.elements?.compactMap(\.string).joined(separator: ",")
      output.line(
        "\(Readable.padded(link["id"]?.string ?? "?", 24)) \(link["kind"]?.string ?? "?")"
          + (handles.map { " handles=\($0)" } ?? ""))
    }
    return .done
  }

  private static func answer(_ name: String, _ arguments: Arguments) throws -> JSON {
    guard let file = arguments.value("config") else {
      return try DaemonAccess.ask("chain", .object([.init("responder", .string(name))]), arguments)
    }
    let offline = try Offline(file, window: arguments.value("window"))
    let responder = try offline.responder(name)
    return try Offline.answer { $0.chain(from: responder) }
  }
}
