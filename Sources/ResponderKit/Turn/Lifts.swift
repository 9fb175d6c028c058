// The fingers that lifted last, for taps in a row.

/// The finger that lifted last; a further finger near it makes the next tap in a row.
struct Lift {
  var time: Instant
  var start: Point
  var tapCount: Int
}

/// The latest lifts, apart for those of whom all may learn and for the others: neither tells
/// anything of the other.
struct Lifts {
  private var open: Lift?
  private var secret: (lift: Lift, audience: Audience)?

  subscript(_ audience: Audience) -> Lift? {
    get { audience.isEmpty ? open : secret?.audience == audience ? secret?.lift : nil }
    set {
      if audience.isEmpty { open = newValue } else { secret = newValue.map { ($0, audience) } }
    }
  }
}
