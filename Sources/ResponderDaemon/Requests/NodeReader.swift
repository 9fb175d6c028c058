// Values of requests as nodes for the configuration's reader, so that errors are the same.

import Wire
import YAML

/// Turns the values of one request into nodes.
final class NodeReader {
  private let maker = NodeMaker(file: "request")
  private let writer = LineWriter(capacity: 32)
  // The deepest nesting of a configuration.
  private let depth = YAML.Limits().depth

  /// The node of a value at a path of the request.
  func node(_ json: JSON, _ path: String) throws(ProtocolError) -> Node {
    try node(json, 1, within: path)
  }

  private func node(
    _ json: JSON, _ level: Int, within whole: String
  ) throws(ProtocolError) -> Node {
    guard level <= depth else {
      throw ProtocolError(
        .invalidEdit, "\(whole): expected at most \(depth) levels, found more", path: whole)
    }
    switch json {
    case .null: return maker.scalar("null", .plain)
    case .bool(let value): return maker.scalar(value ? "true" : "false", .plain)
    case .integer(let value): return maker.scalar(String(value), .plain)
    case .number:
      // The text as in a line.
      writer.removeAll()
      writer.value(json)
      return maker.scalar(writer.text, .plain)
    case .string(let value): return maker.scalar(value, .doubleQuoted)
    case .array(let elements):
      let mark = maker.mark()
      var nodes: [Node] = []
      nodes.reserveCapacity(elements.count)
      for element in elements {
        nodes.append(try node(element, level + 1, within: whole))
      }
      return maker.sequence(nodes, at: mark)
    case .object(let members):
      let mark = maker.mark()
      var entries: [(key: String, keyMark: Mark, value: Node)] = []
      entries.reserveCapacity(members.count)
      for member in members {
        let keyMark = maker.mark()
        let value = try node(member.value, level + 1, within: whole)
        entries.append((member.name, keyMark, value))
      }
      return maker.mapping(entries, at: mark)
    }
  }
}
