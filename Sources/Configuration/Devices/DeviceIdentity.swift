// The identity by which a device is recognized when it is plugged in again.

import ResponderKit

/// The identity by which a device is recognized when it is plugged in again.
package struct DeviceIdentity: Hashable, Sendable {
  private let kind: Device.Kind
  private let name: String
  private let vendor: Int
  private let product: Int
  private let serial: String
  private let path: String
  /// The node, used only if nothing else differs: numbers of nodes change.
  private var node: String?

  /// The properties that differ between devices.
  package init(of device: DeviceDescription, among others: [DeviceDescription]) {
    kind = device.kind
    name = device.name
    vendor = device.vendor
    product = device.product
    serial = device.serial
    path = device.path
    if others.contains(where: { $0.node != device.node && matches($0) }) { node = device.node }
  }

  /// Whether a device is this one.
  package func matches(_ device: DeviceDescription) -> Bool {
    device.kind == kind && device.name == name && device.vendor == vendor
      && device.product == product && device.serial == serial && device.path == path
      && (node == nil || device.node == node)
  }
}
