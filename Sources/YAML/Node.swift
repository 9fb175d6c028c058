// The tree: scalars, sequences, mappings, each with its position.

/// One value in a document.
package struct Node {
  /// The three shapes of a value.
  package enum Content {
    case scalar(Scalar)
    case sequence(Elements)
    case mapping(Mapping)
  }

  let document: Document
  let number: Int32

  private var record: Record { document[number] }

  /// The content.
  package var content: Content {
    let record = record
    switch record.shape {
    case .scalar: return .scalar(Scalar(text: document.text(of: number), style: record.style))
    case .sequence: return .sequence(Elements(of: record, in: document))
    case .mapping: return .mapping(Mapping(of: record, in: document))
    }
  }

  /// The position in the text; for the use of an alias, that of the anchor.
  package var mark: Mark { document.mark(of: number) }

  /// How it is reached; for the use of an alias, where it is used.
  package var path: Path { document.path(of: number) }

  /// The text of a scalar, nil for a sequence or mapping.
  package var string: String? { isScalar ? document.text(of: number) : nil }

  /// The scalar, if it is one.
  package var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// Whether it is a scalar.
  package var isScalar: Bool { record.shape == .scalar }

  /// Whether it is a mapping.
  package var isMapping: Bool { record.shape == .mapping }

  /// The elements, if it is a sequence.
  package var sequence: Elements? {
    let record = record
    return record.shape == .sequence ? Elements(of: record, in: document) : nil
  }

  /// The entries, if it is a mapping.
  package var mapping: Mapping? {
    let record = record
    return record.shape == .mapping ? Mapping(of: record, in: document) : nil
  }

  /// The number, if it is a scalar that is written as one; see `Scalar.double`.
  package var double: Double? {
    let record = record
    guard record.shape == .scalar, record.style == .plain else { return nil }
    // Most numbers are a few digits.
    if let whole = document.withBytes(of: record, { Scalar.digits($0) }) {
      return Double(whole)
    }
    return scalar?.double
  }

  /// Whether it is a scalar that ends with a byte.
  package func ends(with byte: UInt8) -> Bool {
    let record = record
    return record.shape == .scalar && document.withBytes(of: record) { unsafe $0.last == byte }
  }

  /// Whether the value is empty, `~` or `null`.
  package var isNull: Bool { scalar?.isNull ?? false }

  /// The value of a key, nil without the key or where it is no mapping.
  package subscript(_ key: String) -> Node? { mapping?[key] }

  /// Whether the node is a mapping that certainly has no such key.
  package func lacks(_ key: String) -> Bool {
    mapping.map { $0[key] == nil && !$0.isIncomplete } ?? false
  }

  /// The node in words for "expected …, found …".
  package var inWords: String {
    switch content {
    case .scalar(let scalar): scalar.inWords
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// A complaint about this node.
  package func complaint(
    _ message: String, severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    Diagnostic(at: mark, path: path, message, severity: severity)
  }

  /// A copy in a document of its own, so that the rest of the text's values can be released.
  package var detached: Node {
    let own = Document(of: document.source, at: path)
    return Node(document: own, number: own.appendCopy(of: number, from: document, in: .root))
  }
}

/// The elements of a sequence.
package struct Elements: RandomAccessCollection, ExpressibleByArrayLiteral {
  private enum Storage {
    case record(Record, Document)
    case nodes([Node])
  }

  private let storage: Storage
  package let endIndex: Int

  init(of record: Record, in document: Document) {
    storage = .record(record, document)
    endIndex = Int(record.count)
  }

  /// Nodes that are no sequence of a document.
  package init(arrayLiteral nodes: Node...) {
    storage = .nodes(nodes)
    endIndex = nodes.count
  }

  package var startIndex: Int { 0 }

  package subscript(_ index: Int) -> Node {
    precondition(index < endIndex)
    return switch storage {
    case .record(let record, let document):
      Node(document: document, number: document.child(Int32(index), of: record))
    case .nodes(let nodes): nodes[index]
    }
  }
}
