// From the events of an accelerometer to shakes.
//
//     resting ──jerk──► counting ──enough jerks, each against the last──► shaking: began
//        ▲                 └──window over──► resting                        │
//        ├────────────────── rest: ended ───────────────────────────────────┤
//        └── rest ── spent ◄── too long: cancelled ─────────────────────────┘

import Configuration
import ResponderKit

/// Sees shakes in the movement of an accelerometer.
struct ShakeDetector {
  private enum Step {
    case resting
    case counting(jerks: Int, since: Instant)
    case shaking(since: Instant)
    case spent
  }

  private let settings: ShakeSettings
  private let unitsPerG: Double
  private var step = Step.resting
  private var acceleration = Vector()
  /// The slow part of the acceleration: gravity. Nil before the first frame.
  private var gravity: Vector?
  /// The acceleration of the last frame, which lasted until the next one, and when that came.
  private var lastAcceleration = Vector()
  private var lastTime = Instant(microseconds: 0)
  /// An acceleration that is steady since a time: it has not changed by half the threshold.
  private var steady = Vector()
  private var steadySince = Instant(microseconds: 0)
  private var lastJerk = Vector()
  private var lastJerkTime = Instant(microseconds: 0)
  private var isChanged = false

  /// The time in which gravity covers at least half of its way to another acceleration.
  private static let followingTime = 0.2

  private struct Vector {
    var x = 0.0
    var y = 0.0
    var z = 0.0

    static func - (left: Vector, right: Vector) -> Vector {
      Vector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    func isNear(_ other: Vector, within distance: Double) -> Bool {
      let difference = self - other
      return difference.dot(difference) < distance * distance
    }

    /// Moves it a part of the way to another one.
    mutating func approach(_ other: Vector, by part: Double) {
      let way = other - self
      x += way.x * part
      y += way.y * part
      z += way.z * part
    }
  }

  /// A detector for a device; nil when it is no accelerometer.
  init?(_ description: EventDescription, settings: ShakeSettings) {
    guard description.properties.contains(InputProperty.accelerometer) else { return nil }
    self.settings = settings
    let range = description.axes[AxisCode.x]
    if let units = settings.unitsPerG, units > 0 {
      unitsPerG = units
    } else if let range, range.resolution > 0 {
      unitsPerG = Double(range.resolution)
    } else {
      // Without a resolution, a range of 2 g is assumed.
      unitsPerG = max(1, Double(range?.maximum ?? 2) / 2)
    }
  }

  /// When it must be called again although the device reports nothing.
  var deadline: Instant? {
    switch step {
    case .resting, .counting: nil
    case .shaking(let since):
      min(lastJerkTime + settings.rest, since + settings.maximumDuration)
    case .spent: lastJerkTime + settings.rest
    }
  }

  /// Handles one axis of the acceleration.
  mutating func handle(_ event: InputEvent) {
    guard event.type == InputType.absolute else { return }
    switch event.code {
    case AxisCode.x: acceleration.x = Double(event.value) / unitsPerG
    case AxisCode.y: acceleration.y = Double(event.value) / unitsPerG
    case AxisCode.z: acceleration.z = Double(event.value) / unitsPerG
    default: return
    }
    isChanged = true
  }

  /// Ends a frame.
  mutating func report(at time: Instant, into frame: inout Frame) {
    advance(to: time, into: &frame)
    guard isChanged else { return }
    isChanged = false
    let gravity = followGravity(until: time)
    if !acceleration.isNear(gravity, within: settings.threshold) {
      add(acceleration - gravity, at: time, into: &frame)
    }
  }

  /// Gravity now. It follows the acceleration since the last frame for as long as that lasted, if it
  /// is no jerk: near gravity, or steady for as long as a shake rests, as on a panel that was turned.
  private mutating func followGravity(until time: Instant) -> Vector {
    guard var gravity else {
      (gravity, lastAcceleration, steady) = (acceleration, acceleration, acceleration)
      (lastTime, steadySince) = (time, time)
      return acceleration
    }
    let duration = time - lastTime
    if lastAcceleration.isNear(gravity, within: settings.threshold)
      || time - steadySince >= settings.rest
    {
      gravity.approach(lastAcceleration, by: duration / (duration + Self.followingTime))
    }
    if !acceleration.isNear(steady, within: settings.threshold / 2) {
      steady = acceleration
      steadySince = time
    }
    self.gravity = gravity
    lastAcceleration = acceleration
    lastTime = time
    return gravity
  }

  private mutating func add(_ jerk: Vector, at time: Instant, into frame: inout Frame) {
    let isReversed = jerk.dot(lastJerk) < 0
    switch step {
    case .resting:
      step = .counting(jerks: 1, since: time)
    case .counting(let jerks, let since):
      if time - since > settings.window {
        step = .counting(jerks: 1, since: time)
      } else if isReversed {
        if jerks + 1 >= settings.jerks {
          step = .shaking(since: time)
          frame.motion.append(.began)
        } else {
          step = .counting(jerks: jerks + 1, since: since)
        }
      }
    case .shaking, .spent: break
    }
    lastJerk = jerk
    lastJerkTime = time
  }

  /// Lets time pass.
  mutating func advance(to time: Instant, into frame: inout Frame) {
    switch step {
    case .resting, .counting: break
    case .shaking(let since):
      if time >= lastJerkTime + settings.rest {
        step = .resting
        frame.motion.append(.ended)
      } else if time >= since + settings.maximumDuration {
        step = .spent
        frame.motion.append(.cancelled)
      }
    case .spent: if time >= lastJerkTime + settings.rest { step = .resting }
    }
  }

  /// Cancels a shake that has begun.
  mutating func cancel(into frame: inout Frame) {
    if case .shaking = step { frame.motion.append(.cancelled) }
    step = .resting
  }
}
