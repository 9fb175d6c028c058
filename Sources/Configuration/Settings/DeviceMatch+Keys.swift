// The keys of a device entry's `match`.

import ConfigurationText
import ResponderKit

extension DeviceMatch {
  static var keys: [Key<DeviceMatch, Reader>] {
    [
      Key("name", \.name, .text),
      Key("vendor", value: "four hexadecimal digits", \.vendor, hexadecimal),
      Key("product", value: "four hexadecimal digits", \.product, hexadecimal),
      Key("serial", \.serial, .text),
      Key("path", \.path, .text),
      Key("kind", \.kind, .choice(kinds)),
    ]
  }

  private static let kinds = [
    Device.Kind.touchscreen, .touchpad, .mouse, .keys, .accelerometer,
  ].map { ($0.rawValue, $0) }

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
