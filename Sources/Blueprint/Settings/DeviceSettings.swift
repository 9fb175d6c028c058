// Which devices are used, and how their positions become points.

package import ResponderKit
import YAML

/// One entry of `devices` as written; the first whose match fits a device is used for it.
package struct DeviceSettings: Hashable, Sendable {
  /// The two ways to read a device.
  package enum Source: String, Sendable, CaseIterable { case libinput, evdev }

  /// What a device must be for this entry.
  package var match = DeviceMatch()
  /// The screen it belongs to; nil means the only one.
  package var screen: String?
  /// The part of the screen that it covers; nil means all of it.
  package var region: Rect?
  /// How it is read; nil means libinput for touchscreens and evdev for touchpads.
  package var source: Source?
  /// Whether it is left alone altogether.
  package var isIgnored = false
  /// By how much the panel is turned clockwise: 0, 90, 180 or 270 degrees.
  package var rotate = 0
  /// Six numbers that map unturned positions from 0 to 1, row by row.
  package var calibrationMatrix: [Double]?
  /// Whether everybody else stops getting its events.
  package var grab = false

  /// An entry that fits every device and changes nothing.
  package init() {}

  static var keys: [Key<DeviceSettings, Reader>] {
    [
      Key("match", \.match) { reader, node in
        var match = DeviceMatch()
        reader.fields(
          of: node, into: &match, keys: DeviceMatch.keys, context: reader, what: "a match")
        return match
      },
      Key("screen", \.screen) { $0.name($1) },
      Key("region", \.region) { reader, node in
        guard let numbers = reader.numbers(node, count: 4, "[x, y, width, height]") else {
          return nil
        }
        guard numbers[2] > 0, numbers[3] > 0 else {
          reader.expected("a width and a height above 0", at: node)
          return nil
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      },
      Key("source", \.source) { $0.choice($1, Source.self) },
      Key("ignore", \.isIgnored) { $0.bool($1) },
      Key("rotate", \.rotate) { reader, node in
        guard let angle = node.scalar?.int, [0, 90, 180, 270].contains(angle) else {
          reader.expected("0, 90, 180 or 270", at: node)
          return nil
        }
        return angle
      },
      Key("calibrationMatrix", \.calibrationMatrix, matrix),
      Key("grab", \.grab) { $0.bool($1) },
    ]
  }

  private static func matrix(_ reader: Reader, _ node: Node) -> [Double]? {
    let count = node.sequence?.count == 9 ? 9 : 6
    guard let numbers = reader.numbers(node, count: count, "6 or 9 numbers") else { return nil }
    guard count == 6 || numbers[6...].elementsEqual([0, 0, 1]) else {
      reader.expected("0, 0, 1 as the last row", at: node)
      return nil
    }
    let determinant = numbers[0] * numbers[4] - numbers[1] * numbers[3]
    guard abs(determinant) > 1e-9 else {
      reader.complain(
        node.complaint("expected a matrix that can be undone, found one that maps to a line"))
      return nil
    }
    return Array(numbers[..<6])
  }

  static func read(_ node: Node, _ reader: Reader) -> [DeviceSettings]? {
    reader.list(node, "devices") { element in
      var device = DeviceSettings()
      reader.fields(
        of: element, into: &device, keys: keys, context: reader, what: "a device")
      return device
    }
  }
}
