// How the panel introduces itself to Home Assistant.

import Blueprint
import YAML

/// The discovery of Home Assistant, as configured there and here.
package struct HomeAssistantSettings: Hashable, Sendable {
  /// The first levels of its discovery topics.
  package var prefix = "homeassistant"
  /// Where Home Assistant says that it has started; nil for `status` below the prefix.
  package var birthTopic: String?
  /// What it says there.
  package var birthPayload = "online"
  /// The name of the device; nil for the panel's.
  package var name: String?
  /// The area that is suggested for the device.
  package var area: String?

  /// The defaults.
  package init() {}

  /// The topic to listen to for its start.
  var effectiveBirthTopic: String { birthTopic ?? "\(prefix)/status" }

  static var keys: [Key<HomeAssistantSettings, Reader>] {
    [
      Key("prefix", \.prefix) { $0.topicPrefix($1) },
      Key("birthTopic", \.birthTopic) { $0.topicPrefix($1) },
      Key("birthPayload", \.birthPayload) { $0.text($1) },
      Key("name", \.name) { $0.text($1) },
      Key("area", \.area) { $0.text($1) },
    ]
  }
}
