// A value of a document: a scalar, a sequence or a mapping, with its position.

/// One value in a document.
package struct Node {
  /// The three shapes of a value.
  package enum Content {
    case scalar(Scalar)
    case sequence(Elements)
    case mapping(Mapping)
  }

  /// The elements of a sequence.
  package struct Elements: RandomAccessCollection {
    fileprivate let document: Document
    fileprivate let places: Range<Int32>

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }
    package subscript(_ number: Int) -> Node {
      Node(document, Int(document.children[Int(places.lowerBound) + number]))
    }
  }

  package let document: Document
  package let index: Int

  /// The value of a document with an index.
  package init(_ document: Document, _ index: Int) {
    self.document = document
    self.index = index
  }

  /// The content.
  package var content: Content {
    switch document.values[index].content {
    case .scalar(let scalar): .scalar(scalar)
    case .sequence(let places): .sequence(Elements(document: document, places: places))
    case .mapping(let places, let isIncomplete):
      .mapping(Mapping(document: document, places: places, isIncomplete: isIncomplete))
    }
  }

  /// The position in the text; for the use of an alias, that of the anchor.
  package var mark: Mark { document.mark(index) }

  /// How it is reached; for the use of an alias, where it is used.
  package var path: String { document.path(to: index) }

  /// The text of a scalar, nil for a sequence or mapping.
  package var string: String? { scalar?.text }

  /// The scalar, if it is one.
  package var scalar: Scalar? {
    if case .scalar(let scalar) = document.values[index].content { scalar } else { nil }
  }

  /// Whether it is a mapping.
  package var isMapping: Bool {
    if case .mapping = document.values[index].content { true } else { false }
  }

  /// The elements, if it is a sequence.
  package var sequence: Elements? {
    guard case .sequence(let places) = document.values[index].content else { return nil }
    return Elements(document: document, places: places)
  }

  /// The elements of a sequence; for anything else itself, which is written for a list of one.
  package var oneOrMore: [Node] { sequence.map(Array.init) ?? [self] }

  /// The entries, if it is a mapping.
  package var mapping: Mapping? {
    if case .mapping(let mapping) = content { mapping } else { nil }
  }

  /// The elements; none where it is no sequence.
  package var elements: Elements { sequence ?? Elements(document: document, places: 0..<0) }

  /// The entries; none where it is no mapping.
  package var entries: Mapping.Entries {
    mapping?.entries ?? Mapping.Entries(document: document, places: 0..<0)
  }

  /// The number, if it is a scalar that is written as one; see `Scalar.double`.
  package var double: Double? { scalar?.double }

  /// Whether the value is empty, `~` or `null`.
  package var isNull: Bool { scalar?.isNull ?? false }

  /// The value of a key, nil without the key or where it is no mapping.
  package subscript(_ key: String) -> Node? { mapping?[key] }

  /// Whether the node is a mapping that certainly has no such key.
  package func lacks(_ key: String) -> Bool {
    mapping.map { !$0.isIncomplete && $0[key] == nil } ?? false
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
}

/// The keys and values of a mapping.
package struct Mapping {
  /// One key and its value.
  package struct Entry {
    /// The value.
    package let value: Node

    /// The key's text.
    package var key: String { value.document.key(ofValue: value.index) }

    /// The position of the key.
    package var keyMark: Mark { value.document.mark(value.index - 1) }

    /// A complaint about the key.
    package func complaint(
      _ message: String, severity: Diagnostic.Severity = .error
    ) -> Diagnostic {
      Diagnostic(at: keyMark, path: value.path, message, severity: severity)
    }
  }

  /// The entries in the order in which they were written; each key occurs once.
  package struct Entries: RandomAccessCollection {
    fileprivate let document: Document
    fileprivate let places: Range<Int32>

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }
    package subscript(_ number: Int) -> Entry {
      Entry(value: Node(document, Int(document.children[Int(places.lowerBound) + number])))
    }
  }

  fileprivate let document: Document
  fileprivate let places: Range<Int32>
  /// Whether entries are missing, because a merge key names something that cannot be merged.
  package let isIncomplete: Bool

  /// The entries.
  package var entries: Entries { Entries(document: document, places: places) }

  /// The value of a key.
  package subscript(_ key: String) -> Node? {
    for place in places {
      let index = Int(document.children[Int(place)])
      if document.key(ofValue: index) == key { return Node(document, index) }
    }
    return nil
  }
}
