// Whether somebody is there: nobody has touched for a while, or somebody does again.
//
//     active ──no touch for so long, and none down──► idle
//       ▲ └──a touch: later, nothing said                │
//       └──────────────────── a touch ──────────────────┘

/// Follows touches and says when they end for long and begin again; times are microseconds.
struct Activity {
  private enum Step { case active, idle }

  /// How long without a touch it stays active.
  var patience: Int64
  private var step = Step.active
  /// When the last touch was, or the beginning of all.
  private(set) var last: Int64

  /// An active one that becomes idle after so long without a touch.
  init(patience: Int64, now: Int64) {
    self.patience = patience
    last = now
  }

  /// Whether nobody is there.
  var isIdle: Bool {
    switch step {
    case .active: false
    case .idle: true
    }
  }

  /// When to ask whether it is idle; nil when only a touch can change anything.
  var deadline: Int64? {
    switch step {
    case .active: last + patience
    case .idle: nil
    }
  }

  /// Notes a touch; says since when it had been idle if this ends that.
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

  /// Whether it has become idle; while a finger is down it is not.
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
