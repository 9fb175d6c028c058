// Which bindings a record runs, and how often.

import Linux
import Protocol
import ResponderKit

/// Compares records with bindings, and counts the distance of gestures for bindings with `every`.
struct BindingMatcher {
  /// No record runs a command more often than this, however far the finger jumped.
  private static let mostSteps = 100

  private let bindings: [Binding]
  // The largest number of fingers of each gesture under way.
  private var fingers: [String: Int] = [:]
  // Up to where the way of a gesture has been counted, for each binding.
  private var counted: [Int: Steps] = [:]

  /// Matches records with these bindings.
  init(_ bindings: [Binding]) { self.bindings = bindings }

  /// The bindings that a record runs, with how often each.
  mutating func matches(_ record: JSON) -> [(index: Int, times: Int)] {
    switch record["type"]?.string {
    case "gesture": gesture(record)
    case "control":
      select { binding in
        binding.control == record["control"]?.string
          && binding.events.contains(record["event"]?.string ?? "")
      }
    case "activity": select { $0.activity?.rawValue == record["state"]?.string }
    default: []
    }
  }

  private func select(_ isMeant: (Binding) -> Bool) -> [(index: Int, times: Int)] {
    bindings.indices.filter { isMeant(bindings[$0]) }.map { ($0, 1) }
  }

  private mutating func gesture(_ record: JSON) -> [(index: Int, times: Int)] {
    guard let recognizer = record["recognizer"]?.string,
      let state = record["state"]?.string.flatMap(Binding.State.init)
    else { return [] }
    let down = record["touches"]?.elements?.count ?? 0
    let most = max(state == .began ? 0 : fingers[recognizer] ?? 0, down)
    fingers[recognizer] = most
    let translation = point(record["translation"])
    let direction =
      record["direction"]?.string.flatMap(Binding.Direction.init) ?? translation.flatMap(direction)
    var answer: [(index: Int, times: Int)] = []
    for (index, binding) in bindings.enumerated() where binding.recognizer == recognizer {
      if let every = binding.every {
        if state == .began { counted[index] = Steps() }
        guard let translation, binding.numberOfTouches.map({ $0 == most }) ?? true else { continue }
        let times = counted[index, default: Steps()].count(translation, every, binding.directions)
        if times > 0 { answer.append((index, min(times, Self.mostSteps))) }
      } else if binding.phases.contains(state), binding.goes(direction),
        binding.numberOfTouches.map({ $0 == most }) ?? true
      {
        answer.append((index, 1))
      }
    }
    if state != .began, state != .changed { fingers[recognizer] = nil }
    return answer
  }

  private func point(_ value: JSON?) -> Point? {
    guard let x = value?[0]?.double, let y = value?[1]?.double else { return nil }
    return Point(x: x, y: y)
  }

  /// The main direction of a translation.
  private func direction(_ translation: Point) -> Binding.Direction? {
    guard translation.x != 0 || translation.y != 0 else { return nil }
    return abs(translation.x) >= abs(translation.y)
      ? translation.x < 0 ? .left : .right : translation.y < 0 ? .up : .down
  }
}

/// The distance of a gesture that was counted in steps.
private struct Steps {
  private var place = Point.zero
  private var farthest: [Binding.Direction: Double] = [:]

  /// The steps of this length between the place of the last step and this one: in these directions,
  /// or in any if there are none.
  mutating func count(
    _ translation: Point, _ length: Double, _ directions: [Binding.Direction]
  ) -> Int {
    if directions.isEmpty {
      let x = translation.x - place.x
      let y = translation.y - place.y
      let way = (x * x + y * y).squareRoot()
      let steps = (way / length).rounded(.down)
      guard steps > 0 else { return 0 }
      place = Point(x: place.x + x * steps * length / way, y: place.y + y * steps * length / way)
      return Int(steps)
    }
    var sum = 0
    for direction in directions {
      let position =
        switch direction {
        case .left: -translation.x
        case .right: translation.x
        case .up: -translation.y
        case .down: translation.y
        }
      let last = farthest[direction] ?? 0
      let steps = max(0, ((position - last) / length).rounded(.down))
      // A finger that turns back begins a new step when it turns again.
      farthest[direction] = min(last + steps * length, position)
      sum += Int(steps)
    }
    return sum
  }
}
