// Single keys of a device's entry, set while the daemon runs.

import CommandLine
package import ConfigurationText

extension DeviceRule {
  /// Sets a key to a value, as the configuration writes it; all keys except `match` can be set.
  package mutating func set(
    _ name: String, to node: Node, screens: [String]
  ) throws(BlueprintError) {
    let keys = DeviceRule.keys.filter { $0.name != "match" }
    guard let key = keys.first(where: { $0.name == name }) else {
      let known = keys.map(\.name)
      let hint = didYouMean(name, among: known) ?? "known here: \(known.joined(separator: ", "))"
      throw BlueprintError([node.complaint("unknown key \"\(name)\"; \(hint)")])
    }
    let reader = Reader()
    key.apply(&self, node, reader)
    if name == "screen", let screen, !screens.contains(screen) {
      reader.expected(
        "the name of a screen", at: node, hint: didYouMean(screen, among: screens))
    }
    guard reader.errors.isEmpty else { throw BlueprintError(reader.sorted(reader.errors)) }
  }
}
