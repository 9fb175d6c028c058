// The allowed values of a key: how they are read, and how the reference describes them.

package import Protocol

/// The type of a key's value in the reference.
package struct ValueType: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The type with its unit and range, such as "number, 0 to 1".
  package let text: String
  /// The words that the value may be, where there are only these.
  package let choices: [String]

  /// A type with this description.
  package init(_ text: String, choices: [String] = []) {
    self.text = text
    self.choices = choices
  }

  /// A type with this description.
  package init(stringLiteral text: String) { self.init(text) }
}

/// A form of value that several keys share.
package struct Form<Value> {
  /// The type in the reference.
  package let type: ValueType
  /// Reads a value; reports an error for a node of another form.
  package let read: (Reader, Node) -> Value?
  /// The value as a configuration has it; nil where there is nothing to write.
  package let write: (Value) -> JSON?

  /// A form with its own way to read and write a value.
  package init(
    _ type: ValueType, write: @escaping (Value) -> JSON?,
    read: @escaping (Reader, Node) -> Value?
  ) {
    self.type = type
    self.write = write
    self.read = read
  }

  /// A form of a value that is written as it is.
  package init(_ type: ValueType, read: @escaping (Reader, Node) -> Value?)
  where Value: JSONConvertible {
    self.init(type, write: { $0.json }, read: read)
  }
}

extension Form where Value == Bool {
  /// A truth value.
  package static var bool: Form { Form("true or false") { $0.bool($1) } }
}

extension Form where Value == String {
  /// Some text.
  package static var text: Form { Form("text") { $0.text($1) } }

  /// A name without spaces.
  package static var name: Form { Form("name") { $0.name($1) } }
}

extension Form where Value == Int {
  /// A whole number within a range. After an error, the value is `invalid` if that is given.
  package static func whole(_ range: ClosedRange<Int>, invalid: Int? = nil) -> Form {
    Form(ValueType("whole number, \(range.lowerBound) to \(range.upperBound)")) {
      $0.whole($1, in: range) ?? invalid
    }
  }
}

extension Form where Value == Double {
  /// A number with a unit and a range.
  package static func number(_ range: ClosedRange<Double>? = nil, _ unit: String = "number") -> Form
  {
    Form(ValueType(unit, in: range)) { $0.number($1, in: range) }
  }

  /// A time in seconds.
  package static func seconds(_ range: ClosedRange<Double>) -> Form { number(range, "seconds") }

  /// A length in points, or in millimetres as `"4mm"`.
  package static func length(_ range: ClosedRange<Double>, _ unit: String = "length") -> Form {
    Form(ValueType(unit, in: range)) { $0.length($1, in: range) }
  }

  /// A distance that fingers move.
  package static var distance: Form { length(0...100_000) }

  /// A time within which fingers move.
  package static var duration: Form { seconds(0.001...3600) }
}

extension Form where Value: Equatable {
  /// One of a closed set of words.
  package static func choice(_ words: [(String, Value)]) -> Form {
    Form(
      ValueType("", choices: words.map(\.0)),
      write: { value in words.first { $0.1 == value }.map { .string($0.0) } },
      read: { $0.choice($1, words) })
  }
}

extension Form where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words of an enumeration.
  package static func choice(_ type: Value.Type) -> Form {
    Form(
      ValueType("", choices: type.allCases.map(\.rawValue)), write: { .string($0.rawValue) },
      read: { $0.choice($1, type) })
  }
}

extension Form where Value == [Double] {
  /// Offsets of content, in their order.
  package static var offsets: Form {
    let most = 1000
    return Form("list of numbers, each above the one before, at most \(most)") { reader, node in
      guard let nodes = node.sequence, nodes.count <= most else {
        reader.expected("a list of at most \(most) numbers", at: node)
        return nil
      }
      let offsets = nodes.compactMap { reader.number($0) }
      guard offsets.count == nodes.count else { return nil }
      for (index, pair) in zip(offsets, offsets.dropFirst()).enumerated() where pair.0 >= pair.1 {
        reader.expected("a number above \(pair.0)", at: nodes[index + 1])
        return nil
      }
      return offsets
    }
  }
}

extension ValueType {
  /// A unit with its range.
  package init(_ unit: String, in range: ClosedRange<Double>?) {
    guard let range else {
      self.init(unit)
      return
    }
    self.init(
      range.upperBound >= 1e9
        ? "\(unit), \(plain(range.lowerBound)) or more"
        : "\(unit), \(plain(range.lowerBound)) to \(plain(range.upperBound))")
  }

  /// One of these words, or a list of them.
  package static func oneOrMore<Value>(of words: [(String, Value)]) -> ValueType {
    ValueType("one or a list of", choices: words.map(\.0))
  }
}
