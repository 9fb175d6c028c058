// Content that moves: where it stops, how it coasts, and what is hit afterwards.

import Testing

@testable import ResponderKit

@Suite struct ScrollViewTests {
  private let table = Table(wants: .standard)
  private let scrollView: ScrollView

  init() {
    scrollView = ScrollView(id: "scroll", frame: Rect(x: 0, y: 0, width: 200, height: 200))
    scrollView.contentSize = Size(width: 1000, height: 1000)
    scrollView.delaysContentTouches = false
    table.window.addSubview(scrollView)
  }

  /// Drags one finger from the middle in even steps, a hundredth of a second apart.
  private func drag(
    from start: Double = 0, by step: Point, times: Int, thenRests rest: Double = 0
  ) -> Double {
    table.at(start, .down(1, 100, 100))
    var time = start
    for number in 1...times {
      time = start + Double(number) / 100
      table.at(
        time, .move(1, 100 + step.x * Double(number), 100 + step.y * Double(number)))
    }
    time += rest
    table.at(time, .up(1))
    return time
  }

  private func phases() -> [ScrollPhase] {
    table.application.outbox.reports.compactMap { report in
      guard case .scrolled(_, let phase, _, _, _) = report.kind else { return nil }
      return phase
    }
  }

  /// Lets time pass deadline by deadline until content rests; the time it took.
  private func waitUntilAtRest() -> Double {
    let start = table.application.turn.latest
    while let deadline = table.application.deadline { table.application.advance(to: deadline) }
    return table.application.turn.latest - start
  }

  @Test func `content follows the finger from where the pan began, and is hit where it lies`() {
    let row = table.view("row", Rect(x: 0, y: 240, width: 200, height: 40), in: scrollView)
    _ = drag(by: Point(x: 0, y: -20), times: 6, thenRests: 0.5)
    // The content follows from the threshold of 10 points, in the middle of the first step (SV19).
    #expect(scrollView.contentOffset == Point(x: 0, y: 110))
    #expect(!scrollView.isDecelerating)
    #expect(table.application.hitTest(Point(x: 50, y: 150), on: table.screen, with: nil) === row)
    #expect(
      phases() == [.began, .changed, .changed, .changed, .changed, .changed, .changed, .ended])
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `after a flick content slows down, on deadlines, and settles`() {
    _ = drag(by: Point(x: 0, y: -10), times: 10)
    let released = scrollView.contentOffset.y
    #expect(scrollView.isDecelerating)
    var places: [Double] = []
    while let deadline = table.application.deadline {
      table.application.advance(to: deadline)
      places.append(scrollView.contentOffset.y)
    }
    let steps = zip([released] + places, places).map { $1 - $0 }
    #expect(places.count > 20)
    #expect(steps.dropLast().allSatisfy { $0 > 0 })
    // Each step is a little shorter than the one before; the last ends on a whole point (SV20).
    #expect(zip(steps, steps.dropFirst()).dropLast().allSatisfy { $1 <= $0 + 1e-9 })
    #expect(steps.last.map { $0 < 0.6 } == true)
    #expect(phases().last == .settled)
    // 1000 points a second that lose 0.2 % a millisecond go about 500 points.
    #expect(abs(scrollView.contentOffset.y - released - 495) < 10)
  }

  @Test func `a program stops content where it is, and beyond the limits at the nearest one`() {
    let end = drag(by: Point(x: 0, y: -10), times: 10)
    table.application.advance(to: Instant(seconds: end + 0.1))
    let moved = scrollView.contentOffset
    #expect(scrollView.isDecelerating)
    table.application.perform(at: table.application.turn.latest) { scrollView.stopDecelerating() }
    #expect(!scrollView.isDecelerating && scrollView.contentOffset == moved)
    #expect(table.application.deadline == nil)
    // Dragged beyond the upper end, content springs back.
    scrollView.contentOffset = .zero
    let other = drag(from: 10, by: Point(x: 0, y: 10), times: 10, thenRests: 0.5)
    #expect(scrollView.contentOffset.y < 0 && scrollView.isDecelerating)
    table.application.perform(at: Instant(seconds: other)) { scrollView.stopDecelerating() }
    #expect(scrollView.contentOffset == .zero && !scrollView.isDecelerating)
  }

  @Test func `where content comes to rest does not depend on how often it is observed`() {
    func rest(step: Double) -> Double {
      let other = ScrollViewTests()
      other.scrollView.decelerationStep = step
      _ = other.drag(by: Point(x: 0, y: -10), times: 10)
      _ = other.waitUntilAtRest()
      return other.scrollView.contentOffset.y
    }
    #expect(abs(rest(step: 1.0 / 240) - rest(step: 1.0 / 30)) < 1)
  }

  @Test func `content pulled over its limit resists, and springs back`() {
    _ = drag(by: Point(x: 0, y: 20), times: 6, thenRests: 0.5)
    #expect(scrollView.contentOffset.y < 0 && scrollView.contentOffset.y > -100)
    #expect(scrollView.isDecelerating)
    _ = waitUntilAtRest()
    #expect(scrollView.contentOffset == .zero)
  }

  @Test func `without bouncing content stops at its limits`() {
    scrollView.bounces = false
    _ = drag(by: Point(x: 20, y: 20), times: 6)
    #expect(scrollView.contentOffset == .zero)
    _ = waitUntilAtRest()
    #expect(scrollView.contentOffset == .zero)
  }

  @Test func `a locked drag stays on its axis, an unlocked one does not`() {
    _ = drag(by: Point(x: -6, y: -20), times: 6, thenRests: 0.5)
    #expect(scrollView.contentOffset.x > 0)
    scrollView.contentOffset = .zero
    scrollView.isDirectionalLockEnabled = true
    _ = drag(from: 5, by: Point(x: -6, y: -20), times: 6, thenRests: 0.5)
    #expect(scrollView.contentOffset.x == 0)
    #expect(scrollView.contentOffset.y > 0)
  }

  @Test(arguments: [(-3.0, 0.0), (-14.0, 200.0), (-25.0, 200.0)])
  func `pages stop at multiples of the view, one further at the most`(
    step: Double, expected: Double
  ) {
    scrollView.isPagingEnabled = true
    _ = drag(by: Point(x: 0, y: step), times: 9, thenRests: step == -3 ? 0.5 : 0)
    _ = waitUntilAtRest()
    #expect(scrollView.contentOffset.y == expected)
  }

  @Test func `two fingers zoom within the limits, and the point between them stays`() {
    let content = table.view("content", Rect(x: 0, y: 0, width: 1000, height: 1000), in: scrollView)
    scrollView.zoomView = content
    scrollView.minimumZoomScale = 0.5
    scrollView.maximumZoomScale = 2
    scrollView.contentOffset = Point(x: 300, y: 300)
    table.at(0, .down(1, 80, 100), .down(2, 120, 100))
    table.at(0.1, .move(1, 70, 100), .move(2, 130, 100))
    let under = content.convert(Point(x: 100, y: 100), from: nil)
    table.at(0.2, .move(1, 55, 100), .move(2, 145, 100))
    #expect(abs(scrollView.zoomScale - 90 / 48) < 1e-9)
    #expect(content.convert(Point(x: 100, y: 100), from: nil).distance(to: under) < 1e-6)
    table.at(0.3, .move(1, 0, 100), .move(2, 200, 100))
    #expect(scrollView.zoomScale > 2)
    table.at(0.4, .up(1), .up(2))
    _ = waitUntilAtRest()
    #expect(scrollView.zoomScale == 2)
    #expect(scrollView.contentSize == Size(width: 1000, height: 1000))
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `of nested scroll views the inner one scrolls`() {
    let inner = ScrollView(id: "inner", frame: Rect(x: 50, y: 50, width: 100, height: 100))
    inner.contentSize = Size(width: 100, height: 500)
    inner.delaysContentTouches = false
    scrollView.addSubview(inner)
    _ = drag(by: Point(x: 0, y: -10), times: 6, thenRests: 0.5)
    #expect(inner.contentOffset.y == 50)
    #expect(scrollView.contentOffset == .zero)
  }

  @Test func `a finger stops content that moves by itself`() {
    let time = drag(by: Point(x: 0, y: -10), times: 10)
    table.application.advance(to: Instant(seconds: time + 0.1))
    let place = scrollView.contentOffset
    table.at(time + 0.11, .down(2, 100, 100))
    table.application.advance(to: Instant(seconds: time + 1))
    #expect(scrollView.contentOffset.y - place.y < 20)
    #expect(!scrollView.isDecelerating)
    #expect(table.application.deadline == nil)
  }
}
