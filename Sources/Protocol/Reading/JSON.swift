// A JSON value in memory, before a request is decoded from it.

/// Any JSON value; an object keeps the order of its members.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A member of an object: its name and value.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSON

    /// A member with a name and a value.
    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// An object with these members.
  package init(_ members: [(String, JSON)]) {
    self = .object(members.map { Member($0.0, $0.1) })
  }

  /// The value of a member, or nil if this is no object or has no such member.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The kind of value, for messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): "\"\(value.count > 40 ? value.prefix(40) + "…" : value)\""
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The members of an object, or nil.
  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements of an array, or nil.
  package var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text of a string, or nil.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, with or without fraction, or nil.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The integer, or nil; a number such as 3.0 is an integer.
  package var int: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The boolean, or nil.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value as one line of JSON, without a line feed.
  package var text: String {
    let writer = LineWriter(capacity: 256)
    writer.value(self)
    return writer.text
  }
}
