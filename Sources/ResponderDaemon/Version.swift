// The daemon's own version.

internal import Wire

extension Daemon {
  /// The version that the hello line and the status tell.
  package static let version = ProgramVersion.current
}
