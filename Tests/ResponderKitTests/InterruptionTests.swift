// Locks, questions that a program outside answers, and calls from within callbacks.

import Testing

@testable import ResponderKit

@Suite struct InterruptionTests {
  private func table() -> (Table, View, TapGestureRecognizer) {
    let table = Table()
    let view = table.view("view", Rect(x: 0, y: 0, width: 200, height: 200))
    let tap = TapGestureRecognizer(id: "tap")
    view.addGestureRecognizer(tap)
    return (table, view, tap)
  }

  private func question(in table: Table) -> Int? {
    for report in table.application.outbox.reports {
      if case .asksOutside(let number, _, _, _) = report.kind { return number }
    }
    return nil
  }

  @Test func `an inhibited view loses its fingers and gets no more, nor does what lies behind`() {
    let (table, view, tap) = table()
    let behind = table.view("behind", Rect(x: 0, y: 0, width: 400, height: 400))
    table.window.sendSubviewToBack(behind)
    table.at(0, .down(1, 50, 50))
    table.application.perform(at: Instant(seconds: 0.1)) { view.isInhibited = true }
    table.at(0.2, .down(2, 60, 60))
    table.at(0.3, .up(2))
    #expect(table.application.liveTouches.isEmpty)
    #expect(table.actions(of: tap) == [])
    #expect(phases(in: table) == ["view began", "view cancelled"])
    table.application.outbox.removeAll()
    table.application.perform(at: Instant(seconds: 0.4)) { view.isInhibited = false }
    table.at(1.5, .down(3, 50, 50))
    table.at(1.6, .up(3))
    #expect(table.actions(of: tap) == [.ended])
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `a finger that lands, moves, lifts and lands again in one frame loses no phase`() {
    let (table, _, tap) = table()
    table.at(0, .down(1, 50, 50), .move(1, 60, 50), .up(1), .down(1, 70, 50))
    #expect(phases(in: table) == ["view began", "view moved", "view cancelled", "view began"])
    #expect(table.actions(of: tap) == [.ended])
    #expect(table.application.liveTouches.map(\.id) == [2])
    #expect(table.application.checkInvariants() == [])
    table.application.outbox.removeAll()
    table.at(0.1, .up(1), .down(1, 80, 50), .cancel(1))
    #expect(phases(in: table) == ["view cancelled", "view began", "view cancelled"])
    #expect(table.application.liveTouches.isEmpty)
    #expect(table.application.checkInvariants() == [])
  }

  private func phases(in table: Table) -> [String] {
    table.application.outbox.reports.compactMap { report in
      guard case .touches(let phase, let responder, _) = report.kind else { return nil }
      return "\(responder.id) \(phase.word)"
    }
  }

  @Test(arguments: [true, false])
  func `a recognizer waits for the answer from outside`(answer: Bool) throws {
    let (table, _, tap) = table()
    tap.remoteQuestions = .shouldBegin
    table.at(0, .down(1, 50, 50))
    table.at(0.1, .up(1))
    let number = try #require(question(in: table))
    #expect(table.actions(of: tap) == [])
    #expect(table.application.deadline == Instant(seconds: 0.12))
    #expect(table.application.answer(question: number, answer, at: Instant(seconds: 0.11)))
    #expect(table.actions(of: tap) == (answer ? [.ended] : []))
    #expect(!table.application.answer(question: number, true, at: Instant(seconds: 0.12)))
    #expect(table.application.checkInvariants() == [])
  }

  @Test(arguments: [true, false])
  func `without an answer in time the default is used, and that is reported`(answer: Bool) {
    let (table, _, tap) = table()
    tap.remoteQuestions = .shouldReceiveTouch
    tap.defaultAnswer = answer
    table.at(0, .down(1, 50, 50))
    table.at(0.01, .up(1))
    #expect(table.actions(of: tap) == [])
    table.application.advance(to: Instant(seconds: 0.05))
    #expect(table.actions(of: tap) == (answer ? [.ended] : []))
    let missing = table.application.outbox.reports.filter {
      if case .answerMissing = $0.kind { true } else { false }
    }
    #expect(missing.count == 1)
    #expect(table.application.deadline == nil)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `what a callback feeds or cancels waits until the turn has ended`() {
    let (table, view, tap) = table()
    let application = table.application
    tap.addAction { _ in
      var frame = Frame(time: Instant(seconds: 0.1), device: table.device)
      frame.contacts = [Contact(id: 9, change: .down, position: Point(x: 150, y: 150))]
      application.feed(frame)
      application.cancelAll(at: Instant(seconds: 0.1))
    }
    table.at(0, .down(1, 50, 50))
    table.at(0.1, .up(1))
    let lines = application.outbox.reports.compactMap { report -> String? in
      switch report.kind {
      case .touches(let phase, let responder, _): "\(responder.id) \(phase.word)"
      case .action(let recognizer, _, _): "\(recognizer.id) action"
      default: nil
      }
    }
    #expect(
      lines == ["view began", "tap action", "view cancelled", "view began", "view cancelled"])
    _ = view
    #expect(application.checkInvariants() == [])
  }

  @Test func `a view that removes itself receives its fingers' cancel and nothing after it`() {
    final class Fleeting: View {
      override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
        if event.allTouches.count == 2 { removeFromSuperview() }
      }
    }
    let table = Table()
    let view = Fleeting(id: "fleeting", frame: Rect(x: 0, y: 0, width: 200, height: 200))
    view.handles = .touches
    view.isMultipleTouchEnabled = true
    table.window.addSubview(view)
    table.at(0, .down(1, 50, 50))
    table.at(0.1, .move(1, 60, 50), .down(2, 90, 90))
    table.at(0.2, .up(1), .up(2))
    let outbox = table.application.outbox
    let lines = outbox.reports.compactMap { report -> String? in
      guard case .touches(let phase, _, let range) = report.kind else { return nil }
      return "\(phase.word) \(outbox.touches[range].map(\.contact))"
    }
    #expect(lines == ["began [1]", "began [2]", "cancelled [1, 2]"])
    #expect(table.application.checkInvariants() == [])
  }
}
