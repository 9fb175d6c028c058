// The limits of one connection, which its hello line lists.

/// The limits of one client.
package struct Limits: Hashable, Sendable {
  /// The longest line that a client may send, in bytes.
  package var lineBytes = 65_536
  /// The deepest nesting of a line.
  package var depth = 32
  /// The number of bytes that may wait for a client that does not read.
  package var queueBytes = 1_048_576
  /// The number of subscriptions of a connection.
  package var subscriptions = 16
  /// The number of requests per second of a connection.
  package var requestsPerSecond = 1_000
  /// The number of records that are kept for clients that reconnect.
  package var history = 4_096
  /// The number of views and recognizers that a connection may own.
  package var ownedViews = 2_000
  /// The number of views, controllers and recognizers in the tree after an edit.
  package var views = 16_384

  /// The default limits.
  package init() {}
}
