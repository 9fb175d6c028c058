// Which recognizers have an attempt, in which order they are asked, and what is still to be done.

/// Decides which recognizers are recognized.
///
/// The rule: a recognizer becomes what its own code wants as soon as every recognizer that it
/// requires to fail has failed, in the order of their views, deepest first; once it is recognized,
/// every possible recognizer fails that requires its failure, or that shares a touch with it on one
/// branch of the tree, unless a delegate lets both go on together.
///
/// A recognizer talks to it through `propose`, `end`, `ignore` and `requirementsDidChange`.
final class Arbitration {
  @safe unowned(unsafe) var application: Application!
  /// The recognizers with an attempt; in the order of arbitration after `sortIfNeeded`.
  private(set) var active: ContiguousArray<GestureRecognizer> = []
  /// How many of them want a state that is not public yet.
  private(set) var wanting = 0
  private(set) var due: Work = []
  /// The present event's touches of the recognizer that is being served.
  private(set) var buffers = PhaseBuffers()
  private var resetPass: UInt64 = 0

  /// What a change has made necessary and has not been done yet.
  struct Work: OptionSet {
    let rawValue: UInt8

    /// Pairs with a new attempt are asked for dynamic requirements.
    static let requirements = Work(rawValue: 1 << 0)
    /// Recognizers are failed that a recognized one excludes.
    static let exclusion = Work(rawValue: 1 << 1)
    /// Finished recognizers are reset.
    static let resets = Work(rawValue: 1 << 2)
    /// Recognizers are found that their last finger left undecided.
    static let stuckCheck = Work(rawValue: 1 << 3)
    /// The active recognizers are sorted.
    static let order = Work(rawValue: 1 << 4)
    /// The depths of their views are counted anew before that.
    static let depths = Work(rawValue: 1 << 5)
  }

  // What a moving frame needs is held here: the way through the application counts references.
  let turn: Turn
  let event: Event
  let outbox: Outbox

  init(turn: Turn, event: Event, outbox: Outbox) {
    self.turn = turn
    self.event = event
    self.outbox = outbox
  }

  /// The moment of the running turn.
  var time: Instant { turn.time }

  /// The application is going away.
  func abandonAttempts() {
    for recognizer in active { recognizer.attempt.abandon() }
  }

  // MARK: Attempts

  /// A recognizer accepts a touch or press.
  func accept(_ item: Deliverable, by recognizer: GestureRecognizer, depth: Int) {
    recognizer.attempt.append(item)
    item.addRecognizer(recognizer)
    due.insert(.exclusion)
    begin(recognizer, at: item.startTime, depth: depth)
  }

  /// Begins an attempt, unless one is under way; the depth of the view may be known already.
  func begin(_ recognizer: GestureRecognizer, at time: Instant, depth: Int? = nil) {
    guard !recognizer.attempt.isActive else { return }
    recognizer.attempt.begin(in: self, at: time, depth: depth ?? recognizer.view?.depth ?? 0)
    due.insert(.requirements)
    if let last = active.last, !isServedBefore(last, recognizer) { due.insert(.order) }
    active.append(recognizer)
  }

  /// Sets what a recognizer wants to become; nil if it wants nothing.
  func want(_ state: GestureRecognizer.State?, for recognizer: GestureRecognizer) {
    if (recognizer.wanted == nil) != (state == nil) { wanting += state == nil ? -1 : 1 }
    recognizer.attempt.want(state)
  }

  func want(
    _ state: GestureRecognizer.State, because reason: Reason, for recognizer: GestureRecognizer
  ) {
    want(state, for: recognizer)
    recognizer.attempt.setReason(reason)
  }

  // MARK: Work

  /// Whether work is due that may change who is recognized.
  var hasMoreToResolve: Bool { !due.isDisjoint(with: [.requirements, .exclusion]) }

  /// Asks for an update pass.
  func setNeedsUpdate() {
    if turn.isRunning { turn.setNeedsUpdate() } else { application.setNeedsUpdate() }
  }

  /// Begins a part of the work; false where it is not due.
  func beginWork(_ work: Work) -> Bool { due.remove(work) != nil }

  /// A recognizer is finished and is reset in this turn.
  func didFinish() { due.insert(.resets) }

  /// A finger has lifted or a timer has fired: a recognizer may be left undecided.
  func setNeedsStuckCheck() { due.insert(.stuckCheck) }

  /// The tree has changed, and with it the order of arbitration.
  func treeDidChange() { due.formUnion([.order, .depths]) }

  /// Puts the active recognizers into the order of arbitration.
  func sortIfNeeded() {
    guard due.remove(.order) != nil else { return }
    if due.remove(.depths) != nil {
      for recognizer in active { recognizer.attempt.setDepth(recognizer.view?.depth ?? 0) }
    }
    guard active.count > 1 else { return }
    // Recognizers of one touch come in order already, and a sort finds that out in one pass.
    active.sort { isServedBefore($0, $1) }
  }

  /// Sorts the present event's touches of a recognizer by their phases.
  func fillBuffers(for recognizer: GestureRecognizer) {
    buffers.removeAll()
    for touch in event.touches where recognizer.hasAccepted(touch) { buffers.append(touch) }
  }

  // MARK: Resets

  /// Resets every finished recognizer to possible; fingers that are still down are lost to it.
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
