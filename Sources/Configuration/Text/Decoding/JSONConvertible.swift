// Values as a configuration has them.

package import Protocol

/// A value that a configuration can have.
package protocol JSONConvertible {
  /// The value as a configuration has it; nil where there is nothing to write.
  var json: JSON? { get }
}

extension Bool: JSONConvertible {
  package var json: JSON? { .bool(self) }
}

extension Int: JSONConvertible {
  package var json: JSON? { .integer(self) }
}

extension Double: JSONConvertible {
  package var json: JSON? { .number(self) }
}

extension String: JSONConvertible {
  package var json: JSON? { .string(self) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSON? { self?.json }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSON? { .array(compactMap(\.json)) }
}

extension Set: JSONConvertible where Element == String {
  package var json: JSON? { .array(sorted().map { .string($0) }) }
}

extension JSON: JSONConvertible {
  package var json: JSON? { self }
}
