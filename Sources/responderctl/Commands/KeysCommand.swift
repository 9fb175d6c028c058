// responderctl keys: the keys of the configuration, for people and for tools.

import CommandLine
import Configuration
import ConfigurationText
import Linux
import Protocol

/// Lists the keys of the configuration with their types and defaults.
enum KeysCommand: Command {
  static let name = "keys"
  static let summary = "List the keys of the configuration with type and default."
  static let operands = "[TABLE]..."
  static let operandCount = 0...Int.max
  static let options = [Option("json", help: "Print the tables as JSON.")]
  static let notes = """
    TABLE is a kind of thing such as devices, view, slider or tap; the default is all tables.
    responderd.yaml(5) says what each key means.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let known = KeyTables.all.map(\.kind)
    for name in arguments.operands where !known.contains(name) {
      let hint = nearest(to: name, in: known).map { "did you mean \($0)?" }
      throw Failure(
        .usage, "no table \"\(name)\"; \(hint ?? "the tables are \(known.joined(separator: ", "))")"
      )
    }
    let tables = KeyTables.all.filter {
      arguments.operands.isEmpty || arguments.operands.contains($0.kind)
    }
    if arguments.has("json") {
      output.line(JSON.array(tables.map { json($0) }).text)
      return .done
    }
    for (index, table) in tables.enumerated() where !table.facts.isEmpty {
      if index > 0 { output.line() }
      output.line("\(table.kind):")
      for fact in table.facts { output.line("  \(line(fact))") }
    }
    return .done
  }

  private static func line(_ fact: KeyFact) -> String {
    let name = Readable.padded(fact.name, 28)
    guard let type = fact.type else { return fact.name }
    let words = [type.text, type.choices.joined(separator: ", ")].filter { !$0.isEmpty }
    let usual =
      fact.isRequired ? "; required" : fact.usual.map { "; default \($0)" } ?? ""
    return "\(name) \(words.joined(separator: " "))\(usual)"
  }

  private static func json(_ table: KeyTable) -> JSON {
    .object([
      .init("kind", .string(table.kind)), .init("keys", .array(table.facts.map { json($0) })),
    ])
  }

  private static func json(_ fact: KeyFact) -> JSON {
    var members = [JSON.Member("name", .string(fact.name))]
    if let type = fact.type {
      members.append(.init("type", .string(type.text)))
      if !type.choices.isEmpty {
        members.append(.init("choices", .array(type.choices.map { .string($0) })))
      }
    }
    if let usual = fact.usual { members.append(.init("default", .string(usual))) }
    if fact.isRequired { members.append(.init("isRequired", .bool(true))) }
    return .object(members)
  }
}
