// Taps of hands that shake, before and after the accommodations of a device.

import Glibc
import Testing

@testable import ResponderDaemon

@Suite struct AccommodationTests {
  /// A tap that was meant for the middle of a card of 15 mm, 4 points a millimetre. The hand shakes by 2
  /// to 8 mm, 3 to 12 times a second, and may hit the glass again before it has gone.
  private static func tap(_ dice: inout Dice) -> String {
    func number(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(dice.below(1000)) / 1000
    }
    let (reach, rate, phase) = (number(4, 16), number(3, 12), number(0, 6.28))
    func place(_ time: Double) -> String {
      let angle = phase + time * rate * 2 * .pi
      return "\(200 + (reach * cos(angle)).rounded()),\(200 + (reach * sin(angle) / 2).rounded())"
    }
    var lines: [String] = []
    var milliseconds = 1000
    for finger in 1...(1 + dice.below(3)) {
      let length = finger == 1 ? 220 + dice.below(200) : 40 + dice.below(50)
      func line(_ time: Int, _ action: String) {
        lines.append("\(Double(time) / 1000) \(action)")
      }
      line(milliseconds, "down \(finger) \(place(Double(milliseconds) / 1000))")
      for time in stride(from: milliseconds + 10, to: milliseconds + length, by: 10) {
        line(time, "move \(finger) \(place(Double(time) / 1000))")
      }
      milliseconds += length
      line(milliseconds, "up \(finger)")
      milliseconds += 60 + dice.below(80)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func taps(_ script: String, _ accommodations: String) throws -> Int {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [400, 400], physicalSize: [100, 100] } }
      devices: [{ match: { name: "*" }, touchAccommodations: { \(accommodations) } }]
      application:
        windows:
          - id: main
            subviews:
              - id: card
                frame: [170, 170, 60, 60]
                gestureRecognizers: [{ id: card.tap, tap: { } }]
      """, script: script)
    let peer = try stage.connect(uid: 1000, subscribing: #""types":["gesture"]"#)
    try stage.play(seconds: 6)
    return try peer.lines().count { $0.contains(#""state":"ended""#) }
  }

  @Test func `with accommodations nearly every tap of a shaking hand is one tap`() throws {
    let settings = "holdDuration: 0.1, ignoreRepeat: 0.4, tapAssistance: initial"
    var dice = Dice(seed: 40)
    var (before, after) = (0, 0)
    let count = 60
    for _ in 0..<count {
      let script = Self.tap(&dice)
      if try Self.taps(script, "") == 1 { before += 1 }
      if try Self.taps(script, settings) == 1 { after += 1 }
    }
    print("taps of a shaking hand that are one tap: \(before) of \(count) before, \(after) after")
    #expect(before < count / 2 && after >= count * 95 / 100)
  }
}
