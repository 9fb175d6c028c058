// The limits of all connections together.

/// Limits of the server; those of a single connection are `Limits`.
package struct ServerLimits: Hashable, Sendable {
  /// The number of connections.
  package var connections = 1_024
  /// The number of connections of one user.
  package var connectionsPerUser = 256
  /// The number of bytes that wait for all clients together; above it, the slowest is disconnected.
  package var queueBytes = 67_108_864

  /// The default limits.
  package init() {}
}
