// The fingers that lifted lately, for taps in a row.

/// A finger that lifted near where it landed; a further finger near it makes the next tap in a row.
struct Lift {
  var time: Instant
  var start: Point
  var tapCount: Int
  /// The screen it was on.
  var screen: ObjectIdentifier?
  /// Who may learn of it; nobody learns of a lift by the tap count of a finger for others.
  var audience: Audience
}

/// The latest lifts, in order. Each screen and each audience has rows of taps of its own.
struct Lifts {
  private var lifts: ContiguousArray<Lift> = []

  /// Adds a lift, and forgets those that are too old to be followed.
  mutating func append(_ lift: Lift, since oldest: Instant) {
    lifts.removeAll { $0.time < oldest }
    lifts.append(lift)
  }

  /// How many taps in a row a finger makes that lands at the end of a span of time.
  func tapCount(
    at place: Point, within distance: Double, in span: ClosedRange<Instant>, on screen: Screen?,
    for audience: Audience
  ) -> Int {
    let screen = screen.map(ObjectIdentifier.init)
    let last = lifts.last {
      span.contains($0.time) && $0.screen == screen && $0.audience == audience
        && place.distance(to: $0.start) <= distance
    }
    return (last?.tapCount ?? 0) + 1
  }
}
