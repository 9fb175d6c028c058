// Nodes of values that were not read as YAML, such as those of a request.

/// Makes nodes without a text; their marks keep the order in which they are made.
package final class NodeMaker {
  private let source: SourceText
  private var count = 0

  /// A maker of nodes; the name is for messages only.
  package init(file: String) { source = SourceText(file: file, bytes: []) }

  /// The next position: that of a value, before those in it.
  package func mark() -> Mark {
    count += 1
    return Mark(source: source, line: 1, column: count, length: 1)
  }

  /// A single value.
  package func scalar(_ text: String, _ style: Scalar.Style, path: Path) -> Node {
    Node(content: .scalar(Scalar(text: text, style: style)), mark: mark(), path: path)
  }

  /// A list of nodes.
  package func sequence(_ nodes: [Node], at mark: Mark, path: Path) -> Node {
    Node(content: .sequence(nodes), mark: mark, path: path)
  }

  /// A mapping of keys, no two of them alike, to nodes.
  package func mapping(
    _ entries: [(key: String, keyMark: Mark, value: Node)], at mark: Mark, path: Path
  ) -> Node {
    let entries = entries.map { Mapping.Entry(key: $0.key, keyMark: $0.keyMark, value: $0.value) }
    return Node(content: .mapping(Mapping(entries: entries)), mark: mark, path: path)
  }
}
