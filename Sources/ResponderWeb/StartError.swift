// Why the gateway does not start.

/// A reason in words, and the status that the program ends with.
package struct StartError: Error, CustomStringConvertible {
  /// Whose fault it is.
  package enum Cause: Int32, Sendable {
    /// The system refused something.
    case system = 1
    /// The command line, or a file that it names, is invalid.
    case usage = 2
  }

  package let cause: Cause
  package let description: String

  init(_ cause: Cause, _ description: String) {
    self.cause = cause
    self.description = description
  }
}
