// How content goes on moving along one axis after the fingers are gone.

/// A movement along one axis in closed form, so that its place at a time never depends on how
/// often somebody looks.
///
///     rest ◄── slow enough ── coasting ──over the limit──► springing ──arrived──► rest
struct ScrollAxis {
  private enum Course {
    case rest(at: Double)
    /// Slows down by the same factor every moment.
    case coasting(from: Double, velocity: Double, since: Instant)
    /// Is drawn to a place without swinging past it for long.
    case springing(to: Double, offset: Double, velocity: Double, since: Instant)
  }
  private var course: Course
  private var limits: ClosedRange<Double>
  private var bounces: Bool
  /// The natural logarithm of what is left of the speed after a second.
  private var decay: Double

  /// Below this speed, in points a second, content counts as resting.
  private static let restSpeed = 10.0
  /// How strongly a spring draws, a second.
  private static let stiffness = 12.0

  /// A movement that begins at a place with a speed; a target draws it there.
  init(
    from place: Double, velocity: Double, limits: ClosedRange<Double>, bounces: Bool,
    decelerationRate: Double, target: Double?, at time: Instant
  ) {
    self.limits = limits
    self.bounces = bounces
    decay = logarithm(min(max(decelerationRate, 0.5), 0.9999)) * 1000
    if let target {
      course = .springing(
        to: target, offset: place - target, velocity: velocity, since: time)
    } else if !limits.contains(place) {
      let end = min(max(place, limits.lowerBound), limits.upperBound)
      course = .springing(to: end, offset: place - end, velocity: velocity, since: time)
    } else if abs(velocity) > Self.restSpeed {
      course = .coasting(from: place, velocity: velocity, since: time)
    } else {
      course = .rest(at: place)
    }
  }

  /// Whether it has come to rest.
  var isAtRest: Bool {
    switch course {
    case .rest: true
    case .coasting, .springing: false
    }
  }

  /// Where it is at a time; times must not go back.
  mutating func place(at time: Instant) -> Double {
    switch course {
    case .rest(let place): return place
    case .coasting(let start, let velocity, let since):
      let left = exponential(decay * (time - since))
      let place = start + velocity * (left - 1) / decay
      let speed = velocity * left
      if !limits.contains(place) {
        let end = min(max(place, limits.lowerBound), limits.upperBound)
        guard bounces else {
          course = .rest(at: end)
          return end
        }
        course = .springing(to: end, offset: place - end, velocity: speed, since: time)
      } else if abs(speed) <= Self.restSpeed {
        course = .rest(at: place)
      }
      return place
    case .springing(let end, let offset, let velocity, let since):
      let passed = time - since
      let pull = Self.stiffness
      let swing = (offset + (velocity + pull * offset) * passed) * exponential(-pull * passed)
      if abs(swing) < 0.5 && passed > 0.1 {
        course = .rest(at: end)
        return end
      }
      return end + swing
    }
  }

  /// How far content follows a finger that pulls it over its limit.
  static func resisted(_ place: Double, limits: ClosedRange<Double>, extent: Double) -> Double {
    let end = min(max(place, limits.lowerBound), limits.upperBound)
    let over = place - end
    guard over != 0, extent > 0 else { return end }
    let given = extent * (1 - 1 / (1 + 0.55 * abs(over) / extent))
    return end + (over < 0 ? -given : given)
  }
}
