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
    case .sequence: return .sequence(Elements(of: number, in: document))
    case .mapping: return .mapping(Mapping(number, in: document))
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
    record.shape == .sequence ? Elements(of: number, in: document) : nil
  }

  /// The entries, if it is a mapping.
  package var mapping: Mapping? {
    record.shape == .mapping ? Mapping(number, in: document) : nil
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

  /// Whether it is a scalar of visible ASCII characters alone.
  package var isVisibleASCII: Bool {
    isScalar
      && document.withBytes(of: record) { text in
        for index in text.indices where unsafe text[index] &- 0x21 > 0x7E - 0x21 { return false }
        return true
      }
  }

  /// Whether the value is empty, `~` or `null`.
  package var isNull: Bool {
    // The longest word for it has four letters.
    isScalar && record.count <= 4 && (scalar?.isNull ?? false)
  }

  /// The value of a key, nil without the key or where it is no mapping.
  package subscript(_ key: String) -> Node? {
    isMapping ? document.value(of: key, in: number) : nil
  }

  /// Whether the node is a mapping that certainly has no such key.
  package func lacks(_ key: String) -> Bool {
    isMapping && !record.isIncomplete && document.value(of: key, in: number) == nil
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
