// The limits of all connections together.

import Blueprint
import Wire

/// Limits of the server; the limits of a single connection are the protocol's `Limits`.
struct ServerLimits: Hashable, Sendable {
  /// The number of connections.
  var connections = 2048
  /// The number of connections of one user.
  var connectionsPerUser = 1536
  /// The number of bytes that wait for all clients together; above it, the slowest is disconnected.
  var queueBytes = 67_108_864
  /// The time in which a client that is being disconnected may read its last lines, in
  /// microseconds.
  var grace: Int64 = 5_000_000
}

extension ServerLimits {
  /// The limits of the configuration.
  init(_ settings: LimitSettings) {
    connections = settings.connections
    connectionsPerUser = settings.connectionsPerUser
    queueBytes = settings.allQueueBytes
  }
}

extension Limits {
  /// The limits of the configuration.
  init(_ settings: LimitSettings) {
    self.init()
    lineBytes = settings.lineBytes
    depth = settings.depth
    queueBytes = settings.queueBytes
    subscriptions = settings.subscriptions
    requestsPerSecond = settings.requestsPerSecond
    history = settings.history
    ownedViews = settings.ownedViews
    views = settings.views
  }
}
