// The bounds of all connections together.

import Blueprint
import Wire

/// How many may be connected; the bounds of a single connection are the protocol's `Limits`.
struct ServerLimits: Hashable, Sendable {
  /// How many connections there may be.
  var connections = 2048
  /// How many of them may belong to one user.
  var connectionsPerUser = 1536
  /// How many bytes may wait for all of them together; beyond, the one that lags most must go.
  var queueBytes = 67_108_864
  /// How long a peer that is being disconnected may take its last lines, in microseconds.
  var grace: Int64 = 5_000_000
}

extension ServerLimits {
  /// What the configuration says.
  init(_ settings: LimitSettings) {
    connections = settings.connections
    connectionsPerUser = settings.connectionsPerUser
    queueBytes = settings.allQueueBytes
  }
}

extension Limits {
  /// What the configuration says.
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
