// The movement of content along one axis after the fingers have lifted.

/// A movement along one axis in closed form, so that the position at a time does not depend on how
/// often it is read.
///
///     rest ◄── slow enough ── coasting ──over the limit──► springing ──arrived──► rest
struct Deceleration {
  private enum Course {
    case rest(at: Double)
    /// Slows down by the same factor in every interval.
    case coasting(from: Double, velocity: Double, since: Instant)
    /// Is pulled to a position by a damped spring.
    case springing(to: Double, offset: Double, velocity: Double, since: Instant)
  }
  private var course: Course
  private let limits: ClosedRange<Double>
  private let bounces: Bool
  /// The natural logarithm of the factor by which the speed decreases in a second.
  private let decay: Double

  /// The speed, in points per second, below which the content rests.
  static let restSpeed = 10.0
  /// The stiffness of the spring, per second.
  private static let stiffness = 12.0

  /// A movement that begins at a position with a velocity; with a target, a spring pulls it there.
  ///
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
    let isStopped =
      !bounces
      && (position == limits.upperBound && velocity > 0
        || position == limits.lowerBound && velocity < 0)
    let velocity = isStopped ? 0 : velocity
    if position == end, abs(velocity) <= Self.restSpeed {
      course = .rest(at: position)
    } else if target != nil || !limits.contains(position) {
      course = .springing(to: end, offset: position - end, velocity: velocity, since: time)
    } else {
      course = .coasting(from: position, velocity: velocity, since: time)
    }
  }

  /// Whether the movement has come to rest.
  var isAtRest: Bool {
    switch course {
    case .rest: true
    case .coasting, .springing: false
    }
  }

  /// The position at a time; times must not decrease.
  mutating func position(at time: Instant) -> Double {
    if case .coasting(let start, let velocity, let since) = course {
      let left = exponential(decay * (time - since))
      let position = start + velocity * (left - 1) / decay
      if limits.contains(position) {
        if abs(velocity * left) <= Self.restSpeed { course = .rest(at: position) }
        return position
      }
      // The spring begins when the limit is crossed, no matter when the position is read.
      let end = limits.nearest(to: position)
      guard bounces else {
        course = .rest(at: end)
        return end
      }
      let leftThere = min(max(1 + (end - start) * decay / velocity, left), 1)
      course = .springing(
        to: end, offset: 0, velocity: velocity * leftThere,
        since: since + logarithm(leftThere) / decay)
    }
    switch course {
    case .rest(let position): return position
    case .coasting(let start, _, _): return start
    case .springing(let end, _, _, let since):
      let swing = springOffset(at: time)
      if abs(swing) < 0.5 && time - since > 0.1 {
        course = .rest(at: end)
        return end
      }
      return bounces ? end + swing : limits.nearest(to: end + swing)
    }
  }

  /// The position of rest, for a movement that is computed in these steps.
  func end(step: TimeInterval) -> Double {
    switch course {
    case .rest(let position): return position
    case .springing(let end, _, _, _): return end
    case .coasting(let start, let velocity, let since):
      // The movement ends at the first step at which it is slow enough.
      let step = max(since + step - since, 0.000_001)
      let slow = logarithm(Self.restSpeed / abs(velocity)) / decay
      let time = (slow / step).rounded(.up) * step
      return limits.nearest(to: start + velocity * (exponential(decay * time) - 1) / decay)
    }
  }

  /// The velocity at a time, in points per second.
  func velocity(at time: Instant) -> Double {
    switch course {
    case .rest: return 0
    case .coasting(_, let velocity, let since):
      return velocity * exponential(decay * (time - since))
    case .springing(_, let offset, let velocity, let since):
      let passed = time - since
      let pull = Self.stiffness
      return (velocity - pull * (velocity + pull * offset) * passed) * exponential(-pull * passed)
    }
  }

  /// The distance between the spring's position and its target.
  private func springOffset(at time: Instant) -> Double {
    guard case .springing(_, let offset, let velocity, let since) = course else { return 0 }
    let passed = time - since
    let pull = Self.stiffness
    return (offset + (velocity + pull * offset) * passed) * exponential(-pull * passed)
  }
}

/// The resistance of content that fingers pull beyond its limits.
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
}
