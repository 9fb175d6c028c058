// Offsets that programs set, and content that changes its size: limits are always kept.

import Testing

@testable import ResponderKit

@Suite struct ScrollLimitTests {
  private let table = Table(wants: .standard)
  private let list: ScrollView

  init() {
    list = ScrollView(id: "list", frame: Rect(x: 0, y: 0, width: 400, height: 300))
    list.contentSize = Size(width: 400, height: 1200)
    list.delaysContentTouches = false
    table.window.addSubview(list)
  }

  private var application: Application { table.application }

  private func edit(at seconds: Double, _ change: () -> Void) {
    application.perform(at: Instant(seconds: seconds), change)
  }

  private func flick(from start: Double = 0, step: Double = -30) {
    table.at(start, .down(1, 50, 150))
    for number in 1...3 {
      table.at(start + Double(number) / 50, .move(1, 50, 150 + step * Double(number)))
    }
    table.at(start + 0.08, .up(1))
  }

  private func phases() -> [ScrollPhase] {
    application.outbox.reports.compactMap { report in
      guard case .scrolled(_, let phase, _, _, _) = report.kind else { return nil }
      return phase
    }
  }

  @Test func `an offset that is set stops content that coasts, at the new place`() {
    flick()
    application.advance(to: Instant(seconds: 0.2))
    #expect(list.isDecelerating)
    application.outbox.removeAll()
    edit(at: 0.25) { list.contentOffset = Point(x: 0, y: 500) }
    #expect(!list.isDecelerating)
    #expect(list.contentOffset == Point(x: 0, y: 500))
    #expect(phases().filter { $0 != .decelerating } == [.settled])
    #expect(application.deadline == nil)
    application.advance(to: Instant(seconds: 5))
    #expect(list.contentOffset == Point(x: 0, y: 500))
    #expect(application.checkInvariants() == [])
  }

  @Test func `a drag continues from an offset that is set`() {
    table.at(0, .down(1, 50, 250))
    table.at(0.05, .move(1, 50, 200))
    table.at(0.1, .move(1, 50, 180))
    #expect(list.contentOffset.y == 60)
    edit(at: 0.2) { list.contentOffset = Point(x: 0, y: 400) }
    table.at(0.4, .move(1, 50, 170))
    #expect(list.contentOffset.y == 410)
    table.at(0.8, .up(1))
    #expect(list.contentOffset.y == 410 && !list.isDecelerating)
    #expect(application.checkInvariants() == [])
  }

  @Test(arguments: [
    (Point(x: 0, y: 5000), Point(x: 0, y: 900)), (Point(x: 30, y: -40), Point.zero),
  ])
  func `an offset beyond the limits becomes the nearest within`(wanted: Point, expected: Point) {
    list.contentOffset = wanted
    #expect(list.contentOffset == expected)
    list.bounds.origin = wanted
    #expect(list.contentOffset == expected)
    #expect(application.checkInvariants() == [])
  }

  @Test func `content that shrinks takes the offset with it, and says so`() {
    list.contentOffset = Point(x: 0, y: 800)
    application.outbox.removeAll()
    edit(at: 1) { list.contentSize.height = 500 }
    #expect(list.contentOffset.y == 200)
    #expect(phases() == [.settled])
    edit(at: 2) { list.frame.size.height = 400 }
    #expect(list.contentOffset.y == 100)
    edit(at: 3) { list.contentInset.bottom = 50 }
    edit(at: 3) { list.contentOffset.y = 150 }
    edit(at: 4) { list.contentInset.bottom = 0 }
    #expect(list.contentOffset.y == 100)
    #expect(application.checkInvariants() == [])
  }

  @Test func `the order of changes in one edit does not matter`() {
    edit(at: 1) {
      list.contentOffset = Point(x: 0, y: 1500)
      list.contentSize.height = 2000
    }
    #expect(list.contentOffset.y == 1500)
    #expect(phases() == [.settled])
  }

  @Test func `content that shrinks while it coasts ends within the new limits`() {
    flick()
    application.advance(to: Instant(seconds: 0.3))
    edit(at: 0.3) { list.contentSize.height = 350 }
    while let deadline = application.deadline { application.advance(to: deadline) }
    #expect(list.contentOffset.y == 50)
    #expect(application.checkInvariants() == [])
  }

  @Test func `content that shrinks under a drag does not jump at the next move`() {
    table.at(0, .down(1, 50, 250))
    table.at(0.1, .move(1, 50, 240))
    table.at(0.2, .move(1, 50, 40))
    let before = list.contentOffset.y
    #expect(before == 200)
    edit(at: 0.25) { list.contentSize.height = 400 }
    table.at(0.3, .move(1, 50, 39))
    #expect(abs(list.contentOffset.y - before) < 1)
    table.at(0.9, .up(1))
    while let deadline = application.deadline { application.advance(to: deadline) }
    #expect(list.contentOffset.y == 100)
  }

  @Test func `offsets are checked when a window is shown, and when a view joins one`() {
    let other = ScrollView(id: "other", frame: Rect(x: 0, y: 0, width: 100, height: 100))
    other.contentOffset = Point(x: 0, y: 900)
    other.contentSize = Size(width: 100, height: 600)
    #expect(other.contentOffset.y == 900)
    let second = Window(
      id: "second", frame: Rect(x: 0, y: 0, width: 100, height: 100), screen: table.screen)
    second.addSubview(other)
    application.show(second)
    #expect(other.contentOffset.y == 500)
    other.removeFromSuperview()
    other.contentSize.height = 300
    table.window.addSubview(other)
    #expect(other.contentOffset.y == 200)
    #expect(application.checkInvariants() == [])
  }

  @Test func `content that leaves its window while it moves rests, and can be dragged elsewhere`() {
    flick()
    application.advance(to: Instant(seconds: 0.1))
    #expect(list.isDecelerating)
    edit(at: 0.12) { list.removeFromSuperview() }
    #expect(!list.isDecelerating)
    #expect(application.deadline == nil)
    let row = table.view("row", Rect(x: 0, y: 0, width: 400, height: 1200), in: list)
    edit(at: 0.2) { table.window.addSubview(list) }
    table.at(0.3, .down(2, 50, 100))
    #expect(application.liveTouches.first?.view === row)
    table.at(0.4, .up(2))
    #expect(application.checkInvariants() == [])
  }

  @Test(arguments: [false, true])
  func `without bounces content never lies beyond its limits`(isPaging: Bool) {
    list.bounces = false
    list.isPagingEnabled = isPaging
    list.contentOffset.y = 700
    flick(step: -60)
    while let deadline = application.deadline {
      application.advance(to: deadline)
      #expect(list.contentOffset.y <= 900)
    }
    #expect(list.contentOffset.y == 900)
  }

  @Test(arguments: [-300.0, -40, 0, 20, 120, 1000])
  func `resistance can be undone`(place: Double) {
    let lies = Resistance.resisted(place, limits: 0...100, extent: 400)
    #expect(abs(lies - min(max(place, 0), 100)) < abs(place) + 1)
    #expect(abs(Resistance.pulled(lies, limits: 0...100, extent: 400) - place) < 1e-9)
  }

  @Test func `a spring does not depend on when it is observed`() {
    func places(step: Int) -> [Double] {
      var movement = Deceleration(
        from: 50, velocity: 3000, limits: 0...200, bounces: true, decelerationRate: 0.998,
        target: nil, at: Instant(microseconds: 0))
      var list: [Double] = []
      for time in stride(from: 0, through: 600_000, by: step) {
        let place = movement.position(at: Instant(microseconds: Int64(time)))
        if time % 100_000 == 0 { list.append(place) }
      }
      return list
    }
    for (one, other) in zip(places(step: 1000), places(step: 100_000)) {
      #expect(abs(one - other) < 0.01)
    }
  }
}
