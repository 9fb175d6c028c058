// One turn: an event or a timer, and everything that it causes.

extension Application {
  /// Handles all input that one device reported at one moment.
  ///
  ///     1 timers that are due before it, each a turn of its own
  ///     2 touches are updated; new ones get their view and their recognizers
  ///     3 recognizers get the phases, in the order of arbitration
  ///     4 the update pass: requirements, exclusion, actions, cancels
  ///     5 phases that no recognizer holds any more are delivered
  ///     6 finished recognizers are reset
  ///     7 the windows deliver the event's own phases
  public final func feed(_ frame: borrowing Frame) {
    guard !turn.isRunning else { return feedLater(copy frame) }
    frames += 1
    reportContacts(of: frame)
    expire(beforeEventAt: frame.time)
    if !frame.contacts.isEmpty { feedContacts(frame) }
    for press in frame.presses { feedPress(press, of: frame.device, at: frame.time) }
    for command in frame.remoteControl {
      feedRemoteControl(command, of: frame.device, at: frame.time)
    }
    for phase in frame.motion { feedMotion(phase, of: frame.device, at: frame.time) }
    if let change = frame.pointer { feedPointer(change, of: frame.device, at: frame.time) }
    if let change = frame.scroll { feedScroll(change, of: frame.device, at: frame.time) }
    if let change = frame.zoom { feedZoom(change, of: frame.device, at: frame.time) }
  }

  // Frames that a callback feeds wait until the running turn has ended.
  private final func feedLater(_ frame: Frame) { afterTurn { [unowned self] in feed(frame) } }

  /// Reports a device's input, after the timers that are due before it.
  private final func reportContacts(of frame: borrowing Frame) {
    guard outbox.wants.contains(.contacts), !frame.contacts.isEmpty else { return }
    while let due = deadline, due < frame.time { advance(to: due) }
    outbox.append(frame, number: frames)
  }

  /// Sets the time: every timer that is due by then fires, each in a turn of its own time.
  public final func advance(to time: Instant) {
    guard !turn.isRunning else { return }
    while let timer = timers.firstDue(by: time) { fire(timer) }
    turn.advance(to: time)
  }

  /// The time at which the engine must be called again; nil means never.
  public final var deadline: Instant? { timers.first?.due }

  /// Changes the tree, properties or recognizers in one turn at a time.
  public final func perform(at time: Instant, _ edit: () -> Void) {
    guard !turn.isRunning else { return edit() }
    expire(beforeEventAt: time)
    beginTurn(.editing, at: time)
    edit()
    settleZones()
    reportChanges()
    turn.finishEditing()
    updatePass()
    endTurn()
  }

  /// Runs an edit in the running turn, or in a turn of its own.
  final func edit(_ body: () -> Void) { perform(at: turn.timeOfEdit, body) }

  /// Fires the timers that are due before an event.
  final func expire(beforeEventAt time: Instant) {
    while let timer = timers.firstDue(beforeEventAt: time) { fire(timer) }
  }

  private final func fire(_ timer: EngineTimer) {
    guard let due = timer.due else { return }
    timers.stop(timer)
    arbitration.setNeedsStuckCheck()
    runTurn(at: due) { timer.action(due) }
  }

  /// Runs a closure and everything that it causes, up to the resets.
  final func runTurn(at time: Instant, _ body: () -> Void) {
    guard !turn.isRunning else { return body() }
    beginTurn(.acting, at: time)
    body()
    updatePass()
    endTurn()
  }

  /// Runs a closure when the running turn has ended; at once if no turn is running.
  final func afterTurn(_ body: @escaping () -> Void) {
    if turn.isRunning { turn.wait(body) } else { body() }
  }

  // MARK: Steps

  final func beginTurn(_ step: Turn.Step, at time: Instant) {
    zones.beginTurn()
    beginTouchTurn(step, at: time)
  }

  /// Begins a turn of touches: each frame has one, and the end of the turn asks about the tree.
  final func beginTouchTurn(_ step: Turn.Step, at time: Instant) {
    turn.begin(step, at: time)
    event.beginTurn(at: time)
    outbox.beginTurn(turn.number, at: time, with: modifierFlags)
  }

  final func endTurn() {
    turn.close()
    // Changes by callbacks during the delivery are decided before the turn ends.
    while turn.needsUpdate || scrolling.hasChecks {
      updatePass()
      scrolling.checkLimits()
      if !turn.needsUpdate, !scrolling.hasChecks { hover.lookAgain() }
    }
    settleZones()
    reportChanges()
    arbitration.reportStuck()
    delivery.removeFinished()
    turn.end()
    guard turn.beginWaiting() else { return }
    while let next = turn.nextWaiting() { next() }
    turn.endWaiting()
    reportChanges()
  }

  private final func settleZones() {
    if zones.needsSettling(treeVersion) { zones.settle() }
  }

  // MARK: Update passes

  /// Requirements, exclusion, actions; then held phases; then the resets.
  final func updatePass() {
    turn.clearNeedsUpdate()
    hover.endInClosedViews()
    arbitration.resolve()
    delivery.releaseHeld()
    arbitration.resetFinished()
  }

  /// Requests an update pass: at once, or in the running turn.
  final func setNeedsUpdate() {
    turn.setNeedsUpdate()
    if !turn.isRunning { runTurn(at: turn.timeOfEdit) {} }
  }

  /// Runs an update pass in the middle of the running turn, for attempts that an edit or a callback
  /// has ended.
  final func updateAtOnce() {
    guard turn.suspendEditing() else {
      // A recognizer that is being called may be among those that end: the turn resets it later.
      arbitration.resolve()
      return turn.setNeedsUpdate()
    }
    updatePass()
    turn.resumeEditing()
  }

  // MARK: Views that leave

  /// Ends the tracking of controls in a subtree that no longer handle touches.
  final func stopTracking(in root: View) {
    guard !delivery.tracked(in: root).isEmpty else { return }
    edit { delivery.stopTracking(in: root) }
  }

  /// Ends attempts, touches and presses in a subtree that is about to leave its window.
  final func viewWillLeave(_ view: View) {
    guard turn.isRunning else { return edit { viewWillLeave(view) } }
    endAll(in: view, because: .removed)
    zones.zone(of: view).release(in: view)
  }

  /// Ends touches, presses and pointers in a subtree, in the middle of an edit: every responder
  /// that received the began receives cancelled.
  package final func endAll(in view: View, because reason: Reason) {
    guard turn.isRunning else { return edit { endAll(in: view, because: reason) } }
    view.forEachInSubtree { each in
      for recognizer in each.gestureRecognizers {
        arbitration.interrupt(recognizer, because: reason)
      }
    }
    delivery.dropBegan(in: view)
    updateAtOnce()
    let wasEditing = turn.suspendEditing()
    delivery.cancelAll(in: view)
    scrolling.stopContent(in: view)
    if let target = motion.target, target.lies(in: view) { motion.cancel() }
    hover.remove(in: view)
    if wasEditing { turn.resumeEditing() }
  }
}
