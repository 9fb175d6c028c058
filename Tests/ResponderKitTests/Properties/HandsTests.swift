// Strokes as hands make them have one winner and one place of rest, at every rate of reports.

import TestSupport
import Testing

@testable import ResponderKit

@Suite struct HandsTests {
  private static let rates = [240.0, 120, 60, 30]
  /// When after the landing the first report comes, in reports; a long run has more of them.
  private static let phases = Soak.steps == nil ? [0.3] : [0.0, 0.3, 0.8]

  /// The same stroke as panels report it.
  private func sampled(_ stroke: Stroke) -> [Stroke] {
    Self.rates.flatMap { rate in
      Self.phases.map { phase in
        var each = stroke
        each.rate = rate
        each.phase = phase
        return each
      }
    }
  }

  /// Expects the winner of a nesting, and one place of rest, however panels report a stroke; the
  /// places may differ by what the closure gives for the winner and the way. Gives how many it played.
  private func judge(
    _ stroke: Stroke, over nesting: Nesting, within tolerance: (String, Double) -> Double?
  ) -> Int {
    let strokes = sampled(stroke)
    let results = strokes.map { play($0, over: nesting) }
    guard let winner = nesting.winner(stroke.degrees) else { return strokes.count }
    for (stroke, result) in zip(strokes, results) {
      #expect(result.winner == winner, "\(stroke)")
      let one = results[0].rest
      guard let limit = tolerance(winner, one.length) else { continue }
      #expect(
        (result.rest - one).length <= limit, "\(stroke) rests at \(result.rest), not \(one)")
    }
    return strokes.count
  }

  @Test(arguments: Nesting.all)
  func `a straight stroke has one winner and one place of rest`(_ nesting: Nesting) {
    var count = 0
    for degrees in stride(from: 0.0, through: 85, by: 5) where degrees != 45 {
      for speed in [300.0, 1000, 3000, 6000] {
        for pause in [0.0, 0.12] {
          count += judge(Stroke(degrees: degrees, speed: speed, pause: pause), over: nesting) {
            max(4, 0.01 * $1)
          }
        }
      }
    }
    #expect(count == 17 * 4 * 2 * 4 * Self.phases.count)
  }

  @Test(arguments: Nesting.all)
  func `a bent and shaken stroke has the winner of its first way`(_ nesting: Nesting) {
    var count = 0
    for degrees in stride(from: 0.0, through: 85, by: 2.5) {
      for (speed, shake, arc) in [(300.0, 1.0, 0.0), (1000, 1, 20), (3000, 1, -20), (6000, 0, 20)] {
        // A swipe fails when its finger is behind its landing, be it by less than a point.
        let jitter = nesting.parts.contains(.swipe) ? 0 : shake
        let angles = [degrees, degrees + arc].sorted()
        let isDoubtful = [0, 33.7, 45, 90].contains { limit in
          angles[0] - 10 < limit && limit < angles[1] + 10
        }
        if isDoubtful { continue }
        let stroke = Stroke(degrees: degrees, speed: speed, arc: arc, jitter: jitter)
        count += judge(stroke, over: nesting) { winner, way in
          // A page is won by 250 pt/s along its axis, more or less with the jitter.
          if winner == "pager", speed == 300 || speed == 1000 && degrees > 45 { return nil }
          // The velocity of a finger that is shaken by 1 pt is uncertain by 70 pt/s.
          return speed / 30 + 0.04 * way + 35 * jitter
        }
      }
    }
    #expect(count > 80 * Self.phases.count)
  }

  /// From where to where two fingers go, in a straight line each.
  private static let pinches = [
    "apart": [(-30.0, 0.0, -150.0, -20.0), (30, 0, 140, 10)],
    "one away from the other": [(-40, 40, -40, 40), (40, -40, 150, -150)],
    "apart and aside": [(-40, 100, -150, -60), (40, 100, 60, -80)],
    "together": [(-150, -20, -30, 0), (140, 10, 40, 0)],
    "one towards the other": [(-60, 60, -60, 60), (150, -120, 0, 0)],
  ]

  @Test(arguments: pinches.keys.sorted(), [0.1, 0.3, 0.8])
  func `two fingers zoom to one scale, about one point`(_ name: String, _ duration: Double) throws {
    let ways = try #require(Self.pinches[name])
    var first: (scale: Double, point: Point)?
    for rate in Self.rates {
      for phase in Self.phases {
        let plan = ZoomedPlan()
        plan.scrollView.contentSize = Size(width: 20_000, height: 20_000)
        plan.scrollView.minimumZoomScale = 0.01
        plan.scrollView.maximumZoomScale = 100
        plan.scrollView.bounces = false
        plan.scrollView.contentOffset = Point(x: 9000, y: 9000)
        func places(at time: Double) -> [Point] {
          ways.map { way in
            let (x, y) = (way.2 - way.0, way.3 - way.1)
            return Point(x: 200 + way.0 + x * time / duration, y: 200 + way.1 + y * time / duration)
          }
        }
        plan.table.at(0, places(at: 0).enumerated().map { .down($0, $1.x, $1.y) })
        let times = stride(from: phase / rate, to: duration, by: 1 / rate).filter { $0 > 0 }
        for time in times + [duration] {
          plan.table.at(time, places(at: time).enumerated().map { .move($0, $1.x, $1.y) })
        }
        let ends = places(at: duration)
        let middle = (ends[0] + ends[1]) / 2
        let scale = plan.scrollView.zoomScale
        let point = plan.content.convert(middle, from: nil)
        let expected = first ?? (scale, point)
        first = expected
        #expect(abs(scale / expected.scale - 1) < 0.01, "\(rate) Hz from \(phase)")
        #expect(point.distance(to: expected.point) < 4, "\(rate) Hz from \(phase)")
      }
    }
    #expect(abs((first?.scale ?? 1) - 1) > 0.1)
  }

  @Test(arguments: [300.0, 1000, 3000, 6000])
  func `a page moves towards its target only, and rests there within 0,4 s`(speed: Double) {
    for from in stride(from: 20.0, through: 180, by: 20) {
      let table = Table(wants: .standard)
      let pager = ScrollView(id: "pager", frame: Rect(x: 0, y: 0, width: 400, height: 400))
      pager.contentSize = Size(width: 4000, height: 400)
      pager.isPagingEnabled = true
      table.window.addSubview(pager)
      table.at(1, .down(1, 300, 200))
      var time = 1.0
      while (time - 1) * speed < from {
        time += 0.004
        table.at(time, .move(1, 300 - min((time - 1) * speed, from), 200))
      }
      table.at(time, .up(1))
      var last = pager.contentOffset.x
      let target = pager.rest?.x ?? last
      while let deadline = table.application.deadline {
        table.application.advance(to: deadline)
        let offset = pager.contentOffset.x
        #expect(abs(target - offset) <= abs(target - last), "\(speed) from \(from)")
        #expect((target - offset) * (target - last) >= 0, "\(speed) from \(from)")
        #expect(deadline.seconds <= time + 0.4 + 1e-3, "\(speed) from \(from)")
        last = offset
      }
      #expect(pager.contentOffset.x == target)
    }
  }
}
