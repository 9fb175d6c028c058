// What tests of sources share: small devices, files, and frames in short words.

import Glibc
import ResponderKit
import TestSupport

@testable import Devices

/// Makes events by the names of their axes.
enum Axis {
  static let x = AxisCode.positionX
  static let y = AxisCode.positionY
  static let id = AxisCode.trackingID
  static let slot = AxisCode.slot
}

extension EventDescription {
  /// A touchscreen with five slots, 800 by 480 units.
  static var panel: EventDescription {
    var description = EventDescription()
    description.name = "panel"
    description.properties = [InputProperty.direct]
    description.insert(type: InputType.key, code: ButtonCode.touch)
    description.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: 4))
    description.insert(axis: AxisCode.trackingID, AxisRange(minimum: 0, maximum: 65535))
    description.insert(axis: AxisCode.positionX, AxisRange(minimum: 0, maximum: 799))
    description.insert(axis: AxisCode.positionY, AxisRange(minimum: 0, maximum: 479))
    return description
  }

  /// A panel that knows one finger: a button and two axes.
  static var singlePanel: EventDescription {
    var description = EventDescription()
    description.name = "single"
    description.properties = [InputProperty.direct]
    description.insert(type: InputType.key, code: ButtonCode.touch)
    description.insert(axis: AxisCode.x, AxisRange(minimum: 0, maximum: 799))
    description.insert(axis: AxisCode.y, AxisRange(minimum: 0, maximum: 479))
    return description
  }
}

/// A frame's content in short words: `down 1 100,200; up 2`.
func words(_ frame: borrowing Frame) -> String {
  var words: [String] = []
  for index in frame.contacts.indices {
    let contact = frame.contacts[index]
    let place = "\(number(contact.position.x)),\(number(contact.position.y))"
    words.append("\(contact.change) \(contact.id) \(place)")
  }
  if let pointer = frame.pointer {
    switch pointer {
    case .at(let point): words.append("pointer \(number(point.x)),\(number(point.y))")
    case .gone: words.append("pointer gone")
    }
  }
  if let scroll = frame.scroll {
    let (place, way) = (scroll.position, scroll.movement)
    words.append(
      "scroll \(number(place.x)),\(number(place.y)) by \(number(way.x)),\(number(way.y))")
  }
  if let zoom = frame.zoom {
    let place = zoom.position
    words.append("zoom \(number(place.x)),\(number(place.y)) by \(number(zoom.factor))")
  }
  for index in frame.presses.indices {
    words.append("press \(frame.presses[index].change) \(frame.presses[index].type.name)")
  }
  for index in frame.remoteControl.indices {
    words.append("remote \(frame.remoteControl[index].rawValue)")
  }
  for index in frame.motion.indices { words.append("motion \(frame.motion[index].rawValue)") }
  return words.joined(separator: "; ")
}

/// Every frame of recordings on a screen of 800 by 480 points: `16000 move 1 252,151`.
func frames(
  _ recordings: [Recording], origin: Int64 = 0, maximumGap: Double? = nil
) -> [String] {
  let players = recordings.map {
    RecordingPlayer(
      RecordingPart(
        $0, device: Device(name: $0.name, kind: .recording, screen: nil),
        mapping: SurfaceMapping(region: panelRegion)))
  }
  var sequence = RecordingSequence(
    players, origin: Instant(microseconds: origin), maximumGap: maximumGap)
  var lines: [String] = []
  sequence.forEachFrame { lines.append("\($0.time.microseconds) \(words($0))") }
  return lines
}

/// Every frame of the recording that a text is.
func frames(of text: String) throws -> [String] {
  frames(try RecordingReader.parse(Array(text.utf8), file: "f"))
}

/// A stream of numbers that a seed repeats.
struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }

  mutating func next(_ bound: Int) -> Int { Int(next() >> 33) % bound }
}

/// A number with at most three decimal places.
func number(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}

/// The folder of our own recordings.
func ownRecording(_ name: String) -> String {
  Repository.path("Tests/DevicesTests/Recordings/\(name)")
}

/// The size of the panel's screen.
let panelRegion = Rect(x: 0, y: 0, width: 800, height: 480)
