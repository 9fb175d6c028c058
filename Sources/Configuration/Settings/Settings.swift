// Everything in a configuration besides the tree.

import CommandLine
import ConfigurationText
import ResponderKit

/// The settings of the configuration, with the defaults for omitted keys.
package struct Settings: Hashable, Sendable {
  /// The screens; one of the panel's own size where none is written.
  package var screens: [ScreenSettings] = [ScreenSettings(id: "screen")]
  /// The entries of devices in order; without any, every touchscreen is used on the only screen.
  package var devices: [DeviceRule] = []
  /// The socket for clients.
  package var socket = SocketSettings()
  /// The socket for administration; nil if there is none.
  package var controlSocket: SocketSettings?
  /// The rights of users, groups and units beside those of the socket.
  package var access: [AccessSettings] = []
  /// Keys and buttons as presses and as remote-control commands, on every device.
  package var keys = KeySettings()
  /// When a movement is a shake, on every device.
  package var shake = ShakeSettings()
  /// The settings of idle notifications.
  package var activity = ActivitySettings()

  /// The usual settings.
  package init() {}

  /// How each device is used; the first rule that matches decides.
  package var deviceRules: [DeviceRule] {
    if devices.isEmpty {
      var touchscreens = DeviceRule()
      touchscreens.match.kind = .touchscreen
      return [complete(touchscreens)]
    }
    return devices.map { complete($0) }
  }

  /// A rule with the settings that hold for every device.
  package func complete(_ rule: DeviceRule) -> DeviceRule {
    var rule = rule
    rule.translation.keys = keys
    rule.translation.shake = shake
    return rule
  }
}

/// A configuration file's top level: the settings, and the tree not yet read.
struct ConfigurationFile {
  var settings = Settings()
  var screens: Node?
  var application: Node?
  /// The ids of views in the settings, which are checked when the tree is built.
  var viewNames: [Node] = []

  static var keys: [Key<ConfigurationFile, Reader>] {
    [
      Key("screens", value: "mapping from names to screens") { file, node, reader in
        guard let screens = ScreenSettings.read(node, reader) else { return }
        file.settings.screens = screens
        file.screens = node
      },
      Key("devices", value: "list of mappings", \.settings.devices) { reader, node in
        DeviceRule.read(node, reader)
      },
      Key("socket", \.settings.socket, SocketSettings.keys, "a socket"),
      Key("controlSocket", value: "mapping") { file, node, reader in
        var socket = SocketSettings.control
        reader.fields(
          of: node, into: &socket, keys: SocketSettings.keys, context: reader, what: "a socket")
        file.settings.controlSocket = socket
      },
      Key("access", value: "list of mappings") { file, node, reader in
        guard let rules = AccessSettings.read(node, reader, views: &file.viewNames) else { return }
        file.settings.access = rules
      },
      Key("presses", \.settings.keys, KeySettings.pressKeys, "presses"),
      Key(
        "remoteControl", \.settings.keys, KeySettings.remoteControlKeys,
        "a remote control"),
      Key("motion", \.settings.shake, ShakeSettings.motionKeys, "motion"),
      Key("activity", \.settings.activity, ActivitySettings.keys, "activity"),
      Key("application", value: "mapping") { file, node, _ in file.application = node },
      // The values under this key are used only through their anchors.
      Key("definitions", value: "mapping") { _, node, reader in
        if node.mapping == nil {
          reader.expected("a mapping from names to anchored values", at: node)
        }
      },
    ]
  }

  /// Reads the top level and checks that devices name screens that exist.
  static func read(_ root: Node, _ reader: Reader) -> ConfigurationFile {
    var file = ConfigurationFile()
    reader.fields(
      of: root, into: &file, keys: keys, context: reader, what: "a configuration")
    let screens = file.settings.screens.map(\.id)
    let nodes = root["devices"]?.sequence.map(Array.init) ?? []
    for (device, node) in zip(file.settings.devices, nodes) where device.hasPositions {
      if let screen = device.screen {
        guard !screens.contains(screen), let value = node["screen"] else { continue }
        reader.expected(
          "the name of a screen", at: value, hint: didYouMean(screen, among: screens))
      } else if screens.count > 1 {
        reader.complain(
          node.complaint(
            "expected the key \"screen\", since there are \(screens.count) screens; "
              + "known here: \(screens.joined(separator: ", "))"))
      }
    }
    return file
  }
}
