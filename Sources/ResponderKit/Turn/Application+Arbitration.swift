// The update pass: who is recognised, who must fail, who has to wait.

extension Application {
  /// Repeats, until nothing changes: collect dynamic requirements; fail those that a recognised
  /// one excludes; make decisions public. After a change that others may notice it starts again at
  /// the front.
  final func settle() {
    while true {
      if hasNewActive { collectDynamicRequirements() }
      if needsExclusion {
        needsExclusion = false
        failExcluded()
        if hasMoreToSettle { continue }
      }
      if publish() { continue }
      guard failWaitingCircle() else { return }
    }
  }

  /// Makes decisions public that nothing stands in the way of; whether the scan must start again.
  ///
  /// It goes on after a change that those before, which want nothing, cannot notice.
  private final func publish() -> Bool {
    guard wanting > 0 else { return false }
    var isAnyBlocked = false
    for recognizer in active {
      guard let wanted = recognizer.wanted else { continue }
      switch recognizer.publicState {
      case .possible:
        if wanted == .failed {
          makeFailed(recognizer, because: recognizer.reason)
          if isAnyBlocked || hasMoreToSettle { return true }
          continue
        }
        if let winner = recognisedRequirement(of: recognizer) {
          makeFailed(recognizer, because: .requirementRecognised(winner))
          if isAnyBlocked || hasMoreToSettle { return true }
          continue
        }
        if questions.isOpen(about: recognizer) {
          isAnyBlocked = true
          continue
        }
        if let obstacle = undecidedRequirement(of: recognizer) {
          isAnyBlocked = true
          reportWaiting(recognizer, for: obstacle)
          continue
        }
        needsSettling = false
        recognise(recognizer)
        if isAnyBlocked || hasMoreToSettle || needsSettling || recognizer.wanted != nil {
          return true
        }
      case .began, .changed:
        recognizer.wants(nil, in: self)
        // A mere change stands in nobody's way: the scan goes on where it is.
        let isChange = wanted == .changed
        needsSettling = false
        setState(wanted, of: recognizer)
        act(recognizer, wanted)
        if (!isChange && isAnyBlocked) || needsSettling || hasMoreToSettle { return true }
      case .ended, .cancelled, .failed:
        recognizer.wants(nil, in: self)
      }
    }
    return false
  }

  private final var hasMoreToSettle: Bool { hasNewActive || needsExclusion }

  /// Takes a recognizer out of possible: to began, or straight to ended where its kind does so.
  private final func recognise(_ recognizer: GestureRecognizer) {
    let wanted = recognizer.wanted
    let passesBegan = recognizer.startsWithBegan && recognizer.hasWantedBegan
    let state: GestureRecognizer.State =
      wanted == .ended && !passesBegan ? .ended : .began
    recognizer.wants(wanted == .ended && state == .began ? .ended : nil, in: self)
    setState(state, of: recognizer)
    for other in active where other !== recognizer && other.publicState == .possible {
      if requires(other, failureOf: recognizer) {
        makeFailed(other, because: .requirementRecognised(recognizer))
      } else if excludes(recognizer, other) {
        makeFailed(other, because: .excluded(by: recognizer))
      }
    }
    delivery.dropHeld(by: recognizer)
    act(recognizer, state)
  }

  private final func setState(
    _ state: GestureRecognizer.State, of recognizer: GestureRecognizer
  ) {
    let old = recognizer.publicState
    recognizer.publicState = state
    if state.isFinished {
      recognizer.stopTimers()
      hasFinished = true
    }
    if outbox.wants.contains(.explain) {
      let reason: Reason =
        if case .proposed = recognizer.reason, state != .cancelled { .recognised } else {
          recognizer.reason
        }
      outbox.say(.transition(recognizer, from: old, to: state, reason), of: recognizer)
    }
    recognizer.stateDidChange()
  }

  final func makeFailed(_ recognizer: GestureRecognizer, because reason: Reason) {
    recognizer.wants(nil, in: self)
    recognizer.reason = reason
    setState(.failed, of: recognizer)
  }

  /// Sends the action; then the views lose the touches of the gesture.
  private final func act(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    let cancels = recognizer.cancelsTouchesInView && state != .cancelled
    if cancels && constants.cancelsBeforeAction { delivery.cancelTouches(of: recognizer) }
    if outbox.wants.contains(.actions) {
      outbox.say(.action(recognizer, state, outbox.note(gestureReport(of: recognizer))))
    }
    recognizer.sendActions()
    if cancels && !constants.cancelsBeforeAction { delivery.cancelTouches(of: recognizer) }
  }

  /// What a recognizer measures now.
  final func gestureReport(of recognizer: GestureRecognizer) -> GestureReport {
    let view = recognizer.view
    var audience = recognizer.audience
    for touch in recognizer.touches { audience.formUnion(touch.audience) }
    for press in recognizer.presses { audience.formUnion(press.audience) }
    return GestureReport(
      view: view, location: recognizer.hasLocation ? recognizer.location(in: view) : nil,
      numberOfTouches: recognizer.numberOfTouches,
      touches: outbox.noteTouches(of: recognizer, in: view),
      presses: recognizer.presses.isEmpty ? [] : recognizer.presses.map(PressReport.init),
      measure: recognizer.measure, audience: audience)
  }

  // MARK: Requirements

  private final func requires(
    _ recognizer: GestureRecognizer, failureOf other: GestureRecognizer
  ) -> Bool {
    recognizer.failureRequirements.contains { $0 === other }
      || recognizer.dynamicRequirements.contains { $0 === other }
  }

  private final func recognisedRequirement(
    of recognizer: GestureRecognizer
  ) -> GestureRecognizer? {
    firstRequirement(of: recognizer) { $0.isActive && $0.publicState.isBegun }
  }

  private final func undecidedRequirement(
    of recognizer: GestureRecognizer
  ) -> GestureRecognizer? {
    firstRequirement(of: recognizer, where: isUndecided)
  }

  private final func firstRequirement(
    of recognizer: GestureRecognizer, where isMeant: (GestureRecognizer) -> Bool
  ) -> GestureRecognizer? {
    recognizer.failureRequirements.first(where: isMeant)
      ?? recognizer.dynamicRequirements.first(where: isMeant)
  }

  /// Asks every pair in which one is new; pairs in which nobody could say yes are passed over.
  private final func collectDynamicRequirements() {
    hasNewActive = false
    if orderIsStale { sortActive() }
    if active.contains(where: \.answersForOthers) {
      for (position, one) in active.enumerated() where one.publicState == .possible {
        for other in active[(position + 1)...]
        where (one.isNew || other.isNew) && other.publicState == .possible
          && (one.answersForOthers || other.answersForOthers)
        {
          if asks(one, toWaitFor: other) || asks(other, whetherOthersWait: one) {
            addDynamicRequirement(of: one, failureOf: other)
          }
          if asks(other, toWaitFor: one) || asks(one, whetherOthersWait: other) {
            addDynamicRequirement(of: other, failureOf: one)
          }
        }
      }
    }
    for recognizer in active { recognizer.isNew = false }
  }

  private final func asks(
    _ recognizer: GestureRecognizer, toWaitFor other: GestureRecognizer
  ) -> Bool {
    var answer = recognizer.shouldRequireFailure(of: other)
    if !answer, let delegate = recognizer.delegate {
      answer = delegate.gestureRecognizer(recognizer, shouldRequireFailureOf: other)
    }
    if answer { report(.shouldRequireFailure(recognizer, of: other), true) }
    return answer
  }

  private final func asks(
    _ recognizer: GestureRecognizer, whetherOthersWait other: GestureRecognizer
  ) -> Bool {
    var answer = recognizer.shouldBeRequiredToFail(by: other)
    if !answer, let delegate = recognizer.delegate {
      answer = delegate.gestureRecognizer(recognizer, shouldBeRequiredToFailBy: other)
    }
    if answer { report(.shouldBeRequiredToFail(recognizer, by: other), true) }
    return answer
  }

  private final func addDynamicRequirement(
    of recognizer: GestureRecognizer, failureOf other: GestureRecognizer
  ) {
    guard !requires(recognizer, failureOf: other) else { return }
    recognizer.dynamicRequirements.append(other)
  }

  // MARK: Exclusion

  /// Fails the possible recognizers that one under way excludes, or that must yield to it.
  private final func failExcluded() {
    let winners = active.filter { $0.publicState.isBegun }
    guard !winners.isEmpty else { return }
    for other in active where other.publicState == .possible {
      for winner in winners {
        if requires(other, failureOf: winner) {
          makeFailed(other, because: .requirementRecognised(winner))
          break
        }
        if excludes(winner, other) {
          makeFailed(other, because: .excluded(by: winner))
          break
        }
      }
    }
  }

  /// Whether the winner, recognised, makes the other fail.
  private final func excludes(
    _ winner: GestureRecognizer, _ other: GestureRecognizer
  ) -> Bool {
    guard areRelated(winner, other) else { return false }
    guard winner.prevents?(other) ?? winner.canPrevent(other),
      other.isPreventable?(winner) ?? other.canBePrevented(by: winner)
    else { return false }
    return !maySucceedTogether(winner, other) && !maySucceedTogether(other, winner)
  }

  private final func maySucceedTogether(
    _ one: GestureRecognizer, _ other: GestureRecognizer
  ) -> Bool {
    guard let delegate = one.delegate else { return false }
    let answer = delegate.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other)
    if answer { report(.shouldRecognizeSimultaneously(one, with: other), true) }
    return answer
  }

  /// Views on one branch, and at least one touch or press in common.
  private final func areRelated(
    _ one: GestureRecognizer, _ other: GestureRecognizer
  ) -> Bool {
    guard let view = one.view, let otherView = other.view else { return false }
    let common: Deliverable? =
      one.touches.first { touch in other.touches.contains { $0 === touch } }
      ?? one.presses.first { press in other.presses.contains { $0 === press } }
    guard let common else { return false }
    // Both lay on the way from the hit view to the window when it began.
    if common.treeVersion == treeVersion || view === otherView { return true }
    return view.isDescendant(of: otherView) || otherView.isDescendant(of: view)
  }

  // MARK: Words

  private final func reportWaiting(
    _ recognizer: GestureRecognizer, for obstacle: GestureRecognizer
  ) {
    guard !recognizer.hasReportedWaiting else { return }
    recognizer.hasReportedWaiting = true
    if outbox.wants.contains(.explain) {
      outbox.say(.waits(recognizer, for: obstacle), of: recognizer)
    }
  }

  /// Speaks of recognizers that forgot to decide, and fails them where that is wished.
  final func reportStuck() {
    mayBeStuck = false
    for recognizer in active
    where recognizer.publicState == .possible && recognizer.wanted == nil
      && !recognizer.hasReportedStuck && !recognizer.hasRunningTimer
      && !questions.isOpen(about: recognizer)
    {
      guard !recognizer.touches.isEmpty || !recognizer.presses.isEmpty,
        !recognizer.touches.contains(where: { $0.isDown }),
        !recognizer.presses.contains(where: { $0.isDown })
      else { continue }
      recognizer.hasReportedStuck = true
      if outbox.wants.contains(.explain) { outbox.say(.stuck(recognizer), of: recognizer) }
      if constants.failsStuckRecognizers {
        recognizer.end(because: .stayedPossible)
        needsSettling = true
      }
    }
    while needsSettling { updatePass() }
  }
}
