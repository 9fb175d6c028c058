// Taps in a row: the part that tap and long press share.

/// Follows fingers that tap: the required fingers, the required times, near one position, in time.
///
///     idle ──down──► landing ──all down──► down ──lift──► lifting ──all up──► between ──down──► …
///              │        │                   │                │                  │
///              │        └─ lift: too few    ├─ moved too far └─ all down again   └─ next tap late
///              └─ too many fingers at once  └─ too many fingers at once, too long
///
/// Presses are taps of fingers without a position.
struct TapSequence {
  enum Step {
    case idle, landing, down, lifting, between
  }
  enum Outcome {
    case pending
    /// All required fingers are down.
    case reached
    /// A tap is complete.
    case tapped
    case failed(Reason)
  }

  var required = 1
  var allowableMovement = 45.0

  private(set) var step = Step.idle
  private(set) var taps = 0
  /// The middle of the fingers when the first tap's required number was down.
  private(set) var origin: Point?
  private var fingers: ContiguousArray<Deliverable> = []

  mutating func reset() {
    step = .idle
    taps = 0
    origin = nil
    fingers.removeAll(keepingCapacity: true)
  }

  /// Whether a finger that lands now is the first finger of a tap.
  var isBetweenTaps: Bool { step == .idle || step == .between }

  mutating func down(_ finger: Deliverable) -> Outcome {
    fingers.append(finger)
    guard fingers.count <= required else {
      return .failed(.tooManyTouches(fingers.count, limit: required, rule: "TAP3"))
    }
    guard fingers.count == required else {
      if step != .lifting { step = .landing }
      return .pending
    }
    step = .down
    let middle = self.middle
    if let origin, let middle {
      let distance = middle.distance(to: origin)
      if distance > allowableMovement {
        return .failed(.moved(distance, limit: allowableMovement, rule: "TAP2"))
      }
    } else {
      origin = middle
    }
    return .reached
  }

  /// Checks the positions of the fingers; used only while all required fingers are down.
  mutating func moved() -> Outcome {
    guard step == .down, let origin, let middle else { return .pending }
    let distance = middle.distance(to: origin)
    return distance > allowableMovement
      ? .failed(.moved(distance, limit: allowableMovement, rule: "TAP2")) : .pending
  }

  mutating func up(_ finger: Deliverable) -> Outcome {
    guard step != .landing else {
      return .failed(.tooFewTouches(fingers.count, needed: required))
    }
    step = .lifting
    fingers.removeAll { $0 === finger }
    guard fingers.isEmpty else { return .pending }
    step = .between
    taps += 1
    return .tapped
  }

  /// The middle of the fingers that are down; nil for presses.
  var middle: Point? {
    var sum = Point.zero
    var count = 0
    for finger in fingers {
      guard let touch = finger as? Touch else { return nil }
      sum += touch.position
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }
}
