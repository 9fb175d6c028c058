// How a state that a recognizer's own code sets is handled, and attempts that end from outside.

extension Arbitration {
  /// Handles a proposed state.
  ///
  ///     from \ set │ Possible  Began     Changed   Ended     Cancelled  Failed
  ///     ───────────┼──────────────────────────────────────────────────────────────
  ///     Possible   │ –         Began¹    Began¹    Ended¹    Failed     Failed
  ///     Began      │ –         Changed   Changed   Ended     Cancelled  Cancelled
  ///     Changed    │ –         Changed   Changed   Ended     Cancelled  Cancelled
  ///     finished   │ –         –         –         –         –          –
  ///
  ///     – ignored. ¹ Its views and its delegate are asked once before; a `false` means Failed.
  ///     The state becomes public when requirements and exclusion allow it.
  func propose(
    _ state: GestureRecognizer.State, by recognizer: GestureRecognizer, because reason: Reason,
    byItself: Bool
  ) {
    let current = recognizer.publicState
    // Usually a gesture continues, and no explanation is wanted.
    if state == .changed, current.isBegun, recognizer.wanted == nil,
      outbox.wants.isDisjoint(with: [.proposals, .continuing])
    {
      want(.changed, for: recognizer)
      return setNeedsUpdate()
    }
    if byItself, outbox.wants.contains(.proposals) {
      outbox.append(.proposed(recognizer, state, currently: recognizer.wanted ?? current))
    }
    guard !recognizer.hasDecided, state != .possible else { return }
    begin(recognizer, at: time)
    switch (current, state) {
    case (_, .possible): return
    case (.possible, .began), (.possible, .changed), (.possible, .ended):
      proposeToBegin(state, by: recognizer, because: reason)
    case (.possible, .cancelled), (.possible, .failed):
      want(.failed, because: reason, for: recognizer)
    case (.began, .began), (.began, .changed), (.changed, .began), (.changed, .changed):
      want(.changed, because: reason, for: recognizer)
    case (.began, .ended), (.changed, .ended): want(.ended, because: reason, for: recognizer)
    case (.began, .cancelled), (.began, .failed), (.changed, .cancelled), (.changed, .failed):
      want(.cancelled, because: reason, for: recognizer)
    case (.ended, _), (.cancelled, _), (.failed, _): return
    }
    setNeedsUpdate()
  }

  private func proposeToBegin(
    _ state: GestureRecognizer.State, by recognizer: GestureRecognizer, because reason: Reason
  ) {
    let isFirst = recognizer.wanted == nil
    if isFirst, let refusal = refusalToBegin(recognizer) {
      return want(.failed, because: refusal, for: recognizer)
    }
    if state != .ended { recognizer.attempt.wantToBegin(because: reason) }
    want(state == .changed ? .began : state, because: reason, for: recognizer)
    if isFirst, recognizer.remoteQuestions.contains(.shouldBegin) {
      application.questions.ask(.shouldBegin, about: recognizer, nil)
    }
  }

  // MARK: Refusals

  /// Why a recognizer may not leave the state possible; nil when every view and its delegate agree.
  private func refusalToBegin(_ recognizer: GestureRecognizer) -> Reason? {
    if recognizer.view?.inhibitingView != nil { return .inhibited }
    for (index, touch) in recognizer.touches.enumerated() {
      guard let view = touch.view,
        !recognizer.touches[..<index].contains(where: { $0.view === view })
      else { continue }
      if let refusal = refusal(of: recognizer, by: view, isTouched: true) { return refusal }
    }
    for (index, press) in recognizer.presses.enumerated() {
      guard let view = press.view,
        !recognizer.presses[..<index].contains(where: { $0.view === view })
      else { continue }
      if let refusal = refusal(of: recognizer, by: view, isTouched: false) { return refusal }
    }
    if let refusal = recognizer.reasonNotToBegin() { return refusal }
    if let delegate = recognizer.delegate {
      let answer = delegate.gestureRecognizerShouldBegin(recognizer)
      outbox.report(.shouldBegin(recognizer), answer, about: recognizer)
      if !answer { return .delegateRefused }
    }
    let isRefused = application.questions.refusesUnanswerable(.shouldBegin, about: recognizer)
    return isRefused ? .delegateRefused : nil
  }

  // A control protects its default action from gestures of fingers only, not from those of presses.
  private func refusal(
    of recognizer: GestureRecognizer, by view: View, isTouched: Bool
  ) -> Reason? {
    let isProtected = isTouched && view.protects(against: recognizer)
    let answer = !isProtected && view.gestureRecognizerShouldBegin(recognizer)
    outbox.report(.viewShouldBegin(view, recognizer), answer, about: recognizer)
    if answer { return nil }
    return isProtected ? .protected(by: view) : .vetoed(by: view)
  }

  // MARK: Ends from outside

  /// Makes a recognizer fail or be cancelled, whatever state its own code wants; the next update
  /// pass does it.
  func interrupt(_ recognizer: GestureRecognizer, because reason: Reason) {
    guard recognizer.attempt.isActive, !recognizer.publicState.isFinished else { return }
    want(
      recognizer.publicState == .possible ? .failed : .cancelled, because: reason,
      for: recognizer)
  }

  /// Ends a recognizer's attempt; recognizers that wait for it continue in the same turn.
  func end(_ recognizer: GestureRecognizer, because reason: Reason) {
    guard recognizer.attempt.isActive else { return }
    interrupt(recognizer, because: reason)
    setNeedsUpdate()
  }

  /// Ends a recognizer's attempt and sends its last action before any other state changes.
  func endAtOnce(_ recognizer: GestureRecognizer, because reason: Reason) {
    guard recognizer.attempt.isActive else { return }
    application.edit {
      interrupt(recognizer, because: reason)
      application.updateAtOnce()
    }
  }

  /// Releases a touch or press from a recognizer: views receive the phases that it held back.
  func ignore(_ item: Deliverable, by recognizer: GestureRecognizer) {
    recognizer.attempt.remove(item)
    item.removeRecognizer(recognizer)
    if outbox.wants.contains(.explain) {
      outbox.append(.refused(item, by: .recognizer(recognizer), .ignored))
    }
    setNeedsUpdate()
  }

  /// The recognizer may have waited only for a requirement that is removed.
  func requirementsDidChange(of recognizer: GestureRecognizer) {
    if recognizer.attempt.isActive { setNeedsUpdate() }
  }
}
