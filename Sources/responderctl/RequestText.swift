// Texts for requests in commands: JSON on the command line, or a file with JSON.

import Linux
import Protocol

/// Reads the operands that become parts of requests.
enum RequestText {
  /// The longest text that is read from a file.
  private static let limit = 16 << 20

  /// The JSON of an operand that begins like an object or a list, else of the file with that name.
  /// `-` is the standard input.
  static func json(_ operand: String) throws -> JSON {
    let isText = operand.first { !$0.isWhitespace }.map { $0 == "{" || $0 == "[" } ?? false
    let text = isText ? operand : try self.text(of: operand)
    do throws(JSONError) {
      return try JSON(parsing: text)
    } catch {
      throw Failure(.usage, "\(isText ? "the operand" : operand): expected JSON, \(error)")
    }
  }

  /// The text of a file; `-` is the standard input.
  static func text(of path: String) throws -> String {
    do throws(SystemError) {
      let bytes = try FileReader.read(path == "-" ? "/dev/stdin" : path, limit: limit)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }
}
