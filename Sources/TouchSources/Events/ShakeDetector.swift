// From the events of an accelerometer to shakes.
//
//     resting ──jerk──► counting ──enough jerks, each against the last──► shaking: began
//        ▲                 └──window over──► resting                        │
//        ├────────────────── rest: ended ───────────────────────────────────┤
//        └── rest ── spent ◄── too long: cancelled ─────────────────────────┘

import Devices
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
  /// The slow part of the acceleration: gravity.
  private var gravity: Vector?
  private var lastJerk = Vector()
  private var lastJerkTime = Instant(microseconds: 0)
  private var isChanged = false

  private struct Vector {
    var x = 0.0
    var y = 0.0
    var z = 0.0

    static func - (left: Vector, right: Vector) -> Vector {
      Vector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }
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
    guard let slow = gravity else {
      gravity = acceleration
      return
    }
    let jerk = acceleration - slow
    if jerk.dot(jerk) >= settings.threshold * settings.threshold {
      add(jerk, at: time, into: &frame)
    } else {
      // Only accelerations near rest change the average at rest.
      gravity = Vector(
        x: slow.x + jerk.x * 0.1, y: slow.y + jerk.y * 0.1, z: slow.z + jerk.z * 0.1)
    }
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
