// Values in memory as nodes for the configuration's reader.

import YAML

extension Setting {
  /// The node that is read as this value.
  func node(at path: Path = .root, _ marks: MarkCounter) -> Node {
    let mark = marks.next()
    let content: Node.Content =
      switch self {
      case .null: .scalar(Scalar(text: "null", style: .plain))
      case .bool(let value): .scalar(Scalar(text: value ? "true" : "false", style: .plain))
      case .integer(let value): .scalar(Scalar(value))
      case .number(let value): .scalar(Scalar(value))
      case .text(let text):
        // A number that was written in a way of its own is one, or a name.
        .scalar(
          Scalar(
            text: text,
            style: Scalar(text: text, style: .plain).double == nil ? .doubleQuoted : .plain))
      case .list(let elements):
        .sequence(
          elements.enumerated().map { $1.node(at: .index($0, in: path), marks) })
      case .mapping(let entries):
        .mapping(
          Mapping(
            entries.map {
              Mapping.Entry(
                $0.key, at: marks.next(), $0.value.node(at: .key($0.key, in: path), marks))
            }))
      }
    return Node(content, at: mark, path: path)
  }

  /// Whether a text anywhere in it fulfils a condition.
  func mentions(_ isMeant: (String) -> Bool) -> Bool {
    switch self {
    case .text(let text): isMeant(text)
    case .list(let elements): elements.contains { $0.mentions(isMeant) }
    case .mapping(let entries): entries.contains { $0.value.mentions(isMeant) }
    case .integer(let number): isMeant(String(number))
    case .null, .bool, .number: false
    }
  }
}
