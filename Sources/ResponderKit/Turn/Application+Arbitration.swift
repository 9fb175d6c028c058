// The update pass: who is recognised, who must fail, who has to wait.

extension Application {
  /// Repeats, until nothing changes: collect dynamic requirements; fail one that a recognised
  /// one excludes; make one decision public. After every change it starts again at the front.
  final func settle() {
    while true {
      if hasNewActive { collectDynamicRequirements() }
      if needsExclusion, failOneExcluded() { continue }
      needsExclusion = false
      guard publishOne() else { return }
    }
  }

  /// Makes the first decision public that nothing stands in the way of.
  private final func publishOne() -> Bool {
    guard wanting > 0 else { return false }
    for recognizer in active {
      guard let wanted = recognizer.wanted else { continue }
      switch recognizer.publicState {
      case .possible:
        if wanted == .failed {
          makeFailed(recognizer, because: recognizer.reason)
          return true
        }
        if let winner = recognisedRequirement(of: recognizer) {
          makeFailed(recognizer, because: .requirementRecognised(winner))
          return true
        }
        if awaitsAnswer(recognizer) { continue }
        if let obstacle = undecidedRequirement(of: recognizer) {
          reportWaiting(recognizer, for: obstacle)
          continue
        }
        recognise(recognizer)
        return true
      case .began, .changed:
        recognizer.wants(nil, in: self)
        // A mere change stands in nobody's way: the scan goes on where it is.
        let isChange = wanted == .changed
        needsSettling = false
        setState(wanted, of: recognizer)
        act(recognizer, wanted)
        if !isChange || needsSettling || hasNewActive || needsExclusion { return true }
      case .ended, .cancelled, .failed:
        recognizer.wants(nil, in: self)
      }
    }
    return false
  }

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
    discardHeld(by: recognizer)
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
    if cancels && constants.cancelsBeforeAction { cancelDelivered(of: recognizer) }
    if outbox.wants.contains(.actions) {
      outbox.say(.action(recognizer, state, outbox.note(gestureReport(of: recognizer))))
    }
    recognizer.sendActions()
    if cancels && !constants.cancelsBeforeAction { cancelDelivered(of: recognizer) }
  }

  /// What a recognizer measures now.
  final func gestureReport(of recognizer: GestureRecognizer) -> GestureReport {
    let view = recognizer.view
    return GestureReport(
      location: recognizer.location(in: view), numberOfTouches: recognizer.numberOfTouches,
      touches: outbox.note(recognizer.touches, in: view), measure: recognizer.measure,
      audience: (recognizer as? HoverGestureRecognizer)?.audience ?? [])
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
    firstRequirement(of: recognizer) {
      $0.isEnabled && $0.isActive && $0.view != nil && $0.publicState == .possible
        && (!$0.touches.isEmpty || !$0.presses.isEmpty)
    }
  }

  private final func firstRequirement(
    of recognizer: GestureRecognizer, where isMeant: (GestureRecognizer) -> Bool
  ) -> GestureRecognizer? {
    recognizer.failureRequirements.first(where: isMeant)
      ?? recognizer.dynamicRequirements.first(where: isMeant)
  }

  private final func collectDynamicRequirements() {
    hasNewActive = false
    for (position, one) in active.enumerated() {
      for other in active[(position + 1)...]
      where (one.isNew || other.isNew) && one.publicState == .possible
        && other.publicState == .possible
      {
        if asks(one, toWaitFor: other) || asks(other, whetherOthersWait: one) {
          addDynamicRequirement(of: one, failureOf: other)
        }
        if asks(other, toWaitFor: one) || asks(one, whetherOthersWait: other) {
          addDynamicRequirement(of: other, failureOf: one)
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
    if requires(other, failureOf: recognizer), outbox.wants.contains(.explain) {
      outbox.say(.cycle(recognizer, other))
    }
  }

  // MARK: Exclusion

  /// Fails one possible recognizer that one under way excludes or that must yield to it.
  private final func failOneExcluded() -> Bool {
    for other in active where other.publicState == .possible {
      for winner in active where winner.publicState.isBegun {
        if requires(other, failureOf: winner) {
          makeFailed(other, because: .requirementRecognised(winner))
          return true
        }
        if excludes(winner, other) {
          makeFailed(other, because: .excluded(by: winner))
          return true
        }
      }
    }
    return false
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
    guard
      one.touches.contains(where: { touch in other.touches.contains { $0 === touch } })
        || one.presses.contains(where: { press in other.presses.contains { $0 === press } })
    else { return false }
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
      && !recognizer.hasReportedStuck && !recognizer.hasRunningTimer && !awaitsAnswer(recognizer)
    {
      guard !recognizer.touches.isEmpty || !recognizer.presses.isEmpty,
        !recognizer.touches.contains(where: { $0.isDown }),
        !recognizer.presses.contains(where: { $0.isDown })
      else { continue }
      recognizer.hasReportedStuck = true
      if outbox.wants.contains(.explain) { outbox.say(.stuck(recognizer), of: recognizer) }
      if constants.failsStuckRecognizers {
        recognizer.end(because: .stayedPossible)
        updatePass()
      }
    }
  }
}
