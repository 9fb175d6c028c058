// Recognizers that forget to decide by their last finger (G11).

import ResponderKit
import Testing

@Suite struct StuckTests {
  private let table = Table()
  /// One that never decides, and a tap that waits for it.
  private let forgetful = GestureRecognizer(id: "forgetful")
  private let tap = TapGestureRecognizer(id: "tap")

  init() {
    let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
    tap.require(toFail: forgetful)
    for recognizer in [tap, forgetful] { view.addGestureRecognizer(recognizer) }
    table.application.outbox.wants = [.explain, .callbacks, .actions]
  }

  /// What became of the recognizers and of the view's touches, each with its turn's moment.
  private var story: [String] {
    defer { table.application.outbox.removeAll() }
    return table.application.outbox.reports.compactMap { report in
      let time = report.time.microseconds / 1000
      return switch report.kind {
      case .touches(let phase, _, _): "\(time) view \(phase.word)"
      case .action(let recognizer, let state, _): "\(time) \(recognizer.id) action \(state.word)"
      case .stuck(let recognizer): "\(time) \(recognizer.id) is stuck"
      case .transition(let recognizer, _, let to, let reason):
        "\(time) \(recognizer.id) \(to.word): \(reason) (\(reason.rule ?? ""))"
      default: nil
      }
    }
  }

  private func tapOnce(at seconds: Double) {
    table.at(seconds, .down(1, 50, 50))
    table.at(seconds + 0.1, .up(1))
  }

  @Test func `one that stays possible is named once, and continues to hold and block`() {
    tapOnce(at: 0)
    #expect(story == ["0 view began", "100 forgetful is stuck"])
    table.application.advance(to: Instant(seconds: 10))
    #expect(story == [])
    #expect(tap.state == .possible)
    forgetful.cancel()
    #expect(
      story == [
        "10000 forgetful Failed: was cancelled (CX3)", "10000 tap Ended: 1 of 1 taps (TAP1)",
        "10000 tap action Ended", "10000 view cancelled",
      ])
  }

  @Test func `in strict mode it fails, and those that waited continue in the same turn`() {
    table.application.constants.failsStuckRecognizers = true
    tapOnce(at: 0)
    #expect(
      story == [
        "0 view began", "100 forgetful is stuck",
        "100 forgetful Failed: stayed possible after its last finger (G11)",
        "100 tap Ended: 1 of 1 taps (TAP1)", "100 tap action Ended", "100 view cancelled",
      ])
    tapOnce(at: 2)
    #expect(tap.state == .possible)
    #expect(forgetful.touches.isEmpty)
    #expect(story.count == 6)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `one that waits for its own timer is not stuck`() {
    table.application.constants.failsStuckRecognizers = true
    let twice = TapGestureRecognizer(id: "twice")
    twice.numberOfTapsRequired = 2
    forgetful.view?.addGestureRecognizer(twice)
    forgetful.isEnabled = false
    tapOnce(at: 0)
    #expect(!story.contains { $0.contains("stuck") })
    table.application.advance(to: Instant(seconds: 1))
    #expect(story.contains("450 twice Failed: no further tap within 350 ms (TAP5)"))
  }
}
