// What a device must be: names with * and ?, numbers, kinds.

import YAML

/// The conditions of a device entry; all that are given must hold.
package struct DeviceMatchSettings: Hashable, Sendable {
  /// The kinds of device that can be used.
  package enum Kind: String, Sendable, CaseIterable {
    case touchscreen, touchpad, keys, accelerometer
  }

  /// The kernel's name of the device, with `*` and `?`.
  package var name: String?
  /// The vendor's number.
  package var vendor: Int?
  /// The product's number.
  package var product: Int?
  /// The serial number or unique name, with `*` and `?`.
  package var serial: String?
  /// The way to the port, udev's ID_PATH or else the driver's, with `*` and `?`.
  package var path: String?
  /// What kind of device.
  package var kind: Kind?

  /// Conditions that every device meets.
  package init() {}

  static var keys: [Key<DeviceMatchSettings, Reader>] {
    [
      Key("name", \.name) { $0.text($1) },
      Key("vendor", \.vendor, hexadecimal),
      Key("product", \.product, hexadecimal),
      Key("serial", \.serial) { $0.text($1) },
      Key("path", \.path) { $0.text($1) },
      Key("kind", \.kind) { $0.choice($1, Kind.self) },
    ]
  }

  // Four digits as lsusb prints them, with or without 0x.
  private static func hexadecimal(_ reader: Reader, _ node: Node) -> Int? {
    let text = node.string ?? ""
    let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
    guard (1...4).contains(digits.count), let number = UInt16(digits, radix: 16) else {
      reader.expected("four hexadecimal digits as lsusb prints them", at: node)
      return nil
    }
    return Int(number)
  }
}
