// The step that the running turn has reached, and the engine's clock.

/// One turn at a time: an event, a timer or an edit, and everything that it causes.
///
///     idle ─┬─ event ───────────────────► recognizing ──► delivering ─┬─► closing ──► idle
///           ├─ timer · answer · motion ─────────────────► acting ─────┤
///           └─ edit ──► editing ──────────── edit is done ──► acting ─┘
///                         │ ▲
///                         ▼ └─ resumed
///                        acting (what the edit ended is reported before the edit goes on)
///
/// While a turn runs, no other begins: what a callback feeds waits until the turn has ended.
final class Turn {
  enum Step {
    /// No turn runs.
    case idle
    /// An edit from outside changes the tree; no recognizer and no view is being called.
    case editing
    /// Recognizers and views are called for something other than touches and presses.
    case acting
    /// Recognizers get the touches or presses of an event, and the update pass decides.
    case recognizing
    /// Views get the event's own phases.
    case delivering
    /// What callbacks have changed is decided, until nothing is left to do.
    case closing
  }

  private(set) var step = Step.idle
  /// The number of the turn that runs or ran last.
  private(set) var number: UInt64 = 0
  /// The moment of the turn that runs or ran last: the event's or the timer's own.
  private(set) var time = Instant(microseconds: 0)
  /// The latest moment that the engine has been given. It never goes back.
  private(set) var latest = Instant.distantPast
  /// Whether something has asked for an update pass.
  private(set) var needsUpdate = false
  private var waiting: [() -> Void] = []

  var isRunning: Bool { step != .idle }

  /// The moment of an edit for which the caller gives none.
  var timeOfEdit: Instant { latest == .distantPast ? .zero : latest }

  // MARK: Steps

  func begin(_ first: Step, at time: Instant) {
    assert(step == .idle, "a turn begins while another one runs")
    step = first
    number += 1
    self.time = time
    latest = max(latest, time)
  }

  /// Recognizers have had the event, and what they became is public.
  func deliver() {
    assert(step == .recognizing)
    step = .delivering
  }

  /// The edit is done; what it ended is reported.
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

  /// An update pass begins, or arbitration wants to know whether the next callback asks for one.
  func clearNeedsUpdate() { needsUpdate = false }

  /// Keeps something until the running turn has ended.
  func wait(_ body: @escaping () -> Void) { waiting.append(body) }

  /// Removes and returns what has waited longest, when no turn runs.
  func nextWaiting() -> (() -> Void)? {
    isRunning || waiting.isEmpty ? nil : waiting.removeFirst()
  }

  // MARK: Clock

  func advance(to time: Instant) { latest = max(latest, time) }
}
