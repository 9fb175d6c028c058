// A hand over nested views: strokes that are slanted, bent, shaken, fast or slow, reported often or
// seldom.

import Testing

@testable import ResponderKit

/// What lies in each other under a hand, from the outermost, and who should win.
struct Nesting: Sendable, CustomTestStringConvertible {
  enum Part: Sendable { case list, pager, carousel, map, photo, swipe, drawer, slider, toggle }
  let parts: [Part]
  /// The winner of a stroke that begins at an angle from the level: nil where the rules leave it to
  /// the speed, and "" where nothing moves.
  let winner: @Sendable (Double) -> String?
  var testDescription: String { parts.map { "\($0)" }.joined(separator: ", ") }

  static let all = [
    Nesting(parts: [.list]) { $0 > 0 ? "list" : "" },
    Nesting(parts: [.pager]) { _ in "pager" },
    Nesting(parts: [.pager, .list]) { $0 < 33.7 ? "pager" : "list" },
    Nesting(parts: [.list, .pager]) { $0 < 45 ? "pager" : "list" },
    Nesting(parts: [.list, .carousel]) { $0 < 45 ? "carousel" : "list" },
    Nesting(parts: [.pager, .list, .carousel]) { $0 < 45 ? "carousel" : "list" },
    Nesting(parts: [.list, .map]) { _ in "map" },
    Nesting(parts: [.pager, .map]) { _ in "map" },
    Nesting(parts: [.pager, .photo]) { $0 < 45 ? "pager" : "photo" },
    Nesting(parts: [.swipe, .list]) { $0 < 45 ? "swipe" : "list" },
    Nesting(parts: [.swipe, .pager, .list]) { $0 < 33.7 ? "pager" : "list" },
    Nesting(parts: [.drawer, .list]) { $0 < 45 ? "drawer" : "list" },
    Nesting(parts: [.drawer, .pager, .list]) { $0 < 45 ? "drawer" : "list" },
    Nesting(parts: [.drawer, .map]) { $0 < 45 ? "drawer" : "map" },
    Nesting(parts: [.pager, .slider]) { $0 < 45 ? "slider" : nil },
    Nesting(parts: [.list, .slider]) { $0 < 45 ? "slider" : "list" },
    Nesting(parts: [.pager, .list, .slider]) { $0 < 45 ? "slider" : "list" },
    Nesting(parts: [.pager, .list, .toggle]) { $0 < 45 ? "toggle" : "list" },
    Nesting(parts: [.list, .toggle]) { $0 < 45 ? "toggle" : "list" },
    Nesting(parts: [.map, .slider]) { $0 < 45 ? "slider" : "map" },
    Nesting(parts: [.swipe, .slider]) { _ in "slider" },
    Nesting(parts: [.swipe, .pager]) { _ in "pager" },
    Nesting(parts: [.swipe, .map]) { _ in "map" },
    Nesting(parts: [.pager, .carousel]) { _ in "carousel" },
    Nesting(parts: [.drawer, .pager]) { $0 < 45 ? "drawer" : "pager" },
    Nesting(parts: [.drawer, .swipe, .list]) { $0 < 45 ? "drawer" : "list" },
  ]
}

/// A stroke to the left and up; its last report is its end.
struct Stroke {
  var degrees: Double
  var speed: Double
  var rate = 240.0
  var phase = 0.0
  var pause = 0.0
  /// How far the hand turns on the way, in degrees.
  var arc = 0.0
  /// How far each report may be beside the finger, in points.
  var jitter = 0.0
  let length = 180.0

  /// The way after a time; a bent way turns steadily.
  func way(at time: Double) -> Point {
    let length = speed * min(time, length / speed)
    let angle = degrees * .pi / 180
    let turn = arc * .pi / 180 * length / self.length
    // The straight line from the landing to where a steady turn leads.
    let chord = turn == 0 ? length : length * sine(turn / 2) / (turn / 2)
    return Point(x: chord * cosine(angle + turn / 2), y: chord * sine(angle + turn / 2))
  }
}

/// What a stroke did.
struct StrokeResult {
  var winner = ""
  var rest = Point.zero
}

/// Plays a stroke over a nesting without bounces.
func play(_ stroke: Stroke, over nesting: Nesting) -> StrokeResult {
  let table = Table(wants: .standard)
  let start = Point(x: nesting.parts.contains(.drawer) ? 395 : 290, y: 290)
  var parent: View = table.window
  var scrollViews: [ScrollView] = []
  var recognizers: [GestureRecognizer] = []
  var slider: Slider?
  var toggle: Switch?
  for part in nesting.parts {
    let place = scrollViews.last?.contentOffset ?? .zero
    let frame = Rect(x: place.x, y: place.y, width: 400, height: 400)
    switch part {
    case .list, .pager, .carousel, .map, .photo:
      let view = ScrollView(id: "\(part)", frame: frame)
      view.bounces = false
      fill(view, with: part)
      parent.addSubview(view)
      // Room in every direction, on a page; a photo has none on its right.
      let limit = view.withinLimits(Point(x: 1e9, y: 1e9))
      let middle = Point(x: min(limit.x, 2000), y: min(limit.y, 2000))
      view.contentOffset = part == .photo ? Point(x: limit.x, y: 200) : middle
      scrollViews.append(view)
      parent = view
    case .swipe, .drawer:
      let view = View(id: "around", frame: frame)
      parent.addSubview(view)
      let recognizer = part == .swipe ? leftSwipe() : rightDrawer()
      view.addGestureRecognizer(recognizer)
      recognizers.append(recognizer)
      parent = view
    case .slider:
      let view = Slider(
        id: "slider", frame: Rect(x: place.x + 90, y: place.y + 270, width: 400, height: 40))
      view.value = 0.5
      parent.addSubview(view)
      slider = view
    case .toggle:
      let view = Switch(
        id: "toggle", frame: Rect(x: place.x + 260, y: place.y + 270, width: 60, height: 40))
      view.isOn = true
      parent.addSubview(view)
      toggle = view
    }
  }
  let starts = scrollViews.map(\.contentOffset)
  var dice = SeededGenerator(seed: UInt64(stroke.rate * 10 + stroke.phase * 100 + stroke.degrees))
  func report(at time: Double, jitter: Double) {
    let way = stroke.way(at: time)
    func shaken(_ place: Double) -> Double {
      jitter == 0 ? place : place + Double.random(in: -jitter...jitter, using: &dice)
    }
    table.at(1 + time, .move(1, shaken(start.x - way.x), shaken(start.y - way.y)))
  }
  let duration = stroke.length / stroke.speed
  table.at(1, .down(1, start.x, start.y))
  var time = stroke.phase / stroke.rate
  while time < duration {
    if time > 0 { report(at: time, jitter: stroke.jitter) }
    time += 1 / stroke.rate
  }
  report(at: duration, jitter: stroke.jitter)
  var result = StrokeResult()
  for view in scrollViews where view.isDragging { result.winner = view.id }
  table.at(1 + duration + stroke.pause, .up(1))
  for recognizer in recognizers where !table.actions(of: recognizer).isEmpty {
    result.winner = recognizer.id
  }
  if slider?.value != slider.map({ _ in 0.5 }) { result.winner = "slider" }
  if toggle?.isOn == false { result.winner = "toggle" }
  var isInside = true
  while let deadline = table.application.deadline {
    table.application.advance(to: deadline)
    for view in scrollViews where view.withinLimits(view.contentOffset) != view.contentOffset {
      isInside = false
    }
  }
  #expect(isInside, "\(stroke) left the limits")
  for (view, start) in zip(scrollViews, starts) {
    if view.id == result.winner { result.rest = view.contentOffset - start }
    if view.isPagingEnabled {
      #expect(view.contentOffset.x / 400 == (view.contentOffset.x / 400).rounded(), "\(stroke)")
    }
  }
  return result
}

private func fill(_ view: ScrollView, with part: Nesting.Part) {
  switch part {
  case .list: view.contentSize = Size(width: 400, height: 20_000)
  case .pager:
    view.contentSize = Size(width: 4000, height: 400)
    view.isPagingEnabled = true
  case .carousel: view.contentSize = Size(width: 20_000, height: 400)
  case .map, .photo:
    let length = part == .map ? 10_000.0 : 400
    let content = View(id: "content", frame: Rect(x: 0, y: 0, width: length, height: length))
    view.addSubview(content)
    view.zoomView = content
    view.contentSize = Size(width: length, height: length)
    view.maximumZoomScale = 4
    view.zoomScale = 2
  case .swipe, .drawer, .slider, .toggle: break
  }
}

private func leftSwipe() -> GestureRecognizer {
  let swipe = SwipeGestureRecognizer(id: "swipe")
  swipe.direction = .left
  return swipe
}

private func rightDrawer() -> GestureRecognizer {
  let drawer = ScreenEdgePanGestureRecognizer(id: "drawer")
  drawer.edges = .right
  return drawer
}

private func cosine(_ angle: Double) -> Double { sine(.pi / 2 - angle) }

// The engine brings no trigonometry; a series is exact enough for angles up to a half turn.
private func sine(_ angle: Double) -> Double {
  var term = angle
  var sum = angle
  for index in 1...12 {
    term *= -angle * angle / Double(2 * index * (2 * index + 1))
    sum += term
  }
  return sum
}
