// An error in a recording, with its position.

/// An error in a recording: the position, what was expected, and what was found.
package struct RecordingError: Error, Hashable, CustomStringConvertible {
  /// The file's name, or a text in its place.
  package var file: String
  /// The line, from 1; 0 where the file as a whole is meant.
  package var line: Int
  /// The column, from 1, counted in bytes.
  package var column: Int
  /// The message: what was expected, and what was found.
  package var message: String

  /// An error at a position.
  package init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  package var description: String {
    line == 0 ? "\(file): \(message)" : "\(file):\(line):\(column): \(message)"
  }
}
