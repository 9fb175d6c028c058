// The steps and the clock of a turn, and what waits for its end.

import Testing

@testable import ResponderKit

@Suite struct TurnTests {
  @Test func `what callbacks feed runs after the turn, also behind a cancel that meets no touch`() {
    let table = Table()
    let view = table.view("view", Rect(x: 0, y: 0, width: 200, height: 200))
    let tap = TapGestureRecognizer(id: "tap")
    view.addGestureRecognizer(tap)
    tap.addAction { _ in
      table.application.cancelTouch(99, at: Instant(seconds: 0.1))
      table.at(0.2, .down(2, 60, 60))
      #expect(table.application.liveTouches.map(\.id) == [1])
    }
    table.at(0, .down(1, 50, 50))
    table.at(0.1, .up(1))
    #expect(table.application.liveTouches.map(\.id) == [2])
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `a turn has the time of its event, and edits are never earlier than what came before`()
  {
    let turn = Turn()
    #expect(turn.timeOfEdit == .zero)
    turn.advance(to: Instant(seconds: 3))
    turn.begin(.recognizing, at: Instant(seconds: 2))
    #expect(turn.isRunning)
    #expect(turn.time == Instant(seconds: 2))
    #expect(turn.timeOfEdit == Instant(seconds: 3))
    turn.deliver()
    turn.close()
    turn.end()
    #expect(!turn.isRunning)
    #expect(turn.number == 1)
  }

  @Test func `only an edit is suspended, and what waits comes out in order when no turn runs`() {
    let turn = Turn()
    var calls: [Int] = []
    turn.begin(.editing, at: .zero)
    turn.wait { calls.append(1) }
    turn.wait { calls.append(2) }
    let early = turn.nextWaiting()
    #expect(early.map { _ in true } == nil)
    let suspended = [turn.suspendEditing(), turn.suspendEditing()]
    #expect(suspended == [true, false])
    turn.resumeEditing()
    #expect(turn.step == .editing)
    turn.finishEditing()
    turn.close()
    turn.end()
    while let next = turn.nextWaiting() { next() }
    #expect(calls == [1, 2])
  }
}
