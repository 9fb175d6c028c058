// The announcement of the panel to Home Assistant.

import ConfigurationText

/// The discovery of Home Assistant, as configured there and here.
struct HomeAssistantSettings: Hashable, Sendable {
  /// The first levels of Home Assistant's discovery topics.
  var prefix = "homeassistant"
  /// The topic on which Home Assistant reports its start; nil for `status` below the prefix.
  var birthTopic: String?
  /// The payload of that message.
  var birthPayload = "online"
  /// The name of the device; nil for the panel's.
  var name: String?
  /// The suggested area of the device.
  var area: String?

  /// The defaults.
  init() {}

  /// The topic of the birth message.
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
