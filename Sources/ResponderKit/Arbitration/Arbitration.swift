// The active recognizers, their order, and the work that an update pass still has to do.

/// Decides which recognizers are recognized.
///
/// The rule: a recognizer enters the state that its own code wants as soon as every recognizer that
/// it requires to fail has failed. Recognizers are looked at in the order of their views, deepest
/// first. When one is recognized, every possible recognizer fails that requires its failure, or
/// that shares a touch with it on one branch of the tree, unless a delegate allows both.
///
/// A recognizer calls `propose`, `end`, `ignore` and `requirementsDidChange`.
final class Arbitration {
  unowned var application: Application!
  /// The recognizers with an attempt; sorted after `sortIfNeeded`.
  private(set) var active: ContiguousArray<GestureRecognizer> = []
  /// The number of active recognizers that want a state that is not public yet.
  private(set) var wanting = 0
  private(set) var due: Work = []
  /// The touches of the current event for the recognizer that is being served.
  private(set) var buffers = PhaseBuffers()
  private var resetPass: UInt64 = 0

  /// Work that a change has made necessary and that is not done yet.
  struct Work: OptionSet {
    let rawValue: UInt8

    /// Ask pairs with a new attempt for dynamic requirements.
    static let requirements = Work(rawValue: 1 << 0)
    /// Fail the recognizers that a recognized one excludes.
    static let exclusion = Work(rawValue: 1 << 1)
    /// Reset the finished recognizers.
    static let resets = Work(rawValue: 1 << 2)
    /// Find recognizers that their last finger left possible.
    static let stuckCheck = Work(rawValue: 1 << 3)
    /// Sort the active recognizers.
    static let order = Work(rawValue: 1 << 4)
    /// Count the depths of their views again before sorting.
    static let depths = Work(rawValue: 1 << 5)
  }

  // Copies of the application's references: reading them through it would count references.
  let turn: Turn
  let event: Event
  let outbox: Outbox

  init(turn: Turn, event: Event, outbox: Outbox) {
    self.turn = turn
    self.event = event
    self.outbox = outbox
  }

  /// The time of the running turn.
  var time: Instant { turn.time }

  /// Ends all attempts because the application is being deallocated.
  func abandonAttempts() {
    for recognizer in active { recognizer.attempt.abandon() }
  }

  // MARK: Attempts

  /// Adds a touch or press to a recognizer's attempt, which begins if none is under way.
  func accept(_ item: Deliverable, by recognizer: GestureRecognizer, depth: Int) {
    recognizer.attempt.append(item)
    item.addRecognizer(recognizer)
    due.insert(.exclusion)
    begin(recognizer, at: item.startTime, depth: depth)
  }

  /// Begins an attempt, unless one is under way; `depth` is that of the view, if known already.
  func begin(_ recognizer: GestureRecognizer, at time: Instant, depth: Int? = nil) {
    if !recognizer.attempt.isActive { beginAttempt(of: recognizer, at: time, depth: depth) }
  }

  private func beginAttempt(of recognizer: GestureRecognizer, at time: Instant, depth: Int?) {
    recognizer.attempt.begin(in: self, at: time, depth: depth ?? recognizer.view?.depth ?? 0)
    due.insert(.requirements)
    if let last = active.last, !isServedBefore(last, recognizer) { due.insert(.order) }
    active.append(recognizer)
  }

  /// Sets the state that a recognizer wants; nil if it wants none.
  func want(_ state: GestureRecognizer.State?, for recognizer: GestureRecognizer) {
    if (recognizer.wanted == nil) != (state == nil) { wanting += state == nil ? -1 : 1 }
    recognizer.attempt.want(state)
  }

  func want(
    _ state: GestureRecognizer.State, because reason: Reason, for recognizer: GestureRecognizer
  ) {
    want(state, for: recognizer)
    // Only explanations need the reason of a gesture that continues, which is set in every frame.
    if state == .changed && !outbox.wants.contains(.continuing) { return }
    recognizer.attempt.setReason(reason)
  }

  // MARK: Work

  /// Whether work is due that can change which recognizer is recognized.
  var hasMoreToResolve: Bool { !due.isDisjoint(with: [.requirements, .exclusion]) }

  /// Requests an update pass.
  func setNeedsUpdate() {
    if turn.isRunning { turn.setNeedsUpdate() } else { application.setNeedsUpdate() }
  }

  /// Removes a kind of work from the list; false if it is not due.
  func beginWork(_ work: Work) -> Bool { due.remove(work) != nil }

  /// Marks the resets as due, because a recognizer is finished.
  func didFinish() { due.insert(.resets) }

  /// Marks the check for stuck recognizers as due, because a finger lifted or a timer fired.
  func setNeedsStuckCheck() { due.insert(.stuckCheck) }

  /// Marks the sorting as due, because the tree has changed.
  func treeDidChange() { due.formUnion([.order, .depths]) }

  /// Sorts the active recognizers into the order of arbitration.
  func sortIfNeeded() {
    guard due.remove(.order) != nil else { return }
    if due.remove(.depths) != nil {
      for recognizer in active { recognizer.attempt.setDepth(recognizer.view?.depth ?? 0) }
    }
    guard active.count > 1 else { return }
    // Recognizers of one touch are usually in order, and the sort notices that in one pass.
    active.sort { isServedBefore($0, $1) }
  }

  /// Sorts the current event's touches of a recognizer by their phases.
  func fillBuffers(for recognizer: GestureRecognizer) {
    buffers.removeAll()
    for touch in event.touches where recognizer.hasAccepted(touch) { buffers.append(touch) }
  }

  // MARK: Resets

  /// Resets every finished recognizer to possible; its touches that are still down are released.
  func resetFinished() {
    guard beginWork(.resets) else { return }
    for recognizer in active where recognizer.reportsFailure && recognizer.state == .failed {
      reportFailure(of: recognizer)
    }
    resetPass &+= 1
    for recognizer in active where recognizer.publicState.isFinished {
      for touch in recognizer.touches { touch.removeFinishedRecognizers(in: resetPass) }
      for press in recognizer.presses { press.removeFinishedRecognizers(in: resetPass) }
    }
    for recognizer in active where recognizer.publicState.isFinished { reset(recognizer) }
    active.removeAll { !$0.attempt.isActive }
  }

  private func reset(_ recognizer: GestureRecognizer) {
    want(nil, for: recognizer)
    recognizer.attempt.clear()
    application.questions.drop(about: recognizer)
    recognizer.reset()
    recognizer.attempt.end()
    if outbox.wants.contains(.resets) { outbox.append(.reset(recognizer)) }
  }
}
