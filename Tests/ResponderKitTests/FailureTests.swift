// Failures that are reported (not in UIKit).

import ResponderKit
import Testing

@Suite struct FailureTests {
  private let table = Table()
  private let tap = TapGestureRecognizer(id: "tap")
  private let twice = TapGestureRecognizer(id: "twice")

  init() {
    twice.numberOfTapsRequired = 2
    tap.require(toFail: twice)
    let view = table.view("view", Rect(x: 0, y: 0, width: 400, height: 400))
    for recognizer in [tap, twice] { view.addGestureRecognizer(recognizer) }
    table.application.outbox.wants = [.actions, .callbacks]
  }

  private var story: [String] {
    table.application.outbox.reports.compactMap { report in
      switch report.kind {
      case .touches(let phase, let responder, _): "\(responder.id) \(phase.word)"
      case .action(let recognizer, let state, _): "\(recognizer.id) \(state.word)"
      case .failure(let recognizer, let reason, let index):
        "\(recognizer.id) failed: \(reason), "
          + "\(table.application.outbox.gestures[index].touches.count)"
      default: nil
      }
    }
  }

  private func tapOnce() {
    table.at(0, .down(1, 50, 50))
    table.at(0.1, .up(1))
    table.application.advance(to: Instant(seconds: 1))
  }

  @Test func `a failure is reported last in its turn, after what it released`() {
    twice.reportsFailure = true
    var states: [GestureRecognizer.State] = []
    twice.addAction { states.append($0.state) }
    tapOnce()
    #expect(
      story == [
        "view began", "tap Ended", "view cancelled",
        "twice failed: no further tap within 350 ms, 1",
      ])
    #expect(states == [.failed])
  }

  @Test func `no client that did not ask receives failures`() {
    tap.reportsFailure = true
    var calls = 0
    twice.addAction { _ in calls += 1 }
    tapOnce()
    #expect(story == ["view began", "tap Ended", "view cancelled"])
    #expect(calls == 0)
  }

  @Test func `one that is excluded, disabled or cancelled while possible reports it once`() {
    twice.reportsFailure = true
    table.at(0, .down(1, 50, 50))
    table.application.perform(at: Instant(seconds: 0.1)) { twice.isEnabled = false }
    #expect(story == ["view began", "twice failed: was disabled, 1"])
    table.at(0.2, .up(1))
    table.application.outbox.removeAll()
    twice.isEnabled = true
    tap.isEnabled = false
    table.at(2, .down(2, 50, 50))
    table.application.cancelAll(at: Instant(seconds: 2.1))
    #expect(
      story == [
        "view began", "twice failed: touches cancelled: system, 1", "view cancelled",
      ])
  }

  @Test func `a gesture under way is cancelled, which is no failure`() {
    let pan = PanGestureRecognizer(id: "pan")
    pan.reportsFailure = true
    table.window.addGestureRecognizer(pan)
    table.at(0, .down(1, 50, 50))
    table.at(0.1, .move(1, 90, 50))
    table.application.cancelAll(at: Instant(seconds: 0.2))
    #expect(story == ["view began", "pan Began", "view cancelled", "pan Cancelled"])
  }
}
