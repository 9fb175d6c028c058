// The settings of idle notifications.

import ConfigurationText

/// When the panel is idle.
package struct ActivitySettings: Hashable, Sendable {
  /// The seconds without a touch or key after which the panel is idle; nil for never.
  package var idleAfter: Double?

  /// The default: no idle notifications.
  package init() {}

  static var keys: [Key<ActivitySettings, Reader>] {
    [Key("idleAfter", \.idleAfter, .seconds(0.1...1_000_000))]
  }
}
