// Why the gateway cannot start.

/// An error at the start, and the exit status.
package struct StartError: Error, CustomStringConvertible {
  /// The cause of the error.
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
