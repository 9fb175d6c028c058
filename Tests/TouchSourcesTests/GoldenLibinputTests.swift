// What the real libinput gave for recordings of real devices, beside what our slots give.

import Glibc
import ResponderKit
import Testing

@testable import TouchSources

/// A recording and the output of `libinput debug-events` for it.
private struct Golden: Sendable, CustomStringConvertible {
  var output: String
  var recording: String
  var description: String { output }
}

@Suite(.enabled(if: recordingsFolder != nil)) struct GoldenLibinputTests {
  private static let goldens = [
    Golden(
      output: "atmel_4f",
      recording: "evemu-devices/touchscreens/Atmel maXTouch Touchscreen.4-finger-drag-down.events"),
    Golden(output: "dth2242", recording: "evemu-devices/tablets/Wacom DTH2242 Finger.events"),
    Golden(output: "3m_60slot", recording: "evemu-data/3m.event"),
    Golden(output: "pixel_tablet", recording: "aosp/google_pixel_tablet_touchscreen.evemu"),
    Golden(
      output: "advsil_231c",
      recording: "hid-devices-debian-6.1/win8-advanced-silicon_2149_231c_0.ev.xz"),
    Golden(
      output: "elan_000a", recording: "hid-devices-debian-6.1/win8-elan_04f3_000a_0.ev.xz"),
    Golden(
      output: "flatfrog", recording: "hid-devices-debian-6.1/win7-flatfrog_25b5_0002_0.ev.xz"),
    Golden(
      output: "ntrig_1000_touch",
      recording: "hid-devices-debian-6.1/win8-n-trig_1b96_1000_2.ev.xz"),
    Golden(
      output: "ntrig_typeA_2f",
      recording: "evemu-devices/touchscreens/N-Trig MultiTouch.2-fingers-touch-release.events"),
  ]

  /// Where contacts came down, in percent of the surface, and how many came and went.
  private struct Touches {
    var downs: [Point] = []
    var ups = 0
    var cancels = 0
  }

  /// What `libinput debug-events` printed: `TOUCH_DOWN  +0.004s  1 (1) 16.62/51.04 (…mm)`.
  private func golden(_ name: String) throws -> Touches {
    let path = try #require(recordingsFolder) + "/golden-libinput-1.22.1/\(name).txt"
    var touches = Touches()
    for line in String(decoding: try contents(path), as: UTF8.self).split(separator: "\n") {
      if line.contains("TOUCH_UP") { touches.ups += 1 }
      if line.contains("TOUCH_CANCEL") { touches.cancels += 1 }
      guard line.contains("TOUCH_DOWN"), let close = line.firstIndex(of: ")") else { continue }
      let place = line[line.index(after: close)...].split { $0 == "/" || $0 == " " || $0 == "(" }
      let x = try #require(Double(place[0]))
      let y = try #require(Double(place[1]))
      touches.downs.append(Point(x: x, y: y))
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
        for index in frame.contacts.indices {
          switch frame.contacts[index].change {
          case .down: touches.downs.append(frame.contacts[index].position)
          case .up: touches.ups += 1
          case .cancel: touches.cancels += 1
          case .move: break
          }
        }
      }
    }
    return touches
  }

  @Test(arguments: goldens)
  private func `our slots give the touches that libinput gives`(_ item: Golden) throws {
    let theirs = try golden(item.output)
    let ours = try ours(item.recording)
    #expect(ours.downs.count == theirs.downs.count)
    #expect(ours.ups == theirs.ups)
    // A contact that is down at the end of a recording is cancelled by its player alone.
    #expect(ours.cancels == theirs.downs.count - theirs.ups)
    for (own, other) in zip(ours.downs, theirs.downs) {
      #expect(abs(own.x - other.x) <= 0.011 && abs(own.y - other.y) <= 0.011, "\(own) \(other)")
    }
  }
}
