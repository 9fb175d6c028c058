// The movement of content along one axis after the fingers have lifted.

/// A movement along one axis in closed form, so that the position at a time does not depend on how
/// often it is read.
///
///     rest ◄── slow enough ── coasting ──over the limit──► springing ──arrived──► rest
struct Deceleration {
  private enum Course {
    case rest(at: Double)
    /// Slows down by the same factor in every interval, towards a whole point.
    case coasting(to: Double, way: Double, since: Instant)
    /// Is pulled to a position by a critically damped spring.
    case springing(to: Double, offset: Double, velocity: Double, stiffness: Double, since: Instant)
  }
  private var course: Course
  private let limits: ClosedRange<Double>
  private let bounces: Bool
  /// The natural logarithm of the factor by which the speed decreases in a second.
  private let decay: Double

  /// The speed, in points per second, from which free content coasts.
  static let coastSpeed = 50.0
  /// The distance from the position of rest, in points, at which a movement ends there.
  private static let arrival = 0.5
  /// The stiffness of the spring behind a limit that content coasts over, per second.
  private static let bounceStiffness = 12.0

  /// A movement that begins at a position with a velocity; with a target, it ends there.
  ///
  /// On the way to a target, and back from beyond a limit, it never turns and never passes its end.
  /// Without bounces the movement stops at its limits.
  init(
    from start: Double, velocity: Double, limits: ClosedRange<Double>, bounces: Bool,
    decelerationRate: Double, target: Double?, at time: Instant
  ) {
    self.limits = limits
    self.bounces = bounces
    decay = logarithm(min(max(decelerationRate, 0.5), 0.9999)) * 1000
    let position = bounces ? start : limits.nearest(to: start)
    let end = target ?? limits.nearest(to: position)
    let goal = (position - velocity / decay).rounded()
    if position != end {
      course = Self.curve(from: position, to: end, velocity: velocity, since: time)
    } else if target != nil || abs(velocity) < Self.coastSpeed
      || abs(goal - position) < Self.arrival
      || !bounces && limits.nearest(to: goal) == position
    {
      course = .rest(at: position)
    } else {
      course = .coasting(to: goal, way: goal - position, since: time)
    }
  }

  /// A movement from 0 over a way that is at rest in 0.4 s, however long the way is.
  init(approaching way: Double, at time: Instant) {
    limits = 0...way
    bounces = false
    decay = 0
    course = Self.curve(from: 0, to: way, velocity: 0, within: 0.4, since: time)
  }

  /// The curve to a target: so stiff that it arrives within 0.4 s, 0.1 s more for each 1,000 points
  /// above the first, 0.6 s at most; so slow at first that it does not pass the target.
  private static func curve(
    from start: Double, to end: Double, velocity: Double, within limit: TimeInterval = 0.6,
    since time: Instant
  ) -> Course {
    let way = end - start
    let thousands = max(abs(way) / 1000, 1)
    let duration = min(0.4 + 0.1 * (thousands - 1), limit)
    let stiffness = (10.4 + 1.1 * logarithm(thousands)) / duration
    let speed = min(max(way < 0 ? -velocity : velocity, 0), stiffness * abs(way))
    return .springing(
      to: end, offset: -way, velocity: way < 0 ? -speed : speed, stiffness: stiffness, since: time)
  }

  /// Whether the movement has come to rest.
  var isAtRest: Bool {
    switch course {
    case .rest: true
    case .coasting, .springing: false
    }
  }

  /// The position of rest.
  var end: Double {
    switch course {
    case .rest(let position): position
    case .coasting(let end, _, _): limits.nearest(to: end)
    case .springing(let end, _, _, _, _): end
    }
  }

  /// The position at a time; times must not decrease.
  mutating func position(at time: Instant) -> Double {
    if case .coasting(let goal, let way, let since) = course {
      let left = way * exponential(decay * (time - since))
      let isOver = !limits.contains(goal - left)
      if !isOver, abs(left) >= Self.arrival { return goal - left }
      if !isOver, limits.contains(goal) {
        course = .rest(at: goal)
        return goal
      }
      // The spring begins when the limit is crossed, no matter when the position is read.
      let end = limits.nearest(to: goal)
      guard bounces else {
        guard isOver else { return goal - left }
        course = .rest(at: end)
        return end
      }
      let leftThere = min((goal - end) / way, 1)
      course = .springing(
        to: end, offset: 0, velocity: -decay * way * leftThere, stiffness: Self.bounceStiffness,
        since: since + logarithm(leftThere) / decay)
    }
    switch course {
    case .rest(let position): return position
    case .coasting(let goal, _, _): return goal
    case .springing(let end, _, _, let stiffness, _):
      let (offset, velocity) = swing(at: time)
      guard abs(offset) >= Self.arrival || abs(velocity) >= stiffness else {
        course = .rest(at: end)
        return end
      }
      return end + offset
    }
  }

  /// The velocity at a time, in points per second.
  func velocity(at time: Instant) -> Double {
    switch course {
    case .rest: 0
    case .coasting(_, let way, let since): -decay * way * exponential(decay * (time - since))
    case .springing: swing(at: time).velocity
    }
  }

  /// The spring's distance from its target, and its velocity.
  private func swing(at time: Instant) -> (offset: Double, velocity: Double) {
    guard case .springing(_, let offset, let velocity, let stiffness, let since) = course else {
      return (0, 0)
    }
    let passed = time - since
    let pull = velocity + stiffness * offset
    let left = exponential(-stiffness * passed)
    return ((offset + pull * passed) * left, (velocity - stiffness * pull * passed) * left)
  }
}

/// The resistance of content that fingers pull or zoom beyond its limits.
enum Resistance {
  private static let softness = 0.55

  /// The position of content that fingers have pulled to a position.
  static func resisted(_ position: Double, limits: ClosedRange<Double>, extent: Double) -> Double {
    let end = limits.nearest(to: position)
    let over = position - end
    guard over != 0, extent > 0 else { return end }
    let given = extent * (1 - 1 / (1 + softness * abs(over) / extent))
    return end + (over < 0 ? -given : given)
  }

  /// The position to which fingers would have pulled the content: the inverse of `resisted`.
  static func pulled(_ position: Double, limits: ClosedRange<Double>, extent: Double) -> Double {
    let end = limits.nearest(to: position)
    let given = position - end
    guard given != 0, extent > abs(given) else { return end }
    let over = extent / softness * (1 / (1 - abs(given) / extent) - 1)
    return end + (given < 0 ? -over : over)
  }
  /// The scale of content that fingers have zoomed to a scale: less than twice the largest, and more
  /// than half the smallest.
  static func resisted(scale: Double, limits: ClosedRange<Double>) -> Double {
    beyond(scale, limits) { resisted($0, limits: 1...1, extent: 1) }
  }

  /// The scale to which fingers would have zoomed the content: the inverse.
  static func pulled(scale: Double, limits: ClosedRange<Double>) -> Double {
    beyond(scale, limits) { pulled($0, limits: 1...1, extent: 1) }
  }

  private static func beyond(
    _ scale: Double, _ limits: ClosedRange<Double>, _ body: (Double) -> Double
  ) -> Double {
    if scale > limits.upperBound { return limits.upperBound * body(scale / limits.upperBound) }
    if scale < limits.lowerBound { return limits.lowerBound / body(limits.lowerBound / scale) }
    return scale
  }
}
