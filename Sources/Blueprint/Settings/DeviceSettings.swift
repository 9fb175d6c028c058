// Which devices are used, and how their positions become points.

package import ResponderKit
import YAML

/// One entry of `devices` as written; the first whose match fits a device is used for it.
package struct DeviceSettings: Hashable, Sendable {
  /// The two ways to read a device.
  package enum Source: String, Sendable, CaseIterable { case libinput, evdev }

  /// The two axes of a panel.
  package enum Axis: String, Sendable, CaseIterable { case x, y }

  /// What becomes of contacts that are down when a device is opened.
  package enum PresentContacts: String, Sendable, CaseIterable { case begin, ignore }

  /// What a contact that hovers above the surface counts as.
  package enum Hovering: String, Sendable, CaseIterable { case pointer, touch }

  /// What a device must be for this entry.
  package var match = DeviceMatchSettings()
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
  /// Along which axes the panel is mirrored.
  package var mirror: Set<Axis> = []
  /// Six numbers that map unturned positions from 0 to 1, row by row.
  package var calibrationMatrix: [Double]?
  /// Whether everybody else stops getting its events.
  package var grab = false
  /// How a person gets it back when it is grabbed.
  package var grabEscape = GrabEscapeSettings()
  /// What contacts that hover above it count as.
  package var hovering = Hovering.pointer
  /// The extent in millimetres of what it covers; nil for what the device says.
  package var physicalSize: Size?
  /// What becomes of contacts that are down when it is opened.
  package var presentContacts = PresentContacts.begin
  /// Which of its contacts are noise.
  package var noise = NoiseSettings()

  /// An entry that fits every device and changes nothing.
  package init() {}

  /// Whether what it fits can have positions, and so needs a screen.
  var hasPositions: Bool {
    switch match.kind {
    case .touchscreen, .touchpad, nil: !isIgnored
    case .keys, .accelerometer: false
    }
  }

  static var keys: [Key<DeviceSettings, Reader>] {
    [
      Key("match", \.match) { reader, node in
        var match = DeviceMatchSettings()
        reader.fields(
          of: node, into: &match, keys: DeviceMatchSettings.keys, context: reader, what: "a match")
        return match
      },
      Key("screen", \.screen) { $0.name($1) },
      Key("region", \.region) { NoiseSettings.area($0, $1) },
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
      Key("mirror", \.mirror) { reader, node in
        Set(reader.oneOrMore(node) { reader.choice($0, Axis.self) })
      },
      Key("grab", \.grab) { $0.bool($1) },
      Key("grabEscape", \.grabEscape) { reader, node in
        var escape = GrabEscapeSettings()
        reader.fields(
          of: node, into: &escape, keys: GrabEscapeSettings.keyTable, context: reader,
          what: "a way out of a grab")
        return escape
      },
      Key("hovering", \.hovering) { $0.choice($1, Hovering.self) },
      Key("physicalSize", \.physicalSize) { $0.size($1) },
      Key("presentContacts", \.presentContacts) { $0.choice($1, PresentContacts.self) },
      Key("noise", \.noise) { reader, node in
        var noise = NoiseSettings()
        reader.fields(
          of: node, into: &noise, keys: NoiseSettings.keys, context: reader, what: "noise")
        return noise
      },
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
