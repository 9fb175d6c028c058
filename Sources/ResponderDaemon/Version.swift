// The daemon's own version.

extension Daemon {
  /// The version that the hello line and the status tell.
  package static let version = "0.1.0"
}
