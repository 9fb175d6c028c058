// What the real libinput gave for recordings of real devices, beside what our slots give.

import Configuration
import Glibc
import ResponderKit
import Testing

@testable import Devices

/// A recording and the output of `libinput debug-events` for it.
private struct Golden: Sendable, CustomStringConvertible {
  /// How the movements that libinput reports are related to those that the device reported.
  enum Moves: Sendable {
    /// They are the same, and so are the frames.
    case all
    /// It holds some back, by so many percent of the surface, for a reason.
    case held(Double, because: String)
  }

  var output: String
  var recording: String
  var moves = Moves.all
  var description: String { output }
}

// Of the twelve outputs one, quanta_hover, is of a device whose recording is not in the collection.
@Suite(.enabled(if: recordingsFolder != nil)) struct GoldenLibinputTests {
  private static let goldens = [
    Golden(
      output: "atmel_4f",
      recording: "evemu-devices/touchscreens/Atmel maXTouch Touchscreen.4-finger-drag-down.events"),
    Golden(
      output: "dth2242", recording: "evemu-devices/tablets/Wacom DTH2242 Finger.events",
      moves: .held(0.2, because: "the device has fuzz, by which libinput smoothes")),
    Golden(
      output: "3m_60slot", recording: "evemu-data/3m.event",
      moves: .held(0.2, because: "the device has fuzz, by which libinput smoothes")),
    Golden(output: "pixel_tablet", recording: "aosp/google_pixel_tablet_touchscreen.evemu"),
    Golden(
      output: "advsil_231c",
      recording: "hid-devices-debian-6.1/win8-advanced-silicon_2149_231c_0.ev.xz"),
    Golden(
      output: "elan_000a", recording: "hid-devices-debian-6.1/win8-elan_04f3_000a_0.ev.xz"),
    Golden(
      output: "flatfrog", recording: "hid-devices-debian-6.1/win7-flatfrog_25b5_0002_0.ev.xz",
      moves: .held(0.2, because: "the device has fuzz, by which libinput smoothes")),
    Golden(
      output: "ntrig_1000_touch",
      recording: "hid-devices-debian-6.1/win8-n-trig_1b96_1000_2.ev.xz"),
    Golden(
      output: "ntrig_typeA_2f",
      recording: "evemu-devices/touchscreens/N-Trig MultiTouch.2-fingers-touch-release.events",
      moves: .held(0.2, because: "its contacts have no identity: mtdev gives one, and smoothes")),
  ]

  /// The places of each contact in percent of the surface, in the order in which they came down, and
  /// how many came, went and moved.
  private struct Touches {
    var places: [[Point]] = []
    var ups = 0
    var cancels = 0
    /// Frames with at least one event.
    var frames = 0
    /// Which contact is in which slot, or has which number.
    var live: [Int: Int] = [:]

    mutating func down(_ id: Int, _ place: Point) {
      live[id] = places.count
      places.append([place])
    }

    /// Whether it has moved at all.
    mutating func move(_ id: Int, _ place: Point) -> Bool {
      guard let index = live[id], places[index].last != place else { return false }
      places[index].append(place)
      return true
    }
  }

  /// What `libinput debug-events` printed: `TOUCH_DOWN  +0.004s  1 (1) 16.62/51.04 (…mm)`.
  private func golden(_ name: String) throws -> Touches {
    let path = try #require(recordingsFolder) + "/golden-libinput-1.22.1/\(name).txt"
    var touches = Touches()
    for line in String(decoding: try contents(path), as: UTF8.self).split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let place = words.firstIndex(where: { $0.hasPrefix("TOUCH_") }) else { continue }
      if words[place] == "TOUCH_FRAME" {
        touches.frames += 1
        continue
      }
      let slot = try #require(Int(words[place + 2]))
      switch words[place] {
      case "TOUCH_UP": touches.ups += 1
      case "TOUCH_CANCEL": touches.cancels += 1
      default:
        let close = try #require(line.firstIndex(of: ")"))
        let percent = line[line.index(after: close)...].split { "/ (".contains($0) }
        let point = Point(
          x: try #require(Double(percent[0])), y: try #require(Double(percent[1])))
        if words[place] == "TOUCH_DOWN" {
          touches.down(slot, point)
        } else {
          _ = touches.move(slot, point)
        }
      }
    }
    return touches
  }

  private func ours(_ path: String) throws -> Touches {
    let recording = try #require(try read(path).first)
    var settings = TranslationSettings()
    settings.hovering = .touch
    var part = RecordingPart(
      recording, device: Device(name: "d", kind: .touchscreen, screen: nil),
      mapping: SurfaceMapping(region: Rect(x: 0, y: 0, width: 100, height: 100)))
    part.translation = settings
    let player = RecordingPlayer(part)
    var touches = Touches()
    while let time = player.nextTime {
      player.next(at: time) { frame in
        var isSaid = false
        for index in frame.contacts.indices {
          let contact = frame.contacts[index]
          switch contact.change {
          case .down: touches.down(contact.id, contact.position)
          case .up: touches.ups += 1
          case .cancel: touches.cancels += 1
          case .move:
            // libinput does not report a change of the size or force alone.
            if !touches.move(contact.id, contact.position) { continue }
          }
          // A contact that is down at the end of a recording is cancelled by its player alone.
          isSaid = isSaid || contact.change != .cancel
        }
        if isSaid { touches.frames += 1 }
      }
    }
    return touches
  }

  @Test(arguments: goldens)
  private func `our slots give the touches that libinput gives`(_ item: Golden) throws {
    let theirs = try golden(item.output)
    let ours = try ours(item.recording)
    #expect(ours.places.count == theirs.places.count)
    #expect(ours.ups == theirs.ups)
    #expect(ours.cancels == theirs.places.count - theirs.ups)
    for (own, other) in zip(ours.places, theirs.places) {
      #expect(isNear(own[0], other[0], 0.011))
      switch item.moves {
      case .all:
        #expect(own.count == other.count)
        #expect(zip(own, other).allSatisfy { isNear($0, $1, 0.011) })
      case .held(let distance, _):
        #expect(other.count <= own.count)
        #expect(other.allSatisfy { place in own.contains { isNear($0, place, distance) } })
      }
    }
    switch item.moves {
    case .all: #expect(ours.frames == theirs.frames)
    case .held: #expect(ours.frames >= theirs.frames)
    }
  }

  private func isNear(_ one: Point, _ other: Point, _ distance: Double) -> Bool {
    abs(one.x - other.x) <= distance && abs(one.y - other.y) <= distance
  }

  @Test(arguments: ["bcm5974_typeA", "cypress_semimt"])
  func `libinput reports no touches of touchpads, so that they are read otherwise`(
    _ output: String
  ) throws {
    let theirs = try golden(output)
    #expect(theirs.places.isEmpty)
    #expect(theirs.frames == 0)
    var rule = DeviceRule()
    rule.match.kind = .touchpad
    let screen = Screen(id: "panel", size: Size(width: 800, height: 480))
    let pad = DeviceDescription(node: "/dev/input/event1", name: output, kind: .touchpad)
    guard case .used(let use) = DeviceRules(rules: [rule], screens: [screen]).decision(for: pad)
    else {
      Issue.record("a touchpad is not used")
      return
    }
    #expect(use.backend == .evdev)
  }
}
