// The bounds of one connection, which its hello line tells.

/// What a peer may use.
package struct Limits: Hashable, Sendable {
  /// The longest line a peer may send, in bytes.
  package var lineBytes = 65_536
  /// How deep a line may nest.
  package var depth = 32
  /// How many bytes may wait for a peer that does not read.
  package var queueBytes = 1_048_576
  /// How many subscriptions a connection may have.
  package var subscriptions = 16
  /// How many requests a connection may send in a second.
  package var requestsPerSecond = 1_000
  /// How many records are kept for those who come back.
  package var history = 4_096
  /// How many views and recognizers of its own a connection may have.
  package var ownedViews = 10_000
  /// How many views, controllers and recognizers there may be once somebody adds some.
  package var views = 200_000

  /// The default bounds.
  package init() {}
}
