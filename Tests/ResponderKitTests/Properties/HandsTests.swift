// Strokes as hands make them have one winner and one place of rest, at every rate of reports.

import Testing

@testable import ResponderKit

@Suite struct HandsTests {
  private static let rates = [240.0, 120, 60, 30]
  private static let phases = [0.0, 0.3, 0.8]

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
    #expect(count == 17 * 4 * 2 * 12)
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
    #expect(count > 250)
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
