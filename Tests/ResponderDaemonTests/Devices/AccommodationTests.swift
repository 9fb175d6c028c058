// Taps of hands that shake, before and after accommodations, and who switches these while it runs.

import Glibc
import TestSupport
import Testing

@testable import ResponderDaemon

@Suite struct AccommodationTests {
  /// A panel with 4 points a millimetre, and a square button in its middle among eight others.
  private static func configuration(millimetres: Int, _ accommodations: String) -> String {
    let size = millimetres * 4
    let buttons = (0..<9).map { index in
      let (x, y) = (
        200 - size / 2 + (index % 3 - 1) * size, 200 - size / 2 + (index / 3 - 1) * size
      )
      return "- { id: b\(index), button: { frame: [\(x), \(y), \(size), \(size)] } }"
    }
    return """
      screens: { panel: { size: [400, 400], physicalSize: [100, 100] } }
      application:
        id: app
        touchAccommodations: \(accommodations)
        windows:
          - id: main
            subviews:
              \(buttons.joined(separator: "\n        "))
      """
  }

  /// Taps that are meant for the middle of the panel, 5 s apart. A finger lands up to 4 mm beside it.
  /// The hand shakes by 2 to 8 mm to either side, 3 to 12 times a second, and two of three times it
  /// hits the glass again before it has gone.
  private static func taps(_ count: Int, _ dice: inout Dice) -> String {
    func number(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(dice.below(1000)) / 1000
    }
    var (lines, finger): ([String], Int) = ([], 0)
    for tap in 0..<count {
      let (reach, rate, phase) = (number(8, 32), number(3, 12), number(0, 2 * .pi))
      let (miss, way, axis) = (number(0, 16), number(0, 2 * .pi), number(0, .pi))
      var milliseconds = 5000 * (tap + 1)
      func line(_ time: Int, _ action: String) {
        let shake = reach * sin(phase + Double(time) / 1000 * rate * 2 * .pi)
        let x = (200 + miss * cos(way) + shake * cos(axis)).rounded()
        let y = (200 + miss * sin(way) + shake * sin(axis)).rounded()
        lines.append(
          "\(Double(time) / 1000) \(action)" + (action.hasPrefix("up") ? "" : " \(x),\(y)"))
      }
      for hit in 0...dice.below(3) {
        finger += 1
        let length = hit == 0 ? 220 + dice.below(200) : 40 + dice.below(50)
        line(milliseconds, "down \(finger)")
        for time in stride(from: milliseconds + 10, to: milliseconds + length, by: 10) {
          line(time, "move \(finger)")
        }
        line(milliseconds + length, "up \(finger)")
        milliseconds += length + 60 + dice.below(80)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The number of taps that press the button in the middle once, and no other.
  private static func reached(_ millimetres: Int, _ accommodations: String) throws -> Int {
    var dice = Dice(seed: 40)
    let stage = try Stage.started(
      configuration(millimetres: millimetres, accommodations), script: taps(count, &dice))
    let peer = try stage.connect(uid: 1000, subscribing: #""types":["control"]"#)
    var good = 0
    try stage.play(seconds: 4)
    for _ in 0..<count {
      try stage.play(seconds: 5)
      let pressed = try stage.everything(for: peer).filter { $0.contains("primaryActionTriggered") }
      if pressed.count == 1, pressed[0].contains(#""control":"b4""#) { good += 1 }
    }
    return good
  }

  private static let count = 100

  @Test func `more taps of a shaking hand reach their button, and the figures are documented`()
    throws
  {
    let text = try Repository.text(of: "docs/accessible.md")
    for millimetres in [10, 15, 20, 30] {
      let before = try Self.reached(millimetres, "{}")
      let settings = "holdDuration: 0.1, ignoreRepeat: 0.4, tapAssistance"
      let initial = try Self.reached(millimetres, "{ \(settings): initial }")
      let final = try Self.reached(millimetres, "{ \(settings): final }")
      let row = "| \(millimetres) mm | \(before) | \(initial) | \(final) |"
      let isDocumented = text.contains(row)
      #expect(isDocumented, "expected in docs/accessible.md: \(row)")
      #expect(max(initial, final) > before, "\(row)")
    }
  }

  /// The presses of the button in the middle by two taps of 0.1 s, 0.2 s apart, after a request.
  private func presses(after request: String, leaves: Bool = false) throws -> (Int, [String]) {
    let stage = try Stage.started(
      Self.configuration(millimetres: 20, "{}").replacing("touchAccommodations: {}", with: ""),
      script: "1 down 1 200,200\n1.1 up 1\n1.3 down 2 200,200\n1.4 up 2\n8 wait\n")
    let peer = try stage.connect(
      uid: 1000, subscribing: #""types":["control","explain"],"explain":true"#)
    let program = try stage.connect(uid: 0)
    let answer = try stage.ask(program, #"{"id":1,\#(request)}"#)
    #expect(answer.element(0).contains(#""result""#), "\(answer)")
    if leaves { program.vanish() }
    try stage.play(seconds: 9)
    let lines = try stage.everything(for: peer)
    return (
      lines.count { $0.contains("primaryActionTriggered") },
      lines.filter { $0.contains(#""event":"drops""#) }.map { line in
        String(line.split(separator: #""event":"drops","#).last ?? "")
      }
    )
  }

  @Test(arguments: ["app", "main", "b4"])
  func `a program switches them everywhere, in a window or in a view`(view: String) throws {
    func set(_ values: String) -> String {
      #""set":{"view":"\#(view)","touchAccommodations":{\#(values)}}"#
    }
    let brief = try presses(after: set(#""holdDuration":4"#))
    #expect(brief.0 == 0)
    #expect(
      brief.1 == [
        #""view":"b4","device":"panel","contact":1,"point":[200.0,200.0],"reason":"lifted after 100 ms < 4000 ms","rule":"AC1"}"#,
        #""view":"b4","device":"panel","contact":2,"point":[200.0,200.0],"reason":"lifted after 100 ms < 4000 ms","rule":"AC1"}"#,
      ])
    let repeated = try presses(after: set(#""ignoreRepeat":4"#))
    #expect(repeated.0 == 1)
    #expect(
      repeated.1 == [
        #""view":"b4","device":"panel","contact":2,"point":[200.0,200.0],"reason":"landed 200 ms < 4000 ms after a touch","rule":"AC2"}"#
      ])
    #expect(try presses(after: set(#""tapAssistance":"final""#)) == (2, []))
    let explored = try presses(after: set(#""exploration":"doubleTap""#))
    let reason = #""reason":"explores: it reads, and two quick taps act","rule":"AC4"}"#
    #expect(explored.0 == 0)
    #expect(
      explored.1
        == (1...2).map {
          #""view":"b4","device":"panel","contact":\#($0),"point":[200.0,200.0],\#(reason)"#
        })
  }

  @Test func `they go with the program that has set them for itself`() throws {
    let request = #""set":{"view":"app","own":true,"touchAccommodations":{"holdDuration":4}}"#
    #expect(try presses(after: request).0 == 0)
    #expect(try presses(after: request, leaves: true).0 == 2)
  }

  @Test func `a view has none where it says so`() throws {
    let outer = #"{"set":{"view":"app","touchAccommodations":{"holdDuration":4}}}"#
    let inner = #"{"set":{"view":"b4","touchAccommodations":{}}}"#
    #expect(try presses(after: #""batch":[\#(outer),\#(inner)]"#).0 == 2)
  }
}
