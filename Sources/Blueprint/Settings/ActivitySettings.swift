// The settings of idle notifications.

import YAML

/// What counts as nobody being there, as written.
package struct ActivitySettings: Hashable, Sendable {
  /// The seconds without a finger or key after which nobody is there; nil for never.
  package var idleAfter: Double?

  /// The usual: nothing is said.
  package init() {}

  static var keys: [Key<ActivitySettings, Reader>] {
    [Key("idleAfter", \.idleAfter, .seconds(0.1...1_000_000))]
  }
}
