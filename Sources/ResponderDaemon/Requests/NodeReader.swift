// Values of requests as nodes for the configuration's reader, so that errors are the same.

import Wire
import YAML

/// Turns the values of one request into nodes.
final class NodeReader {
  private let marks = MarkCounter(file: "request")
  // The deepest nesting of a configuration.
  private let depth = YAML.Limits().depth

  /// The node of a value at a path of the request.
  func node(_ json: JSON, _ path: String) throws(ProtocolError) -> Node {
    try node(json, 1, at: .root, within: path)
  }

  private func node(
    _ json: JSON, _ level: Int, at path: Path, within whole: String
  ) throws(ProtocolError) -> Node {
    guard level <= depth else {
      throw ProtocolError(
        .invalidEdit, "\(whole): expected at most \(depth) levels, found more", path: whole)
    }
    let mark = marks.next()
    let content: Node.Content
    switch json {
    case .null: content = .scalar(Scalar(text: "null", style: .plain))
    case .bool(let value):
      content = .scalar(Scalar(text: value ? "true" : "false", style: .plain))
    case .integer(let value): content = .scalar(Scalar(Int(value)))
    case .number(let value): content = .scalar(Scalar(value))
    case .string(let value): content = .scalar(Scalar(text: value, style: .doubleQuoted))
    case .array(let elements):
      var nodes: [Node] = []
      nodes.reserveCapacity(elements.count)
      for element in elements {
        nodes.append(try node(element, level + 1, at: .index(nodes.count, in: path), within: whole))
      }
      content = .sequence(nodes)
    case .object(let members):
      var entries: [Mapping.Entry] = []
      entries.reserveCapacity(members.count)
      for member in members {
        let keyMark = marks.next()
        let value = try node(
          member.value, level + 1, at: .key(member.name, in: path), within: whole)
        entries.append(Mapping.Entry(member.name, at: keyMark, value))
      }
      content = .mapping(Mapping(entries))
    }
    return Node(content, at: mark, path: path)
  }
}
