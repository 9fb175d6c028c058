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
  /// The way to the port, udev's ID_PATH, with `*` and `?`.
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

  /// Whether a device of these properties meets all conditions.
  package func fits(
    name: String, vendor: Int, product: Int, serial: String?, path: String?, kind: Kind
  ) -> Bool {
    (self.name.map { glob($0, name) } ?? true)
      && (self.vendor.map { $0 == vendor } ?? true)
      && (self.product.map { $0 == product } ?? true)
      && (self.serial.map { glob($0, serial ?? "") } ?? true)
      && (self.path.map { glob($0, path ?? "") } ?? true)
      && (self.kind.map { $0 == kind } ?? true)
  }
}

/// Whether a text fits a pattern in which `*` is any run and `?` any one character.
func glob(_ pattern: String, _ text: String) -> Bool {
  let pattern = Array(pattern.unicodeScalars)
  let text = Array(text.unicodeScalars)
  var (p, t) = (0, 0)
  // Where to go back to: after the last star, one character further each time.
  var star: (p: Int, t: Int)?
  while t < text.count {
    if p < pattern.count, pattern[p] == "*" {
      star = (p + 1, t)
      p += 1
    } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
      p += 1
      t += 1
    } else if let back = star {
      star = (back.p, back.t + 1)
      (p, t) = (back.p, back.t + 1)
    } else {
      return false
    }
  }
  return pattern[p...].allSatisfy { $0 == "*" }
}
