// The conditions of a rule for a device: patterns, numbers, its kind.

package import ResponderKit

/// The conditions of a device rule; a condition that is nil matches every device.
package struct DeviceMatch: Hashable, Sendable {
  /// A pattern for the driver's name; `*` matches any text, `?` any character.
  package var name: String?
  package var vendor: Int?
  package var product: Int?
  /// A pattern for the serial number.
  package var serial: String?
  /// A pattern for how it is connected (udev's ID_PATH).
  package var path: String?
  package var kind: Device.Kind?
  /// One device, and no other that is like it.
  package var identity: DeviceIdentity?
  /// The node itself, such as `/dev/input/event3`: for one run, as nodes change their numbers.
  package var node: String?

  /// A match of every device.
  package init() {}

  /// Whether the conditions name devices, so that keyboards and touchpads can match.
  package var isSpecific: Bool { conditionCount > 0 }

  /// The number of conditions: one with fewer is for more devices.
  package var conditionCount: Int {
    let names = [name, serial, path].compactMap { $0 }.filter { !$0.allSatisfy { $0 == "*" } }
    let others = [vendor != nil, product != nil, kind != nil, node != nil, identity != nil]
    return names.count + others.count { $0 }
  }

  /// Whether a device is such a one.
  package func matches(_ device: DeviceDescription) -> Bool {
    if let name, !Glob.matches(name, device.name) { return false }
    if let vendor, vendor != device.vendor { return false }
    if let product, product != device.product { return false }
    if let serial, !Glob.matches(serial, device.serial) { return false }
    if let path, !Glob.matches(path, device.path) { return false }
    if let kind, kind != device.kind { return false }
    if let node, node != device.node { return false }
    if let identity, !identity.matches(device) { return false }
    return true
  }
}
