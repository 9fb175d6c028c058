// The step of the running turn, and the engine's clock.

/// One turn at a time: an event, a timer or an edit, and everything that it causes.
///
///     idle ─┬─ event ───────────────────► recognizing ──► delivering ─┬─► closing ──► idle
///           ├─ timer · answer · motion ─────────────────► acting ─────┤
///           └─ edit ──► editing ──────────── edit is done ──► acting ─┘
///                         │ ▲
///                         ▼ └─ resumed
///                        acting (what the edit ended is reported before the edit continues)
///
/// While a turn runs, no other turn begins: frames and edits of a callback wait until it has ended.
final class Turn {
  enum Step {
    /// No turn runs.
    case idle
    /// An edit from outside changes the tree; no recognizer and no view is being called.
    case editing
    /// Recognizers and views are called for something other than touches and presses.
    case acting
    /// Recognizers receive the touches or presses of an event, and the update pass decides.
    case recognizing
    /// Views receive the event's own phases.
    case delivering
    /// Changes by callbacks are decided, until no work is left.
    case closing
  }

  private(set) var step = Step.idle
  /// The number of the latest turn.
  private(set) var number: UInt64 = 0
  /// The time of the latest turn: the event's or the timer's own.
  private(set) var time = Instant(microseconds: 0)
  /// The latest time that the engine was given. It never decreases.
  private(set) var latest = Instant.distantPast
  /// Whether an update pass was requested.
  private(set) var needsUpdate = false
  private var waiting: [() -> Void] = []
  private var servesWaiting = false

  var isRunning: Bool { step != .idle }

  /// The time of an edit for which the caller gives none.
  var timeOfEdit: Instant { latest == .distantPast ? .zero : latest }

  // MARK: Steps

  func begin(_ first: Step, at time: Instant) {
    assert(step == .idle, "a turn begins while another one runs")
    step = first
    number += 1
    self.time = time
    latest = max(latest, time)
  }

  /// Moves on to delivering: recognizers have received the event, and their states are public.
  func deliver() {
    assert(step == .recognizing)
    step = .delivering
  }

  /// Moves on to acting: the edit is done, and what it ended is reported.
  func finishEditing() {
    assert(step == .editing)
    step = .acting
  }

  /// Leaves editing while recognizers and views are called; false if the turn is in another step.
  func suspendEditing() -> Bool {
    guard step == .editing else { return false }
    step = .acting
    return true
  }

  func resumeEditing() {
    assert(step == .acting)
    step = .editing
  }

  func close() {
    assert(step == .acting || step == .delivering)
    step = .closing
  }

  func end() {
    assert(step == .closing && !needsUpdate)
    step = .idle
  }

  // MARK: Work

  func setNeedsUpdate() { needsUpdate = true }

  /// Clears the request because an update pass begins, or to detect a request of the next callback.
  func clearNeedsUpdate() { needsUpdate = false }

  /// Keeps a closure until the running turn has ended.
  func wait(_ body: @escaping () -> Void) { waiting.append(body) }

  /// Whether something waits for the end of the turn, or happens after the turn that it has waited for.
  var isFollowed: Bool { !waiting.isEmpty || servesWaiting }

  /// Begins what has waited for the end of a turn; false if nothing has, or it has begun.
  func beginWaiting() -> Bool {
    if waiting.isEmpty || servesWaiting { return false }
    servesWaiting = true
    return true
  }

  func endWaiting() { servesWaiting = false }

  /// Removes and returns the closure that has waited longest, if no turn is running.
  func nextWaiting() -> (() -> Void)? {
    isRunning || waiting.isEmpty ? nil : waiting.removeFirst()
  }

  // MARK: Clock

  func advance(to time: Instant) { latest = max(latest, time) }
}
