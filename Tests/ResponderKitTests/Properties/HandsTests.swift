// Strokes as hands make them: slanted, fast or slow, reported often or seldom.

import Testing

@testable import ResponderKit

@Suite struct HandsTests {
  /// What a stroke did.
  private struct Result: Equatable {
    var winner: String?
    var rest: Point = .zero
  }

  /// A straight stroke; its last report is its end.
  private struct Stroke {
    var degrees: Double
    var speed: Double
    var rate: Double
    var phase: Double
    var pause = 0.0
    let length = 180.0
  }

  /// The names of scroll views, from the outermost.
  private static let nestings: [(name: String, views: [(id: String, kind: Kind)])] = [
    ("list", [("list", .list)]),
    ("pager", [("pager", .pager)]),
    ("list in a pager", [("pager", .pager), ("list", .list)]),
    ("pager in a list", [("list", .list), ("pager", .pager)]),
    ("carousel in a list", [("list", .list), ("carousel", .carousel)]),
    (
      "carousel in a list in a pager",
      [("pager", .pager), ("list", .list), ("carousel", .carousel)]
    ),
    ("map in a list", [("list", .list), ("map", .map)]),
  ]
  private enum Kind { case list, pager, carousel, map }

  private func play(_ stroke: Stroke, over views: [(id: String, kind: Kind)]) -> Result {
    let table = Table(wants: .standard)
    var parent: View = table.window
    var scrollViews: [ScrollView] = []
    for (id, kind) in views {
      let place = scrollViews.last?.contentOffset ?? .zero
      let view = ScrollView(id: id, frame: Rect(x: place.x, y: place.y, width: 400, height: 400))
      view.bounces = false
      switch kind {
      case .list: view.contentSize = Size(width: 400, height: 20_000)
      case .pager:
        view.contentSize = Size(width: 4000, height: 400)
        view.isPagingEnabled = true
      case .carousel: view.contentSize = Size(width: 20_000, height: 400)
      case .map: view.contentSize = Size(width: 20_000, height: 20_000)
      }
      parent.addSubview(view)
      // Room in every direction, on a page.
      let limit = view.withinLimits(Point(x: 1e9, y: 1e9))
      view.contentOffset = Point(x: min(limit.x, 2000), y: min(limit.y, 2000))
      scrollViews.append(view)
      parent = view
    }
    let starts = scrollViews.map(\.contentOffset)
    let angle = stroke.degrees * .pi / 180
    let duration = stroke.length / stroke.speed
    func place(_ time: Double) -> (Double, Double) {
      let way = stroke.speed * min(time, duration)
      return (290 - way * cosine(angle), 290 - way * sine(angle))
    }
    table.at(1, .down(1, 290, 290))
    var time = stroke.phase / stroke.rate
    while time < duration {
      if time > 0 {
        let (x, y) = place(time)
        table.at(1 + time, .move(1, x, y))
      }
      time += 1 / stroke.rate
    }
    let (x, y) = place(duration)
    table.at(1 + duration, .move(1, x, y))
    var result = Result()
    for view in scrollViews where view.isDragging { result.winner = view.id }
    table.at(1 + duration + stroke.pause, .up(1))
    while let deadline = table.application.deadline {
      table.application.advance(to: deadline)
      for view in scrollViews {
        let inside = view.withinLimits(view.contentOffset)
        #expect(inside == view.contentOffset, "\(stroke) left the limits of \(view.id)")
      }
    }
    for (view, start) in zip(scrollViews, starts) where view.id == result.winner {
      result.rest = view.contentOffset - start
    }
    return result
  }

  private func cosine(_ angle: Double) -> Double { sine(.pi / 2 - angle) }

  // The engine brings no trigonometry; a series is exact enough for angles up to a quarter turn.
  private func sine(_ angle: Double) -> Double {
    var term = angle
    var sum = angle
    for index in 1...12 {
      term *= -angle * angle / Double(2 * index * (2 * index + 1))
      sum += term
    }
    return sum
  }

  private func expectedWinner(_ name: String, _ degrees: Double) -> String? {
    switch name {
    // A level stroke has no way along the list.
    case "list": degrees > 0 ? "list" : nil
    case "pager": "pager"
    case "list in a pager": degrees < 33.7 ? "pager" : "list"
    case "pager in a list": degrees < 45 ? "pager" : "list"
    case "carousel in a list": degrees < 45 ? "carousel" : "list"
    case "carousel in a list in a pager": degrees < 45 ? "carousel" : "list"
    case "map in a list": "map"
    default: nil
    }
  }

  @Test(arguments: nestings.indices)
  func `a stroke has one winner and one place of rest at every rate`(nesting: Int) {
    let (name, views) = Self.nestings[nesting]
    var count = 0
    for degrees in stride(from: 0.0, through: 85, by: 5) where degrees != 45 {
      for speed in [300.0, 1000, 3000, 6000] {
        for pause in [0.0, 0.12] {
          var first: Result?
          for rate in [240.0, 120, 60, 30] {
            for phase in [0.0, 0.3, 0.8] {
              let stroke = Stroke(
                degrees: degrees, speed: speed, rate: rate, phase: phase, pause: pause)
              let result = play(stroke, over: views)
              count += 1
              #expect(result.winner == expectedWinner(name, degrees), "\(name): \(stroke)")
              let one = first ?? result
              first = one
              let difference = (result.rest - one.rest).length
              #expect(
                difference <= max(4, 0.01 * one.rest.length),
                "\(name): \(stroke) rests at \(result.rest), not \(one.rest)")
              if case .pager? = views.first(where: { $0.id == result.winner })?.kind {
                #expect([-400, 0, 400].contains(result.rest.x), "\(name): \(stroke)")
              }
            }
          }
        }
      }
    }
    #expect(count == 17 * 4 * 2 * 12)
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
