// Content that is dragged and zoomed at once: the point under the fingers stays under them.

import Testing

@testable import ResponderKit

@Suite struct ScrollZoomTests: OnZoomedPlan {
  let plan = ZoomedPlan()

  @Test func `one finger stays and the other goes away: what lies in the middle stays there`() {
    table.at(0, .down(1, 150, 200), .down(2, 250, 200))
    table.at(0.1, .move(2, 270, 200))
    let under = content(at: 210, 200)
    for (time, x) in [(0.2, 290.0), (0.3, 310), (0.4, 350), (0.5, 390)] {
      table.at(time, .move(2, x, 200))
      #expect(isNear(content(at: (150 + x) / 2, 200), under))
    }
    // Since they were 8 points further apart than at first.
    #expect(abs(scrollView.zoomScale - 240 / 108) < 1e-9)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `fingers that go round each other keep what lies between them`() {
    table.at(0, .down(1, 100, 200), .down(2, 200, 200))
    table.at(0.1, .move(1, 90, 210), .move(2, 215, 195))
    table.at(0.2, .move(1, 95, 230), .move(2, 240, 190))
    let middle = { (one: Point, two: Point) in (one + two) / 2 }
    var one = Point(x: 95, y: 230)
    var two = Point(x: 240, y: 190)
    let under = content(at: middle(one, two).x, middle(one, two).y)
    for number in 3...20 {
      let turn = Double(number) / 4
      one = one + Point(x: cosine(turn) * 9, y: sine(turn) * 7)
      two = two + Point(x: sine(turn) * 8, y: cosine(turn * 2) * 11)
      table.at(Double(number) / 10, .move(1, one.x, one.y), .move(2, two.x, two.y))
      #expect(isNear(content(at: middle(one, two).x, middle(one, two).y), under))
    }
  }

  @Test func `a drag that began with one finger continues in the zoom without a jump`() {
    table.at(0, .down(1, 200, 200))
    table.at(0.1, .move(1, 200, 180))
    table.at(0.2, .move(1, 200, 160))
    #expect(scrollView.contentOffset == Point(x: 300, y: 330))
    table.at(0.3, .down(2, 100, 160))
    let start = content(at: 150, 160)
    table.at(0.4, .move(2, 85, 160))
    #expect(isNear(content(at: 142.5, 160), start))
    table.at(0.5, .move(2, 60, 150), .move(1, 210, 170))
    #expect(isNear(content(at: 135, 160), start))
    #expect(scrollView.zoomScale > 1)
  }

  @Test func `a finger that lifts leaves content where it is, and the next pair takes it on`() {
    table.at(0, .down(1, 100, 200), .down(2, 200, 200))
    table.at(0.1, .move(2, 240, 200))
    table.at(0.2, .move(2, 300, 200))
    let scale = scrollView.zoomScale
    let place = scrollView.contentOffset
    table.at(0.3, .up(2))
    #expect(scrollView.contentOffset == place)
    table.at(0.4, .move(1, 110, 205))
    #expect(isNear(scrollView.contentOffset, place - Point(x: 10, y: 5)))
    table.at(0.5, .down(3, 210, 205))
    #expect(isNear(scrollView.contentOffset, place - Point(x: 10, y: 5)))
    let under = content(at: 160, 205)
    table.at(0.6, .move(3, 230, 205))
    #expect(isNear(content(at: 170, 205), under))
    #expect(abs(scrollView.zoomScale - scale * 1.2) < 1e-9)
  }

  @Test func `a finger that moves and lifts in one event loses nothing`() {
    table.at(0, .down(1, 100, 200), .down(2, 200, 200))
    table.at(0.1, .move(2, 240, 200))
    table.at(0.2, .move(2, 300, 200))
    let before = scrollView.zoomScale
    table.at(0.3, .move(1, 90, 200), .up(2))
    #expect(scrollView.zoomScale.isFinite && scrollView.zoomScale >= before)
    let place = scrollView.contentOffset
    table.at(0.4, .move(1, 80, 200))
    #expect(isNear(scrollView.contentOffset, place + Point(x: 10, y: 0)))
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `at the largest scale content follows the middle of the fingers`() {
    scrollView.maximumZoomScale = 1.2
    scrollView.bouncesZoom = false
    table.at(0, .down(1, 100, 200), .down(2, 200, 200))
    table.at(0.1, .move(2, 240, 200))
    let under = content(at: 170, 200)
    table.at(0.2, .move(2, 380, 200))
    #expect(scrollView.zoomScale == 1.2)
    #expect(isNear(content(at: 240, 200), under))
    table.at(0.3, .move(1, 60, 240), .move(2, 340, 240))
    #expect(isNear(content(at: 200, 240), under))
  }

  @Test func `content that is zoomed smaller than its view lies at its limit`() {
    scrollView.contentSize = Size(width: 500, height: 500)
    scrollView.contentOffset = Point(x: 100, y: 100)
    table.at(0, .down(1, 50, 200), .down(2, 350, 200))
    for step in 1...14 {
      table.at(
        Double(step) / 10, .move(1, 50 + Double(step) * 10, 200),
        .move(2, 350 - Double(step) * 10, 200))
    }
    table.at(1.5, .up(1), .up(2))
    while let deadline = table.application.deadline { table.application.advance(to: deadline) }
    #expect(scrollView.zoomScale == 0.5)
    #expect(scrollView.contentOffset == .zero)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `fingers on one point never make a scale of nothing`() {
    table.at(0, .down(1, 200, 200), .down(2, 210, 200))
    table.at(0.1, .move(2, 200, 200))
    table.at(0.2, .move(2, 200.5, 200))
    table.at(0.3, .move(2, 240, 200))
    #expect(scrollView.zoomScale > 0.25 && scrollView.zoomScale < 8)
    #expect(scrollView.contentOffset.x.isFinite && scrollView.contentOffset.y.isFinite)
    table.at(0.4, .up(1), .up(2))
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `a pinch whose middle drifts less than a drag keeps what lies under the middle`() {
    table.at(0, .down(1, 150, 200), .down(2, 250, 200))
    table.at(0.1, .move(1, 140, 200), .move(2, 260, 200))
    let under = content(at: 200, 200)
    table.at(0.2, .move(1, 130, 200), .move(2, 270, 200))
    #expect(isNear(content(at: 200, 200), under))
    table.at(0.3, .move(1, 130, 191), .move(2, 270, 191))
    #expect(!scrollView.isDragging)
    #expect(isNear(content(at: 200, 191), under))
    table.at(0.4, .move(1, 120, 182), .move(2, 280, 182))
    #expect(scrollView.isDragging)
    #expect(isNear(content(at: 200, 182), under))
    table.at(0.5, .move(1, 120, 152), .move(2, 280, 152))
    #expect(isNear(content(at: 200, 152), under))
    table.at(0.6, .up(1), .up(2))
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `content that does not begin at the corner stays under the fingers`() {
    content.frame = Rect(x: 100, y: 100, width: 600, height: 600)
    scrollView.contentSize = Size(width: 800, height: 800)
    scrollView.contentOffset = .zero
    table.at(0, .down(1, 180, 200), .down(2, 220, 200))
    table.at(0.1, .move(1, 170, 200), .move(2, 230, 200))
    let under = content(at: 200, 200)
    #expect(isNear(under, Point(x: 100, y: 100)))
    for step in 1...10 {
      let way = Double(step) * 6
      table.at(0.1 + Double(step) / 60, .move(1, 170 - way, 200), .move(2, 230 + way, 200))
      #expect(isNear(content(at: 200, 200), under))
    }
    #expect(abs(scrollView.zoomScale - 180 / 48) < 1e-9)
    #expect(scrollView.contentSize == Size(width: 800, height: 800))
    #expect(isNear(content.frame.origin, Point(x: 375, y: 375)))
    scrollView.zoomScale = 1
    #expect(content.frame == Rect(x: 100, y: 100, width: 600, height: 600))
    #expect(content.transform == .identity)
  }

  @Test func `a zoom view that is turned stays turned, and another one takes its place`() {
    let turn = AffineTransform(rotation: .pi / 2)
    content.transform = turn
    scrollView.zoomScale = 2
    #expect(content.transform == AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0))
    let other = table.view("other", Rect(x: 50, y: 0, width: 100, height: 100), in: scrollView)
    scrollView.zoomView = other
    #expect(content.transform == turn)
    #expect(content.frame == Rect(x: 0, y: 0, width: 1000, height: 1000))
    #expect(other.frame == Rect(x: 100, y: 0, width: 200, height: 200))
    scrollView.zoomView = nil
    #expect(other.frame == Rect(x: 50, y: 0, width: 100, height: 100))
  }

  // MARK: Beyond the limits

  /// Advances until nothing moves; returns the phases, and the place at each step.
  private func untilRest() -> (phases: [ScrollPhase], places: [(time: Double, ContentPlace)]) {
    var places: [(time: Double, ContentPlace)] = []
    while let deadline = table.application.deadline {
      table.application.advance(to: deadline)
      places.append((deadline.seconds, scrollView.place))
    }
    return (phases(), places)
  }

  /// The phases that were reported since the last time.
  private func phases() -> [ScrollPhase] {
    defer { table.application.outbox.removeAll() }
    return table.application.outbox.reports.compactMap {
      guard case .scrolled(_, let phase, _, _, _) = $0.kind else { return nil }
      return phase
    }
  }

  @Test func `a pinch has a beginning and an end, and beyond the limits the content springs back`()
  {
    scrollView.maximumZoomScale = 1.5
    table.at(0, .down(1, 150, 200), .down(2, 250, 200))
    table.at(0.1, .move(1, 140, 200), .move(2, 260, 200))
    #expect(phases() == [.began, .zooming])
    let under = content(at: 200, 200)
    table.at(0.2, .move(1, 80, 200), .move(2, 320, 200))
    #expect(phases() == [.zooming])
    #expect(scrollView.zoomScale > 1.5 && scrollView.zoomScale < 2)
    #expect(isNear(content(at: 200, 200), under))
    table.at(0.3, .up(1), .up(2))
    #expect(phases() == [.ended])
    let (phases, places) = untilRest()
    #expect(phases.dropLast().allSatisfy { $0 == .decelerating } && phases.last == .settled)
    #expect(scrollView.zoomScale == 1.5)
    #expect((places.last?.time ?? 9) <= 0.7 + 1e-3)
    for (one, next) in zip(places, places.dropFirst()) {
      #expect(next.1.scale <= one.1.scale && next.1.scale >= 1.5)
    }
    #expect(isNear(content(at: 200, 200), under))
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `below the smallest scale content springs back, too`() {
    scrollView.minimumZoomScale = 0.8
    table.at(0, .down(1, 50, 200), .down(2, 350, 200))
    table.at(0.1, .move(1, 60, 200), .move(2, 340, 200))
    table.at(0.2, .move(1, 199, 200), .move(2, 201, 200))
    #expect(scrollView.zoomScale > 0.4 && scrollView.zoomScale < 0.5)
    table.at(0.3, .up(1))
    #expect(scrollView.zoomScale < 0.5)
    table.at(0.4, .up(2))
    _ = untilRest()
    #expect(scrollView.zoomScale == 0.8)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `without bouncesZoom the scale stops at the limits`() {
    scrollView.bouncesZoom = false
    scrollView.maximumZoomScale = 1.5
    table.at(0, .down(1, 150, 200), .down(2, 250, 200))
    table.at(0.1, .move(1, 140, 200), .move(2, 260, 200))
    table.at(0.2, .move(1, 50, 200), .move(2, 350, 200))
    #expect(scrollView.zoomScale == 1.5)
    table.at(0.3, .up(1), .up(2))
    #expect(phases() == [.began, .zooming, .zooming, .ended])
    #expect(table.application.deadline == nil)
  }

  @Test func `a finger on content that springs back pinches on from there`() {
    scrollView.maximumZoomScale = 1.5
    table.at(0, .down(1, 150, 200), .down(2, 250, 200))
    table.at(0.1, .move(1, 140, 200), .move(2, 260, 200))
    table.at(0.2, .move(1, 20, 200), .move(2, 380, 200))
    table.at(0.3, .up(1), .up(2))
    table.at(0.31, .down(1, 150, 200), .down(2, 250, 200))
    table.at(0.32, .move(1, 145, 200), .move(2, 255, 200))
    let scale = scrollView.zoomScale
    #expect(scale > 1.5)
    table.at(0.33, .move(1, 145, 200), .move(2, 255.001, 200))
    #expect(abs(scrollView.zoomScale - scale) < 1e-3)
    table.at(0.4, .up(1), .up(2))
    _ = untilRest()
    #expect(scrollView.zoomScale == 1.5)
    #expect(table.application.checkInvariants() == [])
  }
}
