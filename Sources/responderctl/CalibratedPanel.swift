// The panel that is calibrated: its node, its screen, and its udev properties.

import CommandLine
import Configuration
import Devices
import Linux
import Protocol
import ResponderKit

/// The panel that is calibrated, and how it is laid on its screen.
struct CalibratedPanel {
  let node: String
  /// The description by udev; nil for a node that udev does not know.
  let description: DeviceDescription?
  /// How the daemon uses it but for its matrix, or how it would be used without an entry.
  let use: DeviceUse
  /// Whether a daemon answers that uses it.
  let isInUse: Bool

  /// The panel at a node, as a daemon that answers lays it; the size serves without one.
  init(node: String, size: Size?, _ arguments: Arguments) throws {
    self.node = node
    description = try DeviceListing.current(DeviceRules(screens: []))
      .first { $0.description.node == node }?.description
    let device = size == nil ? CalibratedPanel.openDevice(at: node, arguments) : nil
    isInUse = device != nil
    let region =
      device.flatMap { CalibratedPanel.region(of: $0) }
      ?? Rect(origin: .zero, size: size ?? Size(width: 800, height: 480))
    var rule = DeviceRule()
    rule.rotate = device?["rotate"]?.int.flatMap { Rotation(rawValue: $0) } ?? .none
    let axes = device?["mirror"]?.elements?.compactMap(\.string) ?? []
    if axes.contains("x") { rule.mirror.insert(.horizontal) }
    if axes.contains("y") { rule.mirror.insert(.vertical) }
    use = CalibratedPanel.use(rule, region)
  }

  /// A panel that is used like this.
  static func use(_ rule: DeviceRule, _ region: Rect) -> DeviceUse {
    DeviceUse(
      rule: rule, backend: .libinput, screen: Screen(id: "screen", size: region.size),
      region: region)
  }

  /// The node as the daemon uses it; nil if no daemon uses it.
  static func openDevice(at node: String, _ arguments: Arguments) -> JSON? {
    let devices = try? DaemonAccess.ask("devices", .object([]), arguments)["devices"]?.elements
    return devices?.first { $0["node"]?.string == node && $0["state"]?.string == "open" }
  }

  private static func region(of device: JSON) -> Rect? {
    guard let numbers = device["region"]?.elements?.compactMap(\.double), numbers.count == 4
    else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
