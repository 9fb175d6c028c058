// A JSON value, for members without a typed property.

package import Protocol

/// A JSON value of a request, a reply or a record.
public struct Value: Hashable, Sendable {
  package let json: JSON

  package init(_ json: JSON) { self.json = json }

  /// The JSON value null.
  public static let null = Value(JSON.null)

  /// The value of a member of an object, or nil.
  public subscript(name: String) -> Value? { json[name].map(Value.init) }

  /// The value of an element of a list, or nil.
  public subscript(index: Int) -> Value? {
    guard let elements = json.elements, elements.indices.contains(index) else { return nil }
    return Value(elements[index])
  }

  /// The string of a JSON string, or nil.
  public var text: String? { json.string }

  /// The number of a JSON number, or nil.
  public var number: Double? { json.double }

  /// The integer of a JSON number without fraction, or nil.
  public var whole: Int? { json.int }

  /// The value of a JSON boolean, or nil.
  public var flag: Bool? { json.bool }

  /// The elements of a list, or nil.
  public var list: [Value]? { json.elements?.map(Value.init) }

  /// The names of an object's members in order, or nil.
  public var names: [String]? { json.members?.map(\.name) }

  /// Whether the value is null.
  public var isNull: Bool { json == .null }

  /// The value of a JSON text.
  public init(parsing text: String) throws(ClientError) {
    do throws(JSONError) {
      json = try JSON(parsing: text, depth: 1_000)
    } catch {
      throw .notUnderstood("expected JSON: \(error)")
    }
  }

  /// A copy of the object with one member set.
  public func setting(_ name: String, to value: Value) -> Value {
    var members = json.members ?? []
    members.removeAll { $0.name == name }
    members.append(.init(name, value.json))
    return Value(.object(members))
  }
}

extension Value: CustomStringConvertible {
  /// The value as one line of JSON.
  public var description: String { json.text }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A JSON string.
  public init(_ text: String) { json = .string(text) }

  /// A JSON number.
  public init(_ number: Double) { json = .number(number) }

  /// A JSON number without fraction.
  public init(_ number: Int) { json = .integer(number) }

  /// A JSON boolean.
  public init(_ flag: Bool) { json = .bool(flag) }

  /// A JSON array.
  public init(_ elements: [Value]) { json = .array(elements.map(\.json)) }

  /// A JSON object, with its members sorted by name.
  public init(_ members: [String: Value]) {
    json = .object(members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) })
  }

  public init(stringLiteral value: String) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(value) }
  public init(floatLiteral value: Double) { self.init(value) }
  public init(booleanLiteral value: Bool) { self.init(value) }
  public init(arrayLiteral elements: Value...) { self.init(elements) }
  public init(dictionaryLiteral elements: (String, Value)...) {
    json = .object(elements.map { JSON.Member($0.0, $0.1.json) })
  }
}
