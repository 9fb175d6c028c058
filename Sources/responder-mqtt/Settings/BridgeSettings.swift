// The configuration of the bridge: one YAML file, read with located errors.

import ConfigurationText

/// The settings of `/etc/responderd/mqtt.yaml`, with the defaults for omitted keys.
struct BridgeSettings: FileSettings, Hashable, Sendable {
  /// The broker and how to log in.
  var broker = BrokerSettings()
  /// The first levels of every topic.
  var prefix = "responderd"
  /// The name of this panel in topics; nil for the host name.
  var panel: String?
  /// The socket of the daemon.
  var socket = "/run/responderd/socket"
  /// The published records.
  var publish = PublishSettings()
  /// The retained topics of the panel.
  var state = StateSettings()
  /// The qualities of service.
  var qos = QualitySettings()
  /// The limits of the queue while the broker cannot be reached.
  var queue = QueueSettings()
  /// The requests that the broker's clients may send.
  var requests = RequestSettings()
  /// The announcement to Home Assistant; nil for none.
  var homeAssistant: HomeAssistantSettings?

  /// The defaults.
  init() {}

  static var keys: [Key<BridgeSettings, Reader>] {
    [
      part("broker", \.broker, BrokerSettings.keys, "a broker", required: true),
      Key("prefix", \.prefix) { $0.topicPrefix($1) },
      Key("panel", \.panel) { $0.topicLevel($1) },
      Key("socket", \.socket) { $0.socketPath($1) },
      part("publish", \.publish, PublishSettings.keys, "a choice of records"),
      part("state", \.state, StateSettings.keys, "the settings of state topics"),
      part("qos", \.qos, QualitySettings.keys, "qualities of service"),
      part("queue", \.queue, QueueSettings.keys, "bounds of the queue"),
      part("requests", \.requests, RequestSettings.keys, "the settings of requests"),
      Key("homeAssistant") { settings, node, reader in
        var part = HomeAssistantSettings()
        reader.fields(
          of: node, into: &part, keys: HomeAssistantSettings.keys, context: reader,
          what: "the settings of Home Assistant")
        settings.homeAssistant = part
      },
    ]
  }

  private static func part<Part>(
    _ name: String, _ path: WritableKeyPath<BridgeSettings, Part>, _ keys: [Key<Part, Reader>],
    _ what: String, required: Bool = false
  ) -> Key<BridgeSettings, Reader> {
    Key(name, required: required) { settings, node, reader in
      reader.fields(
        of: node, into: &settings[keyPath: path], keys: keys, context: reader, what: what)
    }
  }

  /// Reports settings that contradict each other.
  func checkRelations(_ root: Node, _ reader: Reader) {
    if broker.user == nil, broker.passwordFile != nil, let node = root["broker"]?["passwordFile"] {
      reader.complain(node.complaint("expected the key \"user\" beside a passwordFile, found none"))
    }
    if let own = homeAssistant, own.prefix == prefix || own.prefix.hasPrefix("\(prefix)/"),
      let node = root["homeAssistant"]
    {
      reader.complain(
        node.complaint("expected another prefix than that of the panel's topics, found the same"))
    }
    if broker.user != nil, broker.tls == nil, !broker.isLocal, let node = root["broker"]?["user"] {
      reader.complain(
        node.complaint(
          "the password is sent without encryption; add tls: {} to the broker", severity: .warning))
    }
  }
}
