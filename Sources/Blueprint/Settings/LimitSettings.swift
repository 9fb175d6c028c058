// The limits of all connections together, and of each one.

import YAML

/// The limits of the configuration, with the defaults for omitted keys.
package struct LimitSettings: Hashable, Sendable {
  /// How many connections there may be.
  package var connections = 2048
  /// How many of them may belong to one user.
  package var connectionsPerUser = 1536
  /// The longest line that a program may send, in bytes.
  package var lineBytes = 65_536
  /// How deep a line may nest.
  package var depth = 32
  /// How many requests a connection may send in a second.
  package var requestsPerSecond = 1_000
  /// How many subscriptions a connection may have.
  package var subscriptions = 16
  /// How many views and recognizers of its own a connection may have.
  package var ownedViews = 10_000
  /// How many views, controllers and recognizers there may be once programs add some.
  package var views = 200_000
  /// How many records are kept for clients that connect again.
  package var history = 4_096
  /// How many bytes may wait for one program.
  package var queueBytes = 1_048_576
  /// How many bytes may wait for all of them together.
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
