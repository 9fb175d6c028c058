// The keys of an entry of `devices`.

import ConfigurationText
import Protocol
import ResponderKit

extension DeviceRule {
  /// Whether the devices that the rule matches have positions, and so need a screen.
  var hasPositions: Bool {
    switch match.kind {
    case .touchscreen, .touchpad, .mouse, .pointer, .recording, nil: !isIgnored
    case .keys, .accelerometer: false
    }
  }

  static var keys: [Key<DeviceRule, Reader>] {
    [
      Key("match", \.match, over: DeviceMatch(), DeviceMatch.keys, "a match"),
      Key("screen", \.screen, .name),
      Key("region", \.region, .area),
      Key("zone", \.zone, .name),
      Key("source", \.backend, .choice(Backend.self)),
      Key("ignore", \.isIgnored, .bool),
      Key(
        "rotate", \.rotate,
        Form(
          ValueType("", choices: ["0", "90", "180", "270"]),
          write: { .integer($0.rawValue) },
          read: { reader, node in
            guard let rotation = node.scalar?.int.flatMap({ Rotation(rawValue: $0) }) else {
              reader.expected("0, 90, 180 or 270", at: node)
              return nil
            }
            return rotation
          })),
      Key("calibrationMatrix", value: "list of 6 or 9 numbers", \.calibrationMatrix, matrix),
      Key("mirror", value: ValueType("one or a list of", choices: ["x", "y"]), \.mirror) {
        reader, node in
        let axes = [("x", Mirror.horizontal), ("y", Mirror.vertical)]
        return Mirror(reader.oneOrMore(node) { reader.choice($0, axes) })
      },
      Key("grab", \.grab, .bool),
      Key("grabEscape", \.grabEscape, over: GrabEscape(), GrabEscape.keyTable, "grabEscape"),
      Key("passesOn", \.passesOn, .bool),
      Key("passedOnCancel", \.passedOnCancel, .choice(PassedOnCancel.self)),
      Key("hovering", \.translation.hovering, .choice(Hovering.self)),
      Key("physicalSize", value: "[width, height], above 0, in millimetres", \.physicalSize) {
        reader, node in
        reader.size(node).map { PhysicalSize(width: $0.width, height: $0.height) }
      },
      Key("presentContacts", \.presentContacts, .choice(PresentContacts.self)),
      Key("noise", \.noise, over: NoiseSettings(), NoiseSettings.keys, "noise"),
      Key(
        "touchAccommodations", value: "mapping", \.touchAccommodations, TouchAccommodations.read),
    ]
  }

  private static func matrix(_ reader: Reader, _ node: Node) -> CalibrationMatrix? {
    let count = node.sequence?.count == 9 ? 9 : 6
    guard let numbers = reader.numbers(node, count: count, "6 or 9 numbers") else { return nil }
    do throws(CalibrationMatrix.Problem) {
      return try CalibrationMatrix(numbers)
    } catch {
      reader.complain(node.complaint("\(error)"))
      return nil
    }
  }

  /// Why `passesOn` is not for other devices.
  package static let ofTouches =
    "expected match: { kind: keys } in the entry, because this is for keys; to pass touches on, "
    + "write passesOn: true on a window"

  static func read(_ node: Node, _ reader: Reader) -> [DeviceRule]? {
    reader.list(node, "devices") { element in
      var device = DeviceRule()
      reader.fields(
        of: element, into: &device, keys: keys, context: reader, what: "a device")
      if device.passesOn, device.match.kind != .keys, let place = element["passesOn"] {
        reader.complain(place.complaint(ofTouches))
      }
      return device
    }
  }
}
