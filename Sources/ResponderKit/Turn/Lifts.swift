// The fingers that lifted recently, for taps in a row.

/// A finger that lifted near its start; another finger near it makes the next tap in a row.
struct Lift {
  var time: Instant
  var start: Point
  var tapCount: Int
  /// The screen of the finger.
  var screen: ObjectIdentifier?
}

/// The latest lifts, in order. Each screen has rows of taps of its own.
struct Lifts {
  private var lifts: ContiguousArray<Lift> = []

  /// Adds a lift, and removes those that are too old to be continued.
  mutating func append(_ lift: Lift, since oldest: Instant) {
    lifts.removeAll { $0.time < oldest }
    lifts.append(lift)
  }

  /// The number of taps in a row for a finger that lands at the end of a span of time.
  func tapCount(
    at place: Point, within distance: Double, in span: ClosedRange<Instant>, on screen: Screen?
  ) -> Int {
    let screen = screen.map(ObjectIdentifier.init)
    let last = lifts.last {
      span.contains($0.time) && $0.screen == screen
        && place.distance(to: $0.start) <= distance
    }
    return (last?.tapCount ?? 0) + 1
  }
}
