// The daemon's own version.

internal import Protocol

extension Daemon {
  /// The version in the hello line and the status.
  package static let version = ProgramVersion.current
}
