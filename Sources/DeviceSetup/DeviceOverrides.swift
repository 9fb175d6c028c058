// What was set of devices while the daemon runs, over what the configuration says.

package import Blueprint
package import ResponderKit
package import TouchSources
package import YAML

/// What was set of devices over what the configuration says, until it is read again.
package struct DeviceOverrides {
  /// The values of one device, in the order in which they were set.
  private struct Entry {
    let device: DeviceIdentity
    let description: DeviceDescription
    var values: [(key: String, node: Node)]

    /// The device's entry of the configuration, with the values in it.
    func settings(in settings: Settings) throws(BlueprintError) -> DeviceSettings {
      var written =
        settings.devices.first { DeviceMatch($0.match).matches(description) } ?? DeviceSettings()
      let screens = settings.screens.map(\.id)
      for value in values { try written.set(value.key, to: value.node, screens: screens) }
      return written
    }
  }

  private var entries: [Entry] = []

  /// Nothing is set.
  package init() {}

  /// The keys that are set of a device.
  package func keys(of description: DeviceDescription) -> [String] {
    entries.first { $0.device.matches(description) }?.values.map(\.key) ?? []
  }

  /// Sets a key of a device as an entry of the configuration would; nil gives the file's back.
  ///
  /// The others are the devices that it must be told from.
  package mutating func set(
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
    _ = try entry.settings(in: settings)
    entries.removeAll { $0.device.matches(description) }
    if !entry.values.isEmpty { entries.append(entry) }
  }

  /// The configuration's rules, and before them one for each device that something was set of.
  ///
  /// What is doubtful is noted of the configuration and of what was set apart.
  package func rules(
    _ settings: Settings, screens: [Screen], note: (String) -> Void, noteSet: (String) -> Void
  ) -> DeviceRules {
    var rules = DeviceRules(settings, screens: screens, note: note)
    guard !entries.isEmpty else { return rules }
    let translation = TranslationSettings(settings) { _ in }
    for entry in entries {
      // What could be read when it was set can be read now.
      guard let written = try? entry.settings(in: settings) else { continue }
      var rule = DeviceRule(written, translation, note: noteSet)
      rule.match = DeviceMatch()
      rule.match.identity = entry.device
      rules.rules.insert(rule, at: 0)
    }
    return rules
  }
}
