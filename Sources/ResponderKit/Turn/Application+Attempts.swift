// The end of attempts: refusals to begin, interruptions, ignored touches, resets.

extension Application {
  /// Why a recognizer may not leave possible; nil when every view and its delegate agree.
  final func refusalToBegin(_ recognizer: GestureRecognizer) -> Reason? {
    if recognizer.view?.inhibitingView != nil { return .inhibited }
    for (position, touch) in recognizer.touches.enumerated() {
      guard let view = touch.view,
        !recognizer.touches[..<position].contains(where: { $0.view === view })
      else { continue }
      if let refusal = ask(view, about: recognizer) { return refusal }
    }
    for (position, press) in recognizer.presses.enumerated() {
      guard let view = press.view,
        !recognizer.presses[..<position].contains(where: { $0.view === view })
      else { continue }
      if let refusal = ask(view, about: recognizer, isTouched: false) { return refusal }
    }
    if let refusal = recognizer.reasonNotToBegin() { return refusal }
    if let delegate = recognizer.delegate {
      let answer = delegate.gestureRecognizerShouldBegin(recognizer)
      report(.shouldBegin(recognizer), answer, about: recognizer)
      if !answer { return .delegateRefused }
    }
    return questions.refusesUnheard(.shouldBegin, about: recognizer) ? .delegateRefused : nil
  }

  // A control keeps its default action from gestures of fingers alone, not from those of presses.
  private final func ask(
    _ view: View, about recognizer: GestureRecognizer, isTouched: Bool = true
  ) -> Reason? {
    let isProtected = isTouched && view.protects(against: recognizer)
    let answer = !isProtected && view.gestureRecognizerShouldBegin(recognizer)
    report(.viewShouldBegin(view, recognizer), answer, about: recognizer)
    if answer { return nil }
    return isProtected ? .protected(by: view) : .vetoed(by: view)
  }

  /// Ends a recognizer's attempt from outside, with its dependents released in the same turn.
  final func end(_ recognizer: GestureRecognizer, because reason: Reason) {
    guard recognizer.isActive else { return }
    recognizer.end(because: reason)
    if isInTurn {
      needsSettling = true
    } else {
      turn(at: now) {}
    }
  }

  /// Ends a recognizer's attempt and sends what comes of it before anything else changes.
  final func endAtOnce(_ recognizer: GestureRecognizer, because reason: Reason) {
    guard recognizer.isActive else { return }
    guard isInTurn else { return perform(at: now) { endAtOnce(recognizer, because: reason) } }
    recognizer.end(because: reason)
    settleAtOnce()
  }

  /// Settles what an edit or a callback has ended, in the middle of the running turn.
  final func settleAtOnce() {
    if isEditing {
      isEditing = false
      updatePass()
      isEditing = true
    } else {
      // Whoever is being served may be among those that end: the running turn resets them.
      settle()
      needsSettling = true
    }
  }

  final func ignore(_ touch: Touch, by recognizer: GestureRecognizer) {
    recognizer.touches.removeAll { $0 === touch }
    letGo(of: touch, by: recognizer)
  }

  final func ignore(_ press: Press, by recognizer: GestureRecognizer) {
    recognizer.presses.removeAll { $0 === press }
    letGo(of: press, by: recognizer)
  }

  private final func letGo(of item: Deliverable, by recognizer: GestureRecognizer) {
    item.gestureRecognizers.removeAll { $0 === recognizer }
    if outbox.wants.contains(.explain) {
      outbox.say(.refused(item, by: .recognizer(recognizer), .ignored))
    }
    settleSoon()
  }

  /// Takes every finished recognizer back to possible; fingers still down are lost to it.
  final func resetFinished() {
    guard hasFinished else { return }
    hasFinished = false
    for recognizer in active where recognizer.reportsFailure && recognizer.state == .failed {
      tellFailure(of: recognizer)
    }
    resetPass &+= 1
    for recognizer in active where recognizer.publicState.isFinished {
      for touch in recognizer.touches { leaveFinished(touch) }
      for press in recognizer.presses { leaveFinished(press) }
    }
    for recognizer in active where recognizer.publicState.isFinished {
      recognizer.touches.removeAll(keepingCapacity: true)
      recognizer.presses.removeAll(keepingCapacity: true)
      recognizer.dynamicRequirements.removeAll(keepingCapacity: true)
      recognizer.wants(nil, in: self)
      recognizer.hasWantedBegan = false
      recognizer.hasReportedWaiting = false
      recognizer.hasReportedStuck = false
      recognizer.reason = .proposed
      recognizer.isActive = false
      recognizer.isNew = false
      questions.drop(about: recognizer)
      recognizer.reset()
      recognizer.publicState = .possible
      recognizer.server = nil
      if outbox.wants.contains(.resets) { outbox.say(.reset(recognizer)) }
    }
    active.removeAll { !$0.isActive }
  }

  // A touch leaves all its finished recognizers at once: it may have very many.
  private final func leaveFinished(_ item: Deliverable) {
    guard item.resetPass != resetPass else { return }
    item.resetPass = resetPass
    item.gestureRecognizers.removeAll { $0.publicState.isFinished }
  }

  // After everything that the failure let go on, so that it stands in nobody's way.
  private final func tellFailure(of recognizer: GestureRecognizer) {
    if outbox.wants.contains(.actions) {
      let index = outbox.note(gestureReport(of: recognizer))
      outbox.say(.failure(recognizer, recognizer.reason, index))
    }
    recognizer.sendActions()
  }

  // MARK: Views that go away

  /// Ends what goes on in a subtree that is about to leave its window.
  final func viewWillLeave(_ view: View) {
    guard isInTurn else { return perform(at: now) { viewWillLeave(view) } }
    view.forEachInSubtree { each in
      for recognizer in each.gestureRecognizers where recognizer.isActive {
        recognizer.end(because: .removed)
      }
    }
    delivery.dropBegan(in: view)
    let edits = isEditing
    settleAtOnce()
    isEditing = false
    delivery.cancelAll(in: view)
    stopContent(in: view)
    if isInside(motionTarget, view) { cancelMotion() }
    releaseFirstResponder(in: view)
    hover.remove(in: view)
    isEditing = edits
  }
}
