// The tree: scalars, sequences, mappings, each with its position.

/// One value in a document.
package struct Node {
  /// The three shapes of a value.
  package enum Content {
    case scalar(Scalar)
    case sequence([Node])
    case mapping(Mapping)
  }

  /// The content.
  package let content: Content
  /// The position in the text; for the use of an alias, that of the anchor.
  package let mark: Mark
  /// How it is reached; for the use of an alias, where it is used.
  package let path: Path

  /// A value at a position.
  package init(_ content: Content, at mark: Mark, path: Path) {
    self.content = content
    self.mark = mark
    self.path = path
  }

  /// The text of a scalar, nil for a sequence or mapping.
  package var string: String? { scalar?.text }

  /// The scalar, if it is one.
  package var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// Whether it is a mapping.
  package var isMapping: Bool { if case .mapping = content { true } else { false } }

  /// The elements, if it is a sequence.
  package var sequence: [Node]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The entries, if it is a mapping.
  package var mapping: Mapping? {
    if case .mapping(let mapping) = content { mapping } else { nil }
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
    /// The key's text.
    package let key: String
    /// The position of the key.
    package let keyMark: Mark
    /// The value.
    package let value: Node

    /// A key at a position and its value.
    package init(_ key: String, at keyMark: Mark, _ value: Node) {
      self.key = key
      self.keyMark = keyMark
      self.value = value
    }

    /// A complaint about the key.
    package func complaint(
      _ message: String, severity: Diagnostic.Severity = .error
    ) -> Diagnostic {
      Diagnostic(at: keyMark, path: value.path, message, severity: severity)
    }
  }

  /// The entries in the order in which they were written; each key occurs once.
  package let entries: [Entry]
  /// Whether entries are missing, because a merge key names something that cannot be merged.
  package let isIncomplete: Bool

  /// A mapping with these entries, no two of them with the same key.
  package init(_ entries: [Entry], isIncomplete: Bool = false) {
    self.entries = entries
    self.isIncomplete = isIncomplete
  }

  /// The value of a key.
  package subscript(_ key: String) -> Node? { entries.first { $0.key == key }?.value }
}
