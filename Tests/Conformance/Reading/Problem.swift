// The errors of a scenario.

/// A position in a scenario file, counted from 1.
struct Place: Hashable, Sendable, CustomStringConvertible {
  var file: String
  var line: Int
  var column: Int

  var description: String { "\(file):\(line):\(column)" }
}

/// One error in a scenario: where it is, what was expected and what was found.
struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  var place: Place
  var message: String

  /// An error where one thing was expected and another was found.
  init(at place: Place, expected: String, found: String) {
    self.init(at: place, "expected \(expected), found \"\(found)\"")
  }

  /// An error with a message of its own.
  init(at place: Place, _ message: String) {
    self.place = place
    self.message = message
  }

  var description: String { "\(place): \(message)" }
}

/// All errors of one scenario.
struct Problems: Error, CustomStringConvertible {
  var list: [Problem]

  var description: String { list.map(\.description).joined(separator: "\n") }
}
