// Errors between a program and the daemon.

internal import Linux
internal import Protocol

/// Why the client could not do what it was asked.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The socket cannot be reached; the system's error, with a fix.
  case unreachable(String)
  /// The connection ended; the daemon's reason if it sent one.
  case closed(reason: String?)
  /// The other side is not the daemon, or a daemon with another major version of the protocol.
  case notUnderstood(String)
  /// The daemon refused a request: its stable code and its message.
  case refused(code: String, message: String)
  /// No answer came in time.
  case timedOut

  /// The error in a sentence.
  public var description: String {
    switch self {
    case .unreachable(let words): words
    case .closed(let reason): "the daemon closed the connection" + (reason.map { ": \($0)" } ?? "")
    case .notUnderstood(let words): words
    case .refused(let code, let message): "\(message) (\(code))"
    case .timedOut: "no answer came in time"
    }
  }
}
