// Where released content rests: it is known when the finger lifts, and may be chosen.

import Testing

@testable import ResponderKit

@Suite struct SnapTests {
  private struct Throw {
    var target: Point?
    var rest: Point
  }

  /// Drags content with a finger of this speed, and waits until it rests.
  private func drag(
    _ speed: Double, from offset: Double, change: (ScrollView) -> Void = { _ in }
  ) -> Throw {
    let table = Table(wants: .standard)
    let view = ScrollView(id: "v", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    view.contentSize = Size(width: 400, height: 20_000)
    change(view)
    table.window.addSubview(view)
    view.contentOffset = Point(x: 0, y: offset)
    table.at(1, .down(1, 200, 200))
    var time = 1.0
    for count in 1...12 {
      time = 1 + Double(count) * 0.008
      table.at(time, .move(1, 200, 200 + speed * (time - 1)))
    }
    table.at(time, .up(1))
    while let deadline = table.application.deadline { table.application.advance(to: deadline) }
    var target: Point?
    for report in table.application.outbox.reports {
      if case .scrolled(_, .ended, _, _, let place) = report.kind { target = place }
    }
    return Throw(target: target, rest: view.contentOffset)
  }

  @Test(arguments: [-9000.0, -3000, -1300, -700, -251, 260, 900, 2000, 7500])
  func `the target is where content comes to rest`(speed: Double) {
    for offset in [0.0, 30, 4000, 19_000, 19_590] {
      for step in [1.0 / 60, 0.005, 0.03] {
        let thrown = drag(speed, from: offset) { $0.decelerationStep = step }
        #expect(
          thrown.target.map { abs($0.y - thrown.rest.y) < 1e-6 && $0.x == thrown.rest.x } == true,
          "\(speed) from \(offset) in steps of \(step): \(thrown)")
      }
    }
  }

  @Test(arguments: [-9000.0, -3000, -700, 300, 2000, 7500])
  func `content rests at the snap offset that is nearest to where it would have rested`(
    speed: Double
  ) {
    let offsets = [0.0, 90, 1000, 4100, 4900, 7000, 12_345, 30_000]
    for offset in [0.0, 4000, 19_000] {
      let free = drag(speed, from: offset).rest.y
      let snapped = drag(speed, from: offset) { $0.verticalSnapOffsets = offsets }
      let nearest = offsets.min { abs($0 - free) < abs($1 - free) } ?? 0
      #expect(snapped.rest.y == min(nearest, 19_600), "\(speed) from \(offset)")
      #expect(snapped.target == snapped.rest)
    }
  }

  @Test func `pages go before snap offsets, and an axis without offsets is free`() {
    let paged = drag(-900, from: 0) {
      $0.isPagingEnabled = true
      $0.verticalSnapOffsets = [0, 333]
    }
    #expect(paged.rest.y == 400)
    let free = drag(-900, from: 1000) { $0.horizontalSnapOffsets = [0, 10] }
    #expect(free.rest == drag(-900, from: 1000).rest)
  }

  @Test func `a wheel goes to the next snap offset, and stays at the last one`() {
    let table = Table(wants: .standard)
    let view = ScrollView(id: "v", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    view.contentSize = Size(width: 400, height: 2000)
    view.verticalSnapOffsets = [700, 0, 90]
    table.window.addSubview(view)
    var rests: [Double] = []
    for (index, way) in [53.0, 2000, 7, 53, -53, -1, -53].enumerated() {
      var frame = Frame(time: Instant(seconds: Double(1 + index)), device: table.device)
      frame.scroll = ScrollChange(
        position: Point(x: 200, y: 200), movement: Point(x: 0, y: way))
      table.application.feed(frame)
      table.application.advance(to: frame.time + 0.9)
      rests.append(view.contentOffset.y)
    }
    #expect(rests == [90, 700, 700, 700, 90, 0, 0])
  }
}
