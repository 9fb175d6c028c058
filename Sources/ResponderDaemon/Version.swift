// The daemon's own version.

internal import Wire

extension Daemon {
  /// The version in the hello line and the status.
  package static let version = ProgramVersion.current
}
