// What the rarer kinds of recognizer do when they are alone: the rules written a second time.

import ResponderKit

/// Rules LP1 to LP5 for one finger, after one tap within the limits of TAP2 to TAP5.
struct TapAndPressModel: KindModel {
  /// Where it is on its way.
  private enum Step {
    case nothing, tapping, tapped
    case holding(Point)
    case pressed
  }

  private(set) var alarm: Alarm?
  private var step = Step.nothing
  private var origin = Point.zero
  private var finger: Int?

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    switch step {
    case .pressed: return .nothing
    case .tapping, .holding: return .failed
    case .nothing:
      origin = fingers[0].to
      step = .tapping
      alarm = Alarm(time: time + 750_000, isMinimum: false)
    case .tapped:
      if fingers[0].to.distance(to: origin) > 45 { return .failed }
      step = .holding(fingers[0].to)
      alarm = Alarm(time: time + 500_000, isMinimum: true)
    }
    finger = fingers[0].id
    return fingers.count > 1 ? .failed : .nothing
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome {
    guard let place = fingers.first(where: { $0.id == finger })?.to else { return .nothing }
    switch step {
    case .nothing, .tapped: return .nothing
    case .tapping: return place.distance(to: origin) > 45 ? .failed : .nothing
    case .holding(let start): return place.distance(to: start) > 10 ? .failed : .nothing
    case .pressed: return .changed
    }
  }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome {
    guard fingers.contains(where: { $0.id == finger }) else { return .nothing }
    switch step {
    case .nothing, .tapped: return .nothing
    case .tapping:
      step = .tapped
      alarm = Alarm(time: time + 350_000, isMinimum: false)
      return .nothing
    case .holding: return .failed
    case .pressed: return .ended
    }
  }

  mutating func alarmed() -> Outcome {
    alarm = nil
    guard case .holding = step else { return .failed }
    step = .pressed
    return .began
  }
}

/// Any finger that moved ten points since the fingers last came or went begins a transform.
struct TransformModel: KindModel {
  private var starts: [Int: Point] = [:]
  private var places: [Int: Point] = [:]
  private var hasBegun = false

  var alarm: Alarm? { nil }

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    for finger in fingers { places[finger.id] = finger.to }
    starts = places
    return .nothing
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome {
    for finger in fingers { places[finger.id] = finger.to }
    if hasBegun { return .changed }
    hasBegun = places.contains { id, place in
      starts[id].map { $0.distance(to: place) >= 10 } ?? false
    }
    return hasBegun ? .began : .nothing
  }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome {
    for finger in fingers { places[finger.id] = nil }
    starts = places
    if !places.isEmpty { return .nothing }
    return hasBegun ? .ended : .failed
  }

  mutating func alarmed() -> Outcome { .nothing }
}

/// A stroke to the right, of 40 points at least, drawn within 3 seconds.
///
/// Only straight strokes occur, and of two of them the score is the cosine of their angle.
struct PathModel: KindModel {
  private(set) var alarm: Alarm?
  private var start: Point?

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    if start != nil || fingers.count > 1 { return .failed }
    start = fingers[0].to
    alarm = Alarm(time: time + 3_000_000, isMinimum: false)
    return .nothing
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome { .nothing }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome {
    guard let start else { return .nothing }
    let way = fingers[0].to - start
    return way.length >= 40 && way.x / way.length >= 0.85 ? .ended : .failed
  }

  mutating func alarmed() -> Outcome { .failed }
}

/// What `StubbornRecognizer` sets, as it sets it: the table of states is the arbitration's.
struct StubbornModel: KindModel {
  private var down: Set<Int> = []
  private var hasMoved = false

  var alarm: Alarm? { nil }

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    down.formUnion(fingers.map(\.id))
    if down.count < 2 { return .nothing }
    return hasMoved ? .failed : .cancelled
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome {
    hasMoved = true
    return .changed
  }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome {
    down.subtract(fingers.map(\.id))
    return hasMoved ? .ended : .failed
  }

  mutating func alarmed() -> Outcome { .nothing }
}

/// A recognizer from outside the engine, which sets states that are not allowed.
///
/// It says changed without having begun, cancelled while it is possible, and failed when it has
/// begun; the engine makes of them what the table of states says.
final class StubbornRecognizer: GestureRecognizer {
  private var hasMoved = false

  override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    if numberOfTouches > 1 { state = hasMoved ? .failed : .cancelled }
  }

  override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    hasMoved = true
    state = .changed
  }

  override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    state = hasMoved ? .ended : .failed
  }

  override func reset() { hasMoved = false }
}

/// Rule HO1: it begins as the pointer enters; one that was failed waits for the next entry.
struct HoverModel: KindModel {
  private var place: Point?

  var alarm: Alarm? { nil }

  mutating func pointer(from old: Point?, to new: Point?) -> Outcome {
    if old == nil, new != nil {
      place = new
      return .began
    }
    guard place != nil, place != new else { return .nothing }
    place = new
    return new == nil ? .ended : .changed
  }

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome { .nothing }
  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome { .nothing }
  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome { .nothing }
  mutating func alarmed() -> Outcome { .nothing }
}
