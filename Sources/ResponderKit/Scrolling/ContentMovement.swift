// The movement of content by itself: scrolling along two axes, or a zoom.

/// Which part of its content a scroll view shows, and how large.
struct ContentPlace: Equatable {
  var offset: Point
  var scale: Double

  /// Whether another place differs by no more than a rounding error.
  func isNear(_ other: ContentPlace) -> Bool {
    abs(offset.x - other.offset.x) <= 1e-9 && abs(offset.y - other.offset.y) <= 1e-9
      && scale == other.scale
  }
}

/// A movement of content by itself.
enum ContentMovement {
  case scrolling(x: Deceleration, y: Deceleration)
  case zooming(ZoomMovement)

  /// The velocity of the offset at a time; a zoom has none that scrolling could take on.
  func velocity(at time: Instant) -> Point {
    switch self {
    case .scrolling(let x, let y): Point(x: x.velocity(at: time), y: y.velocity(at: time))
    case .zooming: .zero
    }
  }

  /// The offset of rest.
  var end: Point {
    switch self {
    case .scrolling(let x, let y): Point(x: x.end, y: y.end)
    case .zooming(let zoom): zoom.end.offset
    }
  }

  var isAtRest: Bool {
    switch self {
    case .scrolling(let x, let y): x.isAtRest && y.isAtRest
    case .zooming(let zoom): zoom.isAtRest
    }
  }
}

/// A zoom without fingers, on the curve of pages: all content moves straight away from one point of
/// the screen or towards it, never beyond its end, and is at rest in 0.4 s.
struct ZoomMovement {
  let end: ContentPlace
  private let start: ContentPlace
  /// The way of the curve, in points.
  private let way: Double
  private var curve: Deceleration

  /// The shortest way of the curve, so that its last step is too small to be seen.
  private static let leastWay = 1000.0

  init(from start: ContentPlace, to end: ContentPlace, at time: Instant) {
    self.start = start
    self.end = end
    let step = end.offset - start.offset
    way = max(abs(step.x), abs(step.y), Self.leastWay)
    curve = Deceleration(approaching: way, at: time)
  }

  var isAtRest: Bool { curve.isAtRest }

  /// The place at a time; times must not decrease.
  mutating func place(at time: Instant) -> ContentPlace {
    let done = curve.position(at: time) / way
    if done == 1 { return end }
    return ContentPlace(
      offset: start.offset + (end.offset - start.offset) * done,
      scale: start.scale + (end.scale - start.scale) * done)
  }

  /// Whether what a view of this size shows visibly moves.
  func isVisible(at time: Instant, from place: ContentPlace, in size: Size) -> Bool {
    func way(from place: ContentPlace) -> Double {
      let step = end.offset - place.offset
      let growth = abs(end.scale / place.scale - 1) * max(size.width, size.height)
      return max(abs(step.x), abs(step.y), growth)
    }
    return way(from: place) > 4 || curve.velocity(at: time) / self.way * way(from: start) > 40
  }
}
