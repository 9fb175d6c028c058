// responderctl help: the page of a concept, or the help of a command.

import CommandLine
import Configuration
import Linux

/// Explains a concept or a command.
enum HelpCommand: Command {
  static let name = "help"
  static let summary = "Explain a concept or a command."
  static let operands = "[TOPIC]"
  static let operandCount = 0...1
  static var notes: String {
    let list = ConceptPage.all.map { "  \(Readable.padded($0.topic, 20)) \($0.title)" }
    return """
      TOPIC is a command or one of these:
      \(list.joined(separator: "\n"))
      responderd-concepts(7) has all of them.
      """
  }

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    guard let topic = arguments.operands.first else {
      output.text(Tool.help)
      return .done
    }
    if let page = ConceptPage.all.first(where: { $0.topic == topic }) {
      output.text(page.text)
    } else if let command = Tool.commands.first(where: { $0.name == topic }) {
      output.text(command.help)
    } else {
      if KeyTables.all.contains(where: { $0.kind == topic }) {
        throw Failure(.usage, "no topic \"\(topic)\"; responderctl keys \(topic) lists its keys")
      }
      let known = ConceptPage.all.map(\.topic) + Tool.commands.map(\.name)
      let hint = nearest(to: topic, in: known).map { "did you mean \($0)?" }
      throw Failure(
        .usage, "no topic \"\(topic)\"; \(hint ?? "responderctl help --help lists the topics")")
    }
    return .done
  }
}
