// One turn: an event or a timer, and everything that it causes.

extension Application {
  /// Takes everything that one device reported at one moment.
  ///
  ///     1 timers that are due before it, each a turn of its own
  ///     2 touches are updated; new ones get their view and their recognizers
  ///     3 recognizers get the phases, in the order of arbitration
  ///     4 the update pass: requirements, exclusion, actions, cancels
  ///     5 phases that nobody holds any more are delivered
  ///     6 finished recognizers are reset
  ///     7 the windows deliver the event's own phases
  public final func feed(_ frame: borrowing Frame) {
    if isInTurn {
      // What a callback causes waits until the running turn has ended.
      let later = copy frame
      return afterTurn { [unowned self] in feed(later) }
    }
    expire(beforeEventAt: frame.time)
    if !frame.contacts.isEmpty { feedContacts(frame) }
    for press in frame.presses { feedPress(press, of: frame.device, at: frame.time) }
    for command in frame.remoteControl { feedRemoteControl(command, at: frame.time) }
    for phase in frame.motion { feedMotion(phase, at: frame.time) }
    if let change = frame.pointer { feedPointer(change, of: frame.device, at: frame.time) }
  }

  /// Lets time pass: every timer that is due by then fires, each in a turn of its own time.
  public final func advance(to time: Instant) {
    guard !isInTurn else { return }
    while let timer = timers.firstDue(by: time) { fire(timer) }
    now = max(now, time)
  }

  /// When the engine wants to be woken at the latest; nil means never.
  public final var deadline: Instant? { timers.first?.due }

  /// Changes the tree, properties or recognizers as one turn at a moment.
  public final func perform(at time: Instant, _ edit: () -> Void) {
    guard !isInTurn else { return edit() }
    expire(beforeEventAt: time)
    turn(at: time) {
      isEditing = true
      edit()
      isEditing = false
    }
  }

  final func expire(beforeEventAt time: Instant) {
    while let timer = timers.firstDue(beforeEventAt: time) { fire(timer) }
  }

  private final func fire(_ timer: EngineTimer) {
    guard let due = timer.due else { return }
    timers.stop(timer)
    mayBeStuck = true
    turn(at: due) { timer.action(due) }
  }

  /// Runs the body and everything it causes, up to the resets.
  final func turn(at time: Instant, _ body: () -> Void) {
    guard !isInTurn else { return body() }
    beginTurn(at: time)
    body()
    updatePass()
    endTurn()
  }

  final func beginTurn(at time: Instant) {
    isInTurn = true
    frameNumber += 1
    now = max(now, time)
    event.timestamp = time
    outbox.time = time
    outbox.frame = frameNumber
  }

  final func endTurn() {
    // What callbacks changed while views were served is settled before the turn ends.
    while needsSettling || !uncheckedScrollViews.isEmpty {
      updatePass()
      checkScrollViews()
    }
    if mayBeStuck { reportStuck() }
    delivery.removeFinished()
    isInTurn = false
    guard !pending.isEmpty else { return }
    pending.removeFirst()()
  }

  /// Runs something when the running turn has ended; at once where none is running.
  final func afterTurn(_ body: @escaping () -> Void) {
    if isInTurn { pending.append(body) } else { body() }
  }

  /// Requirements, exclusion, actions; then what was held; then the resets.
  final func updatePass() {
    needsSettling = false
    hover.endInClosedViews()
    settle()
    delivery.releaseHeld()
    resetFinished()
  }

  /// Asks for an update pass: at once, or in the turn that is running.
  final func settleSoon() {
    needsSettling = true
    guard !isInTurn else { return }
    turn(at: now == .distantPast ? .zero : now) {}
  }
}
