// What each kind of recognizer does when it is alone: the rules written a second time, small.

import ResponderKit

/// A finger in one event: where it was and where it is.
struct Finger {
  var id: Int
  var from: Point
  var to: Point
}

/// What a recognizer makes of one call.
enum Outcome: Equatable { case nothing, began, changed, ended, cancelled, failed }

/// A moment at which a recognizer decides by itself, in microseconds.
struct Alarm: Equatable {
  var time: Int64
  /// Whether it comes before an event of the same moment.
  var isMinimum: Bool
}

/// One kind of recognizer during one attempt.
protocol KindModel {
  var alarm: Alarm? { get }
  /// The part of the latest straight step after which a drag passed its limit (P2).
  var passing: Double? { get }
  /// Whether drags wait for it, because its finger landed at its edge (ED4).
  var precedesDrags: Bool { get }
  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome
  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome
  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome
  mutating func alarmed() -> Outcome
  /// A hovering pointer went from one place over the view to another; nil is elsewhere.
  mutating func pointer(from old: Point?, to new: Point?) -> Outcome
}

extension KindModel {
  var passing: Double? { nil }
  var precedesDrags: Bool { false }
  mutating func pointer(from old: Point?, to new: Point?) -> Outcome { .nothing }
}

/// Rules TAP1 to TAP5, for one finger.
struct TapModel: KindModel {
  let taps: Int
  private(set) var alarm: Alarm?
  private var done = 0
  private var origin: Point?
  private var isDown = false

  init(taps: Int) { self.taps = taps }

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    if isDown || fingers.count > 1 { return .failed }
    isDown = true
    alarm = Alarm(time: time + 750_000, isMinimum: false)
    return strays(fingers[0].to)
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome { strays(fingers[0].to) }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome {
    isDown = false
    done += 1
    alarm = Alarm(time: time + 350_000, isMinimum: false)
    return done == taps ? .ended : .nothing
  }

  mutating func alarmed() -> Outcome { .failed }

  private mutating func strays(_ point: Point) -> Outcome {
    let start = origin ?? point
    origin = start
    return point.distance(to: start) > 45 ? .failed : .nothing
  }
}

/// Rules LP1 to LP5, for one finger and no taps.
struct LongPressModel: KindModel {
  private(set) var alarm: Alarm?
  private var finger: Int?
  private var origin = Point.zero
  private var hasBegun = false

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    if hasBegun { return .nothing }
    if finger != nil || fingers.count > 1 { return .failed }
    finger = fingers[0].id
    origin = fingers[0].to
    alarm = Alarm(time: time + 500_000, isMinimum: true)
    return .nothing
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome {
    guard let finger = fingers.first(where: { $0.id == finger }) else { return .nothing }
    if hasBegun { return .changed }
    return finger.to.distance(to: origin) > 10 ? .failed : .nothing
  }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome {
    guard fingers.contains(where: { $0.id == finger }) else { return .nothing }
    return hasBegun ? .ended : .failed
  }

  mutating func alarmed() -> Outcome {
    alarm = nil
    hasBegun = true
    return .began
  }
}

/// Rules PAN1 to PAN4, and ED1 and ED2 for one edge.
struct PanModel: KindModel {
  /// Whether it starts at the left edge and takes one finger only.
  let isAtEdge: Bool
  private var down: Set<Int> = []
  private var travel = Point.zero
  private var hasBegun = false
  private(set) var passing: Double?

  var precedesDrags: Bool { isAtEdge && !down.isEmpty }

  init(isAtEdge: Bool) { self.isAtEdge = isAtEdge }

  var alarm: Alarm? { nil }

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    for finger in fingers where !isAtEdge || down.isEmpty {
      down.insert(finger.id)
      if isAtEdge, finger.to.x > 13 { return .failed }
    }
    return .nothing
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome {
    let mine = fingers.filter { down.contains($0.id) }
    if mine.isEmpty { return .nothing }
    let before = travel
    for finger in mine { travel += (finger.to - finger.from) / Double(down.count) }
    if hasBegun { return .changed }
    let limit = isAtEdge ? 15.0 : 10
    if travel.length < limit { return .nothing }
    passing = Self.part(of: before, travel, limit)
    if isAtEdge, travel.x <= 0 || travel.x < abs(travel.y) { return .failed }
    hasBegun = true
    return .began
  }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome {
    guard fingers.contains(where: { down.contains($0.id) }) else { return .nothing }
    down.subtract(fingers.map(\.id))
    if !down.isEmpty { return .nothing }
    return hasBegun ? .ended : .failed
  }

  mutating func alarmed() -> Outcome { .nothing }

  /// The part of a straight way after which it first is so long, by halving.
  private static func part(of start: Point, _ end: Point, _ limit: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<50 {
      let half = (low + high) / 2
      if (start + (end - start) * half).length < limit { low = half } else { high = half }
    }
    return high
  }
}

/// Rules SW1 to SW3, to the right with one finger.
struct SwipeModel: KindModel {
  private var origin: Point?
  private var start: Int64 = 0
  private var last = 0.0
  private(set) var passing: Double?

  var alarm: Alarm? { nil }

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    if origin != nil || fingers.count > 1 { return .failed }
    origin = fingers[0].to
    start = time
    return .nothing
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome {
    guard let origin else { return .nothing }
    let way = fingers[0].to - origin
    let seconds = Double(time - start) / 1_000_000
    if seconds > 0.5 { return .failed }
    let before = last
    last = seconds
    // Where on the straight step the way ahead is long enough, by halving (P2).
    func isThere(_ part: Double) -> Bool {
      let place = fingers[0].from + (fingers[0].to - fingers[0].from) * part - origin
      return place.x >= 50 - 47 * (before + (seconds - before) * part)
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let half = (low + high) / 2
      if isThere(half) { high = half } else { low = half }
    }
    let there = fingers[0].from + (fingers[0].to - fingers[0].from) * high - origin
    if isThere(high), abs(there.y) <= 50 - 49 * (before + (seconds - before) * high) {
      passing = high
      return .ended
    }
    return way.x < 0 || abs(way.y) > 50 - 49 * seconds ? .failed : .nothing
  }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome { .failed }
  mutating func alarmed() -> Outcome { .nothing }
}

/// Rules PI1 to PI3, and RO1 and RO2.
struct TwoFingerModel: KindModel {
  /// What of the pair must change, and by more than how much.
  enum Quantity { case distance, angle }

  let quantity: Quantity
  private var places: [Int: Point] = [:]
  private var pair: [Int] = []
  private var change = 0.0
  private var hasBegun = false

  init(_ quantity: Quantity) { self.quantity = quantity }

  var alarm: Alarm? { nil }

  mutating func began(_ fingers: [Finger], at time: Int64) -> Outcome {
    for finger in fingers where pair.count < 2 {
      pair.append(finger.id)
      places[finger.id] = finger.to
      if !hasBegun { change = 0 }
    }
    return .nothing
  }

  mutating func moved(_ fingers: [Finger], at time: Int64) -> Outcome {
    let mine = fingers.filter { pair.contains($0.id) }
    let before = span
    for finger in mine { places[finger.id] = finger.to }
    guard pair.count == 2, !mine.isEmpty else { return .nothing }
    if hasBegun { return .changed }
    switch quantity {
    case .distance: change += span.length - before.length
    case .angle:
      // The angle between two directions, by the cross and dot product.
      let cross = before.x * span.y - before.y * span.x
      let dot = before.x * span.x + before.y * span.y
      change += Self.arcTangent(cross / dot)
    }
    let limit = quantity == .distance ? 8 : 5 * Double.pi / 180
    hasBegun = abs(change) > limit
    return hasBegun ? .began : .nothing
  }

  mutating func ended(_ fingers: [Finger], at time: Int64) -> Outcome {
    let mine = fingers.filter { pair.contains($0.id) }
    if mine.isEmpty { return .nothing }
    pair.removeAll { id in mine.contains { $0.id == id } }
    if !pair.isEmpty { return .nothing }
    return hasBegun ? .ended : .failed
  }

  mutating func alarmed() -> Outcome { .nothing }

  private var span: Point {
    guard pair.count == 2, let first = places[pair[0]], let second = places[pair[1]] else {
      return .zero
    }
    return second - first
  }

  /// Good enough for steps of less than half a right angle, which is all the gestures make.
  private static func arcTangent(_ tangent: Double) -> Double {
    let square = tangent * tangent
    return tangent * (1 - square / 3 + square * square / 5 - square * square * square / 7)
  }
}
