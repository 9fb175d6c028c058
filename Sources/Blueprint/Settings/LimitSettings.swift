// The limits of all connections together, and of each one.

import YAML

/// The limits of the configuration, with the defaults for omitted keys.
package struct LimitSettings: Hashable, Sendable {
  /// The number of connections.
  package var connections = 2048
  /// The number of connections of one user.
  package var connectionsPerUser = 1536
  /// The longest line that a program may send, in bytes.
  package var lineBytes = 65_536
  /// How deep a line may nest.
  package var depth = 32
  /// The number of requests per second of a connection.
  package var requestsPerSecond = 1_000
  /// The number of subscriptions of a connection.
  package var subscriptions = 16
  /// The number of views and recognizers that a connection may own.
  package var ownedViews = 10_000
  /// The number of views, controllers and recognizers in the tree after an edit of a client.
  package var views = 200_000
  /// The number of records that are kept for clients that reconnect.
  package var history = 4_096
  /// The number of bytes that may wait for one client.
  package var queueBytes = 1_048_576
  /// The number of bytes that may wait for all clients together.
  package var allQueueBytes = 67_108_864

  /// The usual bounds.
  package init() {}

  static var keys: [Key<LimitSettings, Reader>] {
    [
      Key("connections", \.connections, .whole(1...100_000)),
      Key("connectionsPerUser", \.connectionsPerUser, .whole(1...100_000)),
      // A name and a value must fit, and what a program sends must not fill the memory.
      Key("lineBytes", \.lineBytes, .whole(256...16_777_216)),
      Key("depth", \.depth, .whole(4...256)),
      Key("requestsPerSecond", \.requestsPerSecond, .whole(1...1_000_000)),
      Key("subscriptions", \.subscriptions, .whole(1...1_000)),
      Key("ownedViews", \.ownedViews, .whole(0...1_000_000)),
      Key("views", \.views, .whole(0...10_000_000)),
      Key("history", \.history, .whole(1...1_000_000)),
      Key("queueBytes", \.queueBytes, .whole(4_096...1_073_741_824)),
      Key("allQueueBytes", \.allQueueBytes, .whole(4_096...17_179_869_184)),
    ]
  }
}
