// Entries of `devices` that have no effect: one matches nothing, or an earlier one matches the same.

import CommandLine
import Configuration

extension HealthFact {
  /// The entries without an effect, among all devices of the machine.
  static func entries(
    _ entries: [DeviceMatch], among devices: [DeviceDescription], edit: String
  ) -> [HealthFact] {
    entries.enumerated().compactMap { index, match in
      let matched = devices.filter { match.matches($0) }
      guard let device = matched.first else { return unmatched(index, match, devices, edit) }
      return shadowed(index, match, device, by: entries, edit)
    }
  }

  private static func unmatched(
    _ index: Int, _ match: DeviceMatch, _ devices: [DeviceDescription], _ edit: String
  ) -> HealthFact {
    let meant = match.name.flatMap { self.meant(by: $0, among: devices.map(\.name)) }
    let name = match.name.map { ", with the name \"\($0)\"," } ?? ""
    let hint = didYouMean(meant).map { "; \($0)" } ?? ""
    return HealthFact(
      code: .unmatchedEntry, about: "devices[\(index)]", isProblem: meant != nil,
      text: "devices[\(index)]\(name) matches no device that is plugged in\(hint)",
      fix: meant == nil ? "responderctl devices; \(edit)  # or plug the device in" : edit)
  }

  // An entry for more devices may follow one for fewer.
  private static func shadowed(
    _ index: Int, _ match: DeviceMatch, _ device: DeviceDescription, by entries: [DeviceMatch],
    _ edit: String
  ) -> HealthFact? {
    guard let first = entries.firstIndex(where: { $0.matches(device) }), first < index,
      match.conditionCount >= entries[first].conditionCount
    else { return nil }
    return HealthFact(
      code: .shadowedEntry, about: "devices[\(index)]",
      text: "devices[\(index)] has no effect on \(device.name): devices[\(first)] matches it, too, "
        + "and comes first",
      fix: edit)
  }

  // A pattern may stand for a whole name or for its first words.
  private static func meant(by pattern: String, among names: [String]) -> String? {
    let end = pattern.hasSuffix("*") ? "*" : ""
    var known = names
    if !end.isEmpty {
      known = names.flatMap { name in
        name.indices.filter { name[$0] == " " }.map { String(name[..<$0]) } + [name]
      }
    }
    return nearest(to: String(pattern.dropLast(end.count)), in: known).map { $0 + end }
  }
}
