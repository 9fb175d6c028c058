// Programs that say where content comes to rest after a drag.

import Testing

@testable import ResponderKit

@Suite struct LandingTests {
  private let table = Table(wants: .standard)
  private let list = ScrollView(id: "list", frame: Rect(x: 0, y: 0, width: 400, height: 400))

  init() {
    list.contentSize = Size(width: 400, height: 4000)
    list.contentOffset = Point(x: 0, y: 800)
    list.panGestureRecognizer.remoteQuestions = .willEndDragging
    table.window.addSubview(list)
  }

  /// Flicks the content up by 100 points at 1,000 points per second; the finger lifts at 1.1 s.
  private func flick() -> (number: Int, asked: ReleasedDrag)? {
    table.application.outbox.removeAll()
    table.at(1, .down(1, 200, 300))
    for step in 1...10 { table.at(1 + Double(step) / 100, .move(1, 200, 300 - Double(step) * 10)) }
    table.at(1.1, .up(1))
    return question
  }

  private var question: (number: Int, asked: ReleasedDrag)? {
    for report in table.application.outbox.reports {
      if case .asksForLanding(let number, let asked) = report.kind { return (number, asked) }
    }
    return nil
  }

  private func answer(_ number: Int, _ y: Double, at seconds: Double = 1.11) -> Bool {
    table.application.answer(
      question: number, landingAt: Point(x: 0, y: y), at: Instant(seconds: seconds))
  }

  /// The offset at rest; content moves towards it and never past it.
  private func rest(from start: Double) -> Double {
    var last = start
    var ways: Set<Bool> = []
    while let deadline = table.application.deadline {
      table.application.advance(to: deadline)
      let offset = list.contentOffset.y
      if offset != last { ways.insert(offset > last) }
      last = offset
    }
    #expect(ways.count <= 1)
    #expect(table.application.checkInvariants() == [])
    return last
  }

  @Test func `the question has the velocity and the place of rest without an answer`() throws {
    let (number, asked) = try #require(flick())
    #expect(asked.scrollView === list)
    #expect(asked.offset == Point(x: 0, y: 890))
    #expect(abs(asked.velocity.y - 1000) < 1e-6)
    #expect(asked.target == list.rest)
    let before = list.contentOffset.y
    table.application.advance(to: Instant(seconds: 1.119))
    #expect(list.contentOffset.y > before)
    #expect(rest(from: before) == asked.target.y)
    #expect(!answer(number, 0, at: 9))
  }

  @Test(arguments: [(1200.0, 1200.0), (900, 900), (9000, 3600), (1234.5, 1234.5)])
  func `free content rests at the answer, within its limits`(wanted: Double, at: Double) throws {
    let (number, _) = try #require(flick())
    let start = list.contentOffset.y
    #expect(answer(number, wanted))
    #expect(!answer(number, wanted))
    #expect(rest(from: start) == at)
  }

  @Test func `an answer behind turns the content round`() throws {
    let (number, _) = try #require(flick())
    #expect(answer(number, 0))
    let start = list.contentOffset.y
    #expect(rest(from: start) == 0)
  }

  @Test(arguments: [(0.0, 400.0), (700, 800), (1000, 1200), (9000, 1200)])
  func `a pager rests at a page, at most one from where the drag began`(
    wanted: Double, at: Double
  ) throws {
    list.isPagingEnabled = true
    let (number, asked) = try #require(flick())
    #expect(asked.target.y == 1200)
    #expect(answer(number, wanted))
    let start = list.contentOffset.y
    #expect(rest(from: start) == at)
  }

  @Test(arguments: [(0.0, 300.0), (1160, 1300), (9000, 2000)])
  func `content with snap offsets rests at the nearest one`(wanted: Double, at: Double) throws {
    list.verticalSnapOffsets = [300, 1000, 1300, 2000]
    let (number, _) = try #require(flick())
    #expect(answer(number, wanted))
    let start = list.contentOffset.y
    #expect(rest(from: start) == at)
  }

  @Test func `content that stands still moves to the answer, and says where it rests`() throws {
    table.at(1, .down(1, 200, 300))
    table.at(1.1, .move(1, 200, 200))
    table.at(2, .up(1))
    let (number, asked) = try #require(question)
    #expect(asked.velocity == .zero && asked.target == asked.offset)
    table.application.outbox.removeAll()
    #expect(answer(number, 1000, at: 2.01))
    guard
      case .scrolled(_, .decelerating, _, _, let target) = table.application.outbox.reports
        .first?.kind
    else {
      Issue.record("no record")
      return
    }
    #expect(target == Point(x: 0, y: 1000))
    #expect(rest(from: 890) == 1000)
  }

  @Test func `a finger that catches the content before the answer keeps it`() throws {
    let (number, _) = try #require(flick())
    table.at(1.105, .down(1, 200, 300))
    let caught = list.contentOffset
    #expect(answer(number, 0))
    #expect(list.contentOffset == caught && !list.isDecelerating)
    table.at(1.2, .move(1, 200, 280))
    #expect(list.isDragging)
    table.at(2, .up(1))
    _ = rest(from: list.contentOffset.y)
  }

  @Test func `a program that scrolls before the answer decides`() throws {
    let (number, _) = try #require(flick())
    table.application.perform(at: Instant(seconds: 1.105)) {
      list.scroll(to: Point(x: 0, y: 2000), animated: true)
    }
    #expect(answer(number, 0))
    #expect(rest(from: list.contentOffset.y) == 2000)
  }

  @Test func `silence is reported, and a list that leaves is asked no more`() throws {
    let (number, asked) = try #require(flick())
    table.application.outbox.removeAll()
    table.application.advance(to: Instant(seconds: 1.13))
    let missed = table.application.outbox.reports.contains { report in
      guard case .answerMissing(number, _, nil) = report.kind else { return false }
      return true
    }
    #expect(missed)
    #expect(rest(from: list.contentOffset.y) == asked.target.y)
    list.contentOffset.y = 800
    let second = try #require(flick()).number
    table.application.perform(at: Instant(seconds: 1.105)) { list.removeFromSuperview() }
    #expect(!answer(second, 0))
    #expect(table.application.deadline == nil)
  }

  @Test func `only a drag that ends by itself asks, and only where that is wanted`() {
    table.at(1, .down(1, 200, 300))
    table.at(1.1, .move(1, 200, 200))
    list.isScrollEnabled = false
    table.at(1.2, .up(1))
    list.isScrollEnabled = true
    list.panGestureRecognizer.remoteQuestions = []
    #expect(flick() == nil)
    let hasAsked = table.application.outbox.reports.contains { report in
      if case .asksForLanding = report.kind { true } else { false }
    }
    #expect(!hasAsked)
  }
}
