// A value of a configuration in memory, without the position at which it was written.

package import YAML

/// A value that a configuration can have.
package enum Setting: Hashable, Sendable {
  /// One key of a mapping and its value.
  package struct Entry: Hashable, Sendable {
    package let key: String
    package let value: Setting

    package init(key: String, value: Setting) {
      self.key = key
      self.value = value
    }
  }

  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([Setting])
  case mapping([Entry])

  /// The value that a node has.
  package init(_ node: Node) {
    switch node.content {
    case .scalar(let scalar): self.init(scalar)
    case .sequence(let nodes): self = .list(nodes.map { Setting($0) })
    case .mapping(let mapping):
      self = .mapping(mapping.entries.map { Entry(key: $0.key, value: Setting($0.value)) })
    }
  }

  private init(_ scalar: Scalar) {
    switch scalar.value {
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .text(let text):
      if scalar.isNull {
        self = .null
      } else if let bool = scalar.bool {
        self = .bool(bool)
      } else if text.utf8.first == 0x30, text.utf8.count > 1,
        text.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
      {
        // A key of a pad may be named 00.
        self = .text(text)
      } else if let integer = scalar.int {
        self = .integer(integer)
      } else if let number = scalar.double {
        self = .number(number)
      } else {
        self = .text(text)
      }
    }
  }

  /// A mapping of these keys.
  init(_ entries: [(String, Setting)]) {
    self = .mapping(entries.map { Entry(key: $0.0, value: $0.1) })
  }

  /// The text, if it is one.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The elements of a list.
  var elements: [Setting]? { if case .list(let elements) = self { elements } else { nil } }

  /// The entries of a mapping.
  var entries: [Entry]? { if case .mapping(let entries) = self { entries } else { nil } }

  /// This mapping with the entries of another one over its own.
  func merging(_ other: Setting) -> Setting {
    guard let own = entries, let new = other.entries else { return other }
    return .mapping(own.filter { old in !new.contains { $0.key == old.key } } + new)
  }
}
