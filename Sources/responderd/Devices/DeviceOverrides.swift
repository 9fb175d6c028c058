// Device settings that requests have changed at run time.

import Configuration
import ConfigurationText
import Devices
import ResponderKit

/// Device settings over those of the configuration, until it is read again.
struct DeviceOverrides {
  /// The settings of one device, in the order in which they were set.
  private struct Entry {
    let device: DeviceIdentity
    let description: DeviceDescription
    var values: [(key: String, node: Node)]

    /// The device's entry in the configuration, with these settings.
    func rule(in settings: Settings) throws(BlueprintError) -> DeviceRule {
      var rule = settings.devices.first { $0.match.matches(description) } ?? DeviceRule()
      let screens = settings.screens.map(\.id)
      for value in values { try rule.set(value.key, to: value.node, screens: screens) }
      rule.match = DeviceMatch()
      rule.match.identity = device
      return settings.complete(rule)
    }
  }

  private var entries: [Entry] = []

  /// No settings.
  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// The keys that are set for a device.
  func keys(of description: DeviceDescription) -> [String] {
    entries.first { $0.device.matches(description) }?.values.map(\.key) ?? []
  }

  /// Sets a key of a device as an entry of the configuration would; nil restores the file's value.
  ///
  /// The entry must match none of the `others`, so that it is for one device only.
  mutating func set(
    _ key: String, to node: Node?, of description: DeviceDescription,
    among others: [DeviceDescription], in settings: Settings
  ) throws(BlueprintError) {
    let known = entries.first { $0.device.matches(description) }
    var entry =
      known
      ?? Entry(
        device: DeviceIdentity(of: description, among: others), description: description,
        values: [])
    entry.values.removeAll { $0.key == key }
    if let node { entry.values.append((key, node)) }
    let rule = try entry.rule(in: settings)
    if key == "grabEscape", let node,
      let unknown = rule.grabEscape.keys.sorted().first(where: { KeyNames.key($0) == nil })
    {
      throw BlueprintError([node.complaint("keys: the kernel has no key named \(unknown)")])
    }
    if let node, rule.passesOn, description.kind != .keys {
      throw BlueprintError([node.complaint(DeviceRule.ofTouches)])
    }
    entries.removeAll { $0.device.matches(description) }
    if !entry.values.isEmpty { entries.append(entry) }
  }

  /// The configuration's rules, after one rule for each device with settings.
  func rules(_ settings: Settings, screens: [Screen]) -> DeviceRules {
    // A value that could be read when it was set can be read now.
    let set = entries.reversed().compactMap { try? $0.rule(in: settings) }
    return DeviceRules(rules: set + settings.deviceRules, screens: screens)
  }
}
