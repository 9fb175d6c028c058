// Content that programs zoom, and that a double tap zooms.

import Testing

@testable import ResponderKit

@Suite struct ProgramZoomTests: OnZoomedPlan {
  let plan = ZoomedPlan()

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

  // MARK: By programs

  private func perform(at seconds: Double, _ edit: () -> Void) {
    table.application.perform(at: Instant(seconds: seconds), edit)
  }

  @Test func `a scale that is set zooms about the middle, and is a record`() {
    _ = phases()
    perform(at: 1) { scrollView.zoomScale = 2 }
    #expect(scrollView.contentOffset == Point(x: 800, y: 800))
    #expect(content(at: 200, 200) == Point(x: 500, y: 500))
    perform(at: 2) { scrollView.zoomScale = 2 }
    perform(at: 3) { scrollView.zoomScale = 9 }
    #expect(scrollView.zoomScale == 4)
    perform(at: 4) { scrollView.zoomScale = .nan }
    #expect(scrollView.zoomScale == 4)
    #expect(phases() == [.settled, .settled])
    scrollView.zoomScale = 1
    #expect(scrollView.contentOffset == Point(x: 300, y: 300))
    #expect(phases() == [.settled])
  }

  @Test func `limits that shrink take the scale with them`() {
    scrollView.zoomScale = 3
    _ = phases()
    perform(at: 1) { scrollView.maximumZoomScale = 2 }
    #expect(scrollView.zoomScale == 2)
    perform(at: 2) { scrollView.minimumZoomScale = 2 }
    perform(at: 3) { scrollView.maximumZoomScale = 1 }
    #expect(scrollView.zoomScale == 2)
    #expect(phases() == [.settled])
    #expect(scrollView.pinchGestureRecognizer == nil)
    #expect(table.application.checkInvariants() == [])
  }

  @Test(arguments: [(0.5, 4.0), (4.0, 1.0), (1.0, 1.001), (2.0, 0.5)])
  func `an animated zoom goes straight to its end and rests within 0,4 s`(
    from: Double, to: Double
  ) {
    scrollView.zoomScale = from
    _ = phases()
    let point = Point(x: 480, y: 510)
    let before = content.convert(point, to: nil)
    perform(at: 1) { scrollView.setZoomScale(to, about: point, animated: true) }
    #expect(scrollView.zoomScale == from)
    let (phases, places) = untilRest()
    #expect(phases.dropLast().allSatisfy { $0 == .decelerating } && phases.last == .settled)
    #expect(phases.count { $0 == .settled } == 1)
    #expect(scrollView.zoomScale == to)
    if to >= 1 { #expect(isNear(content.convert(point, to: nil), before)) }
    #expect((places.last?.time ?? 9) <= 1.4 + 1e-3)
    for (one, next) in zip(places, places.dropFirst()) {
      #expect(abs(to - next.1.scale) <= abs(to - one.1.scale))
      #expect((to - next.1.scale) * (to - one.1.scale) >= 0)
    }
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `a rectangle is shown as large as it fits, in the middle`() {
    scrollView.zoom(to: Rect(x: 400, y: 500, width: 200, height: 100), animated: false)
    #expect(scrollView.zoomScale == 2)
    #expect(content(at: 0, 100) == Point(x: 400, y: 500))
    #expect(content(at: 400, 300) == Point(x: 600, y: 600))
    scrollView.zoom(to: Rect(x: 0, y: 0, width: 1, height: 1), animated: false)
    #expect(scrollView.zoomScale == 4 && scrollView.contentOffset == .zero)
    scrollView.zoom(to: Rect(x: 0, y: 0, width: 0, height: 5), animated: false)
    #expect(scrollView.zoomScale == 4)
  }

  @Test func `a finger stops an animated zoom, and scrolling on the way keeps its scale`() {
    perform(at: 1) { scrollView.setZoomScale(3, animated: true) }
    table.application.advance(to: Instant(seconds: 1.1))
    table.at(1.1, .down(1, 200, 200))
    let scale = scrollView.zoomScale
    #expect(scale > 1 && scale < 3 && !scrollView.isDecelerating)
    table.at(1.2, .up(1))
    _ = untilRest()
    #expect(scrollView.zoomScale == scale)
    perform(at: 2) { scrollView.setZoomScale(2, animated: true) }
    table.application.advance(to: Instant(seconds: 2.1))
    perform(at: 2.1) { scrollView.scroll(to: Point(x: 10, y: 20), animated: true) }
    _ = untilRest()
    #expect(scrollView.zoomScale == 2 && scrollView.contentOffset == Point(x: 10, y: 20))
    perform(at: 3) { scrollView.setZoomScale(3, animated: true) }
    table.application.advance(to: Instant(seconds: 3.05))
    perform(at: 3.05) { scrollView.maximumZoomScale = 2.5 }
    _ = untilRest()
    #expect(scrollView.zoomScale == 2.5)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `under fingers that zoom a program's zoom jumps, and the fingers continue from it`() {
    table.at(0, .down(1, 150, 200), .down(2, 250, 200))
    table.at(0.1, .move(1, 140, 200), .move(2, 260, 200))
    table.at(0.2, .move(1, 130, 200), .move(2, 270, 200))
    _ = phases()
    perform(at: 0.3) { scrollView.setZoomScale(2, animated: true) }
    #expect(scrollView.zoomScale == 2)
    #expect(phases() == [.changed])
    let under = content(at: 200, 200)
    table.at(0.4, .move(1, 123, 200), .move(2, 277, 200))
    #expect(abs(scrollView.zoomScale - 2.2) < 1e-9)
    #expect(isNear(content(at: 200, 200), under))
  }

  // MARK: Double taps (SV29)

  private func tap(at seconds: Double, _ x: Double, _ y: Double) {
    table.at(seconds, .down(1, x, y))
    table.at(seconds + 0.05, .up(1))
  }

  @Test func `a double tap zooms about the tapped point, and the next one back`() {
    scrollView.minimumZoomScale = 1
    scrollView.zoomOnDoubleTap = true
    let single = TapGestureRecognizer(id: "single")
    content.addGestureRecognizer(single)
    let under = content(at: 120, 250)
    tap(at: 1, 120, 250)
    #expect(table.actions(of: single) == [.ended])
    tap(at: 1.2, 120, 250)
    #expect(table.actions(of: single) == [.ended, .ended])
    #expect(phases() == [])
    _ = untilRest()
    #expect(scrollView.zoomScale == 2.5)
    #expect(isNear(content(at: 120, 250), under))
    tap(at: 3, 10, 10)
    tap(at: 3.3, 10, 10)
    _ = untilRest()
    #expect(scrollView.zoomScale == 1)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `a double tap zooms to the largest scale if that is less, and limited at the edges`() {
    scrollView.minimumZoomScale = 1
    scrollView.maximumZoomScale = 2
    scrollView.contentOffset = .zero
    scrollView.zoomOnDoubleTap = true
    tap(at: 1, 5, 5)
    tap(at: 1.1, 5, 5)
    _ = untilRest()
    #expect(scrollView.zoomScale == 2)
    tap(at: 2, 395, 395)
    tap(at: 2.1, 395, 395)
    _ = untilRest()
    #expect(scrollView.zoomScale == 1)
    #expect(scrollView.contentOffset == .zero)
  }

  @Test(arguments: ["late", "far", "two fingers", "moved", "off", "control", "cannot zoom"])
  func `what is no double tap on the content does not zoom`(why: String) {
    scrollView.minimumZoomScale = 1
    scrollView.zoomOnDoubleTap = why != "off"
    if why == "control" {
      scrollView.addSubview(Button(id: "ok", frame: Rect(x: 300, y: 300, width: 400, height: 400)))
    }
    if why == "cannot zoom" { scrollView.maximumZoomScale = 1 }
    tap(at: 1, 100, 100)
    switch why {
    case "late": tap(at: 1.5, 100, 100)
    case "far": tap(at: 1.2, 180, 100)
    case "two fingers":
      table.at(1.2, .down(1, 100, 100), .down(2, 150, 100))
      table.at(1.25, .up(1), .up(2))
    case "moved":
      table.at(1.2, .down(1, 100, 100))
      table.at(1.25, .move(1, 130, 100))
      table.at(1.3, .move(1, 170, 100))
      table.at(1.35, .up(1))
    default: tap(at: 1.2, 100, 100)
    }
    _ = untilRest()
    #expect(scrollView.zoomScale == 1)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `held at the second landing, the finger zooms by its way and does not scroll`() {
    scrollView.minimumZoomScale = 1
    scrollView.zoomOnDoubleTap = true
    let under = content(at: 200, 100)
    tap(at: 1, 200, 100)
    table.at(1.2, .down(1, 200, 100))
    table.at(1.3, .move(1, 200, 120))
    #expect(phases() == [.began])
    table.at(1.4, .move(1, 200, 220))
    #expect(abs(scrollView.zoomScale - 2) < 1e-9)
    #expect(isNear(content(at: 200, 100), under))
    table.at(1.5, .move(1, 200, 70))
    #expect(scrollView.zoomScale < 1)
    #expect(!scrollView.isDragging)
    table.at(1.6, .up(1))
    #expect(phases() == [.zooming, .zooming, .ended])
    _ = untilRest()
    #expect(scrollView.zoomScale == 1)
    // The end of this gesture is no tap.
    tap(at: 2.5, 200, 70)
    _ = untilRest()
    #expect(scrollView.zoomScale == 1)
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `of zoomed content in zoomed content a double tap zooms the inner one`() {
    let inner = ScrollView(id: "inner", frame: Rect(x: 300, y: 300, width: 200, height: 200))
    inner.contentSize = Size(width: 200, height: 200)
    for each in [scrollView, inner] {
      each.minimumZoomScale = 1
      each.maximumZoomScale = 3
      each.zoomOnDoubleTap = true
    }
    scrollView.addSubview(inner)
    tap(at: 1, 100, 100)
    tap(at: 1.1, 100, 100)
    _ = untilRest()
    #expect(inner.zoomScale == 2.5 && scrollView.zoomScale == 1)
  }
}
