// JSON syntax: members, elements, and the commas between them.

extension LineWriter {
  /// Opens an object, as an element, a member's value, or a whole line.
  package func beginObject() {
    comma()
    byte(0x7B)
  }

  /// Closes the object.
  package func endObject() { byte(0x7D) }

  /// Opens an array.
  package func beginArray() {
    comma()
    byte(0x5B)
  }

  /// Closes the array.
  package func endArray() { byte(0x5D) }

  /// Ends the line.
  package func endLine() { byte(0x0A) }

  /// Writes a comma unless this is the first of an object, an array, a value or a line.
  private func comma() {
    switch last {
    case nil, 0x7B, 0x5B, 0x3A, 0x0A: break
    default: byte(0x2C)
    }
  }

  /// Writes a member's name; its value comes next.
  @inline(__always)
  package func key(_ name: StaticString) {
    comma()
    byte(0x22)
    raw(name)
    byte(0x22)
    byte(0x3A)
  }

  /// Writes a member's name that is not known at compile time.
  package func key(_ name: String) {
    comma()
    string(name)
    byte(0x3A)
  }

  /// Writes a member with a string.
  package func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  /// Writes a member with a string, unless it is nil.
  package func member(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  /// Writes a member with a word that is known at compile time and needs no escaping.
  package func member(_ name: StaticString, word: StaticString) {
    key(name)
    byte(0x22)
    raw(word)
    byte(0x22)
  }

  /// Writes a member with an integer.
  package func member(_ name: StaticString, _ value: Int) {
    key(name)
    integer(value)
  }

  /// Writes a member with an integer.
  package func member(_ name: StaticString, _ value: UInt64) {
    key(name)
    unsigned(value)
  }

  /// Writes a member with a boolean.
  package func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes a member with a coordinate.
  package func member(_ name: StaticString, coordinate value: Double) {
    key(name)
    coordinate(value)
  }

  /// Writes a member with a ratio or an angle.
  package func member(_ name: StaticString, ratio value: Double) {
    key(name)
    ratio(value)
  }

  /// Writes a boolean.
  package func bool(_ value: Bool) {
    if value { raw("true") } else { raw("false") }
  }

  /// Writes an element of an array.
  package func element(_ value: Int) {
    comma()
    integer(value)
  }

  /// Writes an element of an array.
  package func element(_ value: String) {
    comma()
    string(value)
  }

  /// Writes an element of an array.
  package func element(coordinate value: Double) {
    comma()
    coordinate(value)
  }

  /// Writes a member with a list of strings.
  package func member(_ name: StaticString, _ values: some Sequence<String>) {
    key(name)
    beginArray()
    for value in values { element(value) }
    endArray()
  }

  /// Writes any value.
  package func value(_ json: JSON) {
    comma()
    switch json {
    case .null: raw("null")
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      byte(0x5B)
      for element in elements { value(element) }
      byte(0x5D)
    case .object(let members):
      byte(0x7B)
      for member in members {
        key(member.name)
        value(member.value)
      }
      byte(0x7D)
    }
  }
}
