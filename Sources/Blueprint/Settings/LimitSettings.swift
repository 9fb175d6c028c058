// The limits of all connections together, and of each one.

package import Permissions
import YAML

/// The limits of the configuration, with the defaults for omitted keys.
package struct LimitSettings: Hashable, Sendable {
  /// The limits of all connections together.
  package var server = ServerLimits()
  /// The limits of each connection.
  package var client = Limits()

  /// The defaults.
  package init() {}

  static var keys: [Key<LimitSettings, Reader>] {
    [
      Key("connections", \.server.connections, .whole(1...100_000)),
      Key("connectionsPerUser", \.server.connectionsPerUser, .whole(1...100_000)),
      // A name and a value must fit, and what a program sends must not fill the memory.
      Key("lineBytes", \.client.lineBytes, .whole(256...16_777_216)),
      Key("depth", \.client.depth, .whole(4...256)),
      Key("requestsPerSecond", \.client.requestsPerSecond, .whole(1...1_000_000)),
      Key("subscriptions", \.client.subscriptions, .whole(1...1_000)),
      Key("ownedViews", \.client.ownedViews, .whole(0...1_000_000)),
      Key("views", \.client.views, .whole(0...10_000_000)),
      Key("history", \.client.history, .whole(1...1_000_000)),
      Key("queueBytes", \.client.queueBytes, .whole(4_096...1_073_741_824)),
      Key("allQueueBytes", \.server.queueBytes, .whole(4_096...17_179_869_184)),
    ]
  }
}
