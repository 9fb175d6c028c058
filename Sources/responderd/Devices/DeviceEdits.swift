// Edits of device settings, checked before they are made.

import CommandLine
import Configuration
import ConfigurationText
import Devices
import Protocol
import ResponderKit

/// Edits of device settings, with the keys of entries under `devices` in the configuration.
struct DeviceEdits {
  /// The settings after the edits.
  private(set) var overrides: DeviceOverrides
  /// Whether there is an edit.
  private(set) var isChanged = false
  private let settings: Settings
  /// Called only when a device is named, because it examines all devices.
  private let statuses: () -> [DeviceStatus]
  private let devices: ContiguousArray<KnownDevice>

  init(
    _ overrides: DeviceOverrides, _ settings: Settings, _ devices: ContiguousArray<KnownDevice>,
    statuses: @escaping () -> [DeviceStatus]
  ) {
    self.overrides = overrides
    self.settings = settings
    self.devices = devices
    self.statuses = statuses
  }

  /// Plans to set keys of a device; nil restores the value of the file.
  mutating func set(
    _ name: String, _ values: [(key: String, node: Node?)], _ path: String
  ) throws(ProtocolError) {
    let all = statuses()
    let device = try find(name, in: all, "\(path).device")
    let others = all.map(\.description)
    for value in values {
      do throws(BlueprintError) {
        try overrides.set(
          value.key, to: value.node, of: device, among: others, in: settings)
      } catch {
        let path = "\(path).\(value.key)"
        throw ProtocolError(.invalidEdit, error.message(at: path), path: path)
      }
    }
    isChanged = true
  }

  /// The device with a name in records, or with a name of the kernel.
  private func find(
    _ name: String, in all: [DeviceStatus], _ path: String
  ) throws(ProtocolError) -> DeviceDescription {
    if let one = all.first(where: { $0.recordName == name || $0.description.node == name }) {
      return one.description
    }
    let named = all.filter { $0.description.name == name }
    if named.count == 1 { return named[0].description }
    guard named.isEmpty else {
      let nodes = named.map(\.description.node).joined(separator: ", ")
      throw ProtocolError(
        .notFound, at: path,
        "\(named.count) devices are named \"\(name)\"; give the node of one of them: \(nodes)")
    }
    if devices.contains(where: { $0.device.name == name }) {
      throw ProtocolError(.unavailable, at: path, "\"\(name)\" is a recording; it has no settings")
    }
    let known = all.map { $0.recordName ?? $0.description.name }
    let hint =
      didYouMean(name, among: known).map { "; \($0)" }
      ?? (known.isEmpty ? "" : "; the request devices lists them")
    throw ProtocolError(
      .notFound, at: path, "no device of this machine is named \"\(name)\"\(hint)")
  }
}
