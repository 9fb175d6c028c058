// What can go wrong between a program and the daemon.

internal import LinuxKit
internal import Wire

/// Why the client could not do what it was asked.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The socket could not be reached; the system's words, with what to do.
  case unreachable(String)
  /// The connection ended; the daemon's reason if it gave one.
  case closed(reason: String?)
  /// Something else than the daemon answers, or a daemon of another major version.
  case notUnderstood(String)
  /// The daemon refused a request: its stable code and its sentence.
  case refused(code: String, message: String)
  /// No answer came in time.
  case timedOut

  /// What happened, in a sentence.
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
