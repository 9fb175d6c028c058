// Values in memory as nodes for the configuration's reader.

import YAML

extension Setting {
  /// The node that is read as this value.
  func node(by maker: NodeMaker, path: Path = .root) -> Node {
    switch self {
    case .null: return maker.scalar("null", .plain, path: path)
    case .bool(let value): return maker.scalar(value ? "true" : "false", .plain, path: path)
    case .integer(let value): return maker.scalar(String(value), .plain, path: path)
    case .number(let value):
      return maker.scalar(
        value == .infinity ? ".inf" : value.description, .plain, path: path)
    case .text(let text): return maker.scalar(text, .doubleQuoted, path: path)
    case .list(let elements):
      let mark = maker.mark()
      let nodes = elements.enumerated().map { index, element in
        element.node(by: maker, path: .index(index, in: path))
      }
      return maker.sequence(nodes, at: mark, path: path)
    case .mapping(let entries):
      let mark = maker.mark()
      let nodes = entries.map { entry in
        let keyMark = maker.mark()
        return (
          key: entry.key, keyMark: keyMark,
          value: entry.value.node(by: maker, path: .key(entry.key, in: path))
        )
      }
      return maker.mapping(nodes, at: mark, path: path)
    }
  }

  /// Whether a text anywhere in it fulfils a condition.
  func mentions(_ isMeant: (String) -> Bool) -> Bool {
    switch self {
    case .text(let text): isMeant(text)
    case .list(let elements): elements.contains { $0.mentions(isMeant) }
    case .mapping(let entries): entries.contains { $0.value.mentions(isMeant) }
    case .null, .bool, .integer, .number: false
    }
  }
}
