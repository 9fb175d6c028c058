// Nodes of values that were not read as YAML, such as those of a request.

/// Makes nodes without a text; their marks keep the order in which they are made.
package final class NodeMaker {
  private let document: Document
  private var count = 0

  /// A maker of nodes; the name is for messages only.
  package init(file: String) { document = Document(of: SourceText(file: file, bytes: [])) }

  /// The next position: that of a value, before those in it.
  package func mark() -> Mark { Mark(source: document.source, position: position()) }

  private func position() -> Mark.Position {
    count += 1
    return Mark.Position(line: 1, column: count, length: 1)
  }

  /// A single value.
  package func scalar(_ text: String, _ style: Scalar.Style) -> Node {
    var text = text
    let number = text.withUTF8 {
      document.append($0, style, in: .root, at: position())
    }
    return Node(document: document, number: number)
  }

  /// A list of nodes that this maker has made.
  package func sequence(_ nodes: [Node], at mark: Mark) -> Node {
    let number = document.append(.sequence, in: .root, at: mark.position)
    for (index, node) in nodes.enumerated() {
      document.put(node.number, in: Document.Slot(parent: number, place: Int32(index)))
    }
    document.fill(number, with: ContiguousArray(nodes.map(\.number)))
    return Node(document: document, number: number)
  }

  /// A mapping of keys, no two of them alike, to nodes that this maker has made.
  package func mapping(
    _ entries: [(key: String, keyMark: Mark, value: Node)], at mark: Mark
  ) -> Node {
    let number = document.append(.mapping, in: .root, at: mark.position)
    var list: ContiguousArray<Int32> = []
    list.reserveCapacity(2 * entries.count)
    for entry in entries {
      var text = entry.key
      let key = text.withUTF8 {
        document.appendKey($0, .doubleQuoted, at: entry.keyMark.position)
      }
      document.put(entry.value.number, in: Document.Slot(parent: number, place: key))
      list.append(key)
      list.append(entry.value.number)
    }
    document.fill(number, with: list)
    return Node(document: document, number: number)
  }
}
