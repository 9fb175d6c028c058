// Values in memory, as the nodes that the configuration's reader reads, and the other way round.

package import ConfigurationText
package import Protocol

extension JSON {
  /// The value that a node has.
  package init(_ node: Node) {
    switch node.content {
    case .scalar(let scalar): self.init(scalar)
    case .sequence(let nodes): self = .array(nodes.map { JSON($0) })
    case .mapping(let mapping):
      self = .object(
        mapping.entries.map { entry in
          // A name, also where it looks like a number.
          if entry.key == "id", let name = entry.value.string { return Member("id", .string(name)) }
          return Member(entry.key, JSON(entry.value))
        })
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
      } else if JSON.isName(text) {
        self = .string(text)
      } else if let integer = scalar.int {
        self = .integer(integer)
      } else if let number = scalar.double {
        self = .number(number)
      } else {
        self = .string(text)
      }
    }
  }

  // A key of a pad may be named 00.
  private static func isName(_ digits: String) -> Bool {
    digits.utf8.first == 0x30 && digits.utf8.count > 1
      && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// The node that is read as this value.
  package func node(in document: Document) -> Node { Node(document, add(to: document, .root)) }

  @discardableResult
  private func add(to document: Document, _ place: Document.Place) -> Int {
    switch self {
    case .null: document.add(Scalar(text: "null", style: .plain), place)
    case .bool(let value):
      document.add(Scalar(text: value ? "true" : "false", style: .plain), place)
    case .integer(let value): document.add(Scalar(value), place)
    case .number(let value): document.add(Scalar(value), place)
    case .string(let text):
      document.add(Scalar(text: text, style: JSON.isName(text) ? .plain : .doubleQuoted), place)
    case .array(let elements):
      document.addSequence(place) { index in
        for (number, element) in elements.enumerated() {
          element.add(to: document, .element(number, of: index))
        }
      }
    case .object(let members):
      document.addMapping(place) { index in
        for member in members {
          document.add(Scalar(text: member.name, style: .plain), .key(of: index))
          member.value.add(to: document, .value(of: index))
        }
      }
    }
  }
}

extension JSON {
  /// The name that it is, also where it is written as a number.
  package var name: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): Scalar(number).text
    case .number(let number): Scalar(number).text
    case .null, .bool, .array, .object: nil
    }
  }

  /// This object with the members of another one over its own.
  func merging(_ other: JSON) -> JSON {
    guard let own = members, let new = other.members else { return other }
    return .object(own.filter { old in !new.contains { $0.name == old.name } } + new)
  }

  /// Whether a text anywhere in it fulfils a condition.
  func mentions(_ isMeant: (String) -> Bool) -> Bool {
    switch self {
    case .string(let text): isMeant(text)
    case .array(let elements): elements.contains { $0.mentions(isMeant) }
    case .object(let members): members.contains { $0.value.mentions(isMeant) }
    case .integer(let number): isMeant(String(number))
    case .null, .bool, .number: false
    }
  }
}
