// Values in memory as nodes for the configuration's reader.

import YAML

extension Setting {
  /// The node that is read as this value.
  func node(by maker: NodeMaker) -> Node {
    switch self {
    case .null: return maker.scalar("null", .plain)
    case .bool(let value): return maker.scalar(value ? "true" : "false", .plain)
    case .integer(let value): return maker.scalar(String(value), .plain)
    case .number(let value):
      return maker.scalar(value == .infinity ? ".inf" : value.description, .plain)
    case .text(let text): return maker.scalar(text, .doubleQuoted)
    case .list(let elements):
      let mark = maker.mark()
      return maker.sequence(elements.map { $0.node(by: maker) }, at: mark)
    case .mapping(let entries):
      let mark = maker.mark()
      let nodes = entries.map { entry in
        let keyMark = maker.mark()
        return (key: entry.key, keyMark: keyMark, value: entry.value.node(by: maker))
      }
      return maker.mapping(nodes, at: mark)
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
