// The activity of a panel: idle after some time without a touch, active again with a touch.
//
//     active ──no touch for so long, and none down──► idle
//       ▲ └──a touch: later, no record                 │
//       └──────────────────── a touch ──────────────────┘

/// Follows touches and decides when the panel is idle; times are microseconds.
struct Activity {
  private enum Step { case active, idle }

  /// The time without a touch after which the panel becomes idle.
  var patience: Int64
  private var step = Step.active
  /// The time of the last touch, or of the start.
  private(set) var last: Int64

  /// An active panel that becomes idle after so long without a touch.
  init(patience: Int64, now: Int64) {
    self.patience = patience
    last = now
  }

  /// Whether the panel is idle.
  var isIdle: Bool {
    switch step {
    case .active: false
    case .idle: true
    }
  }

  /// The time at which idleness must be checked; nil when only a touch can change the state.
  var deadline: Int64? {
    switch step {
    case .active: last + patience
    case .idle: nil
    }
  }

  /// Handles a touch; if the panel was idle, returns since when.
  mutating func touched(at time: Int64) -> Int64? {
    let before = last
    last = max(last, time)
    switch step {
    case .active: return nil
    case .idle:
      step = .active
      return before
    }
  }

  /// Whether the panel becomes idle; it does not while a finger is down.
  mutating func becomesIdle(at now: Int64, isTouched: Bool) -> Bool {
    switch step {
    case .idle: return false
    case .active:
      if isTouched { last = max(last, now) }
      guard now >= last + patience else { return false }
      step = .idle
      return true
    }
  }
}
