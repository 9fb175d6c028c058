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

  /// The text of a scalar, nil for a sequence or mapping.
  package var string: String? {
    if case .scalar(let scalar) = content { scalar.text } else { nil }
  }

  /// The scalar, if it is one.
  package var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The elements, if it is a sequence.
  package var sequence: [Node]? {
    if case .sequence(let nodes) = content { nodes } else { nil }
  }

  /// The entries, if it is a mapping.
  package var mapping: Mapping? {
    if case .mapping(let mapping) = content { mapping } else { nil }
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
}

/// Keys and values in the order in which they were written.
package struct Mapping {
  /// One key and its value.
  package struct Entry {
    /// The key's text.
    package let key: String
    /// The position of the key.
    package let keyMark: Mark
    /// The value.
    package let value: Node

    /// A complaint about the key.
    package func complaint(
      _ message: String, severity: Diagnostic.Severity = .error
    ) -> Diagnostic {
      Diagnostic(at: keyMark, path: value.path, message, severity: severity)
    }
  }

  /// The entries; each key occurs once.
  package let entries: [Entry]
  /// Whether entries are missing, because a merge key names something that cannot be merged.
  package private(set) var isIncomplete = false

  init(entries: [Entry], isIncomplete: Bool = false) {
    self.entries = entries
    self.isIncomplete = isIncomplete
  }

  /// The value of a key.
  package subscript(_ key: String) -> Node? { entries.first { $0.key == key }?.value }
}
