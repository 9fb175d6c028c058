// The update pass: which recognizer is recognized, which one fails, which one waits.

extension Arbitration {
  /// Repeats until nothing changes: collect dynamic requirements; fail the recognizers that a
  /// recognized one excludes; make wanted states public; free drags; fail cycles. It starts again at
  /// the front after a change that another recognizer can notice.
  func resolve() {
    while true {
      if beginWork(.requirements) { collectDynamicRequirements() }
      if beginWork(.exclusion) {
        failExcluded()
        if hasMoreToResolve { continue }
      }
      if publish() || freeDrags() { continue }
      guard failWaitingCycle() else { return }
    }
  }

  /// Makes wanted states public where no requirement blocks them. Returns whether the scan must
  /// start again.
  private func publish() -> Bool {
    guard wanting > 0 else { return false }
    var isAnyBlocked = false
    // Recognizers that begin meanwhile cause another scan.
    for index in 0..<active.count where active[index].wanted != nil {
      if publish(active[index], &isAnyBlocked) { return true }
    }
    return false
  }

  /// Lets drags begin whose last rival has failed in this turn. Returns whether there was one.
  private func freeDrags() -> Bool {
    guard due.contains(.resets) else { return false }
    let before = wanting
    for recognizer in active where recognizer.publicState == .possible && recognizer.wanted == nil {
      recognizer.rivalsDidFail()
    }
    return wanting > before
  }

  /// The drag that passed its limit first, of one that begins now and those that can begin now, too;
  /// the rate of reports does not decide then.
  private func earliestDrag(from recognizer: GestureRecognizer) -> GestureRecognizer {
    guard var best = recognizer.attempt.passing else { return recognizer }
    var answer = recognizer
    for other in active where other !== recognizer {
      guard let passing = other.attempt.passing, passing < best - 1e-9, canBegin(other) else {
        continue
      }
      best = passing
      answer = other
    }
    return answer
  }

  private func canBegin(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.publicState == .possible && recognizer.wanted.map { $0 != .failed } ?? false
      && !application.questions.isOpen(about: recognizer)
      && recognizedRequirement(of: recognizer) == nil && undecidedRequirement(of: recognizer) == nil
  }

  /// Makes the wanted state of one recognizer public, if nothing blocks it. Returns whether the scan
  /// must start again.
  private func publish(_ recognizer: GestureRecognizer, _ isAnyBlocked: inout Bool) -> Bool {
    guard let wanted = recognizer.wanted else { return false }
    switch recognizer.publicState {
    case .possible:
      if wanted == .failed {
        turn.clearNeedsUpdate()
        makeFailed(recognizer, because: recognizer.attempt.reason)
        return isAnyBlocked || hasMoreToResolve || turn.needsUpdate
      }
      if let winner = recognizedRequirement(of: recognizer) {
        makeFailed(recognizer, because: .requirementRecognised(winner))
        return isAnyBlocked || hasMoreToResolve
      }
      if isBlocked(recognizer) {
        isAnyBlocked = true
        return false
      }
      turn.clearNeedsUpdate()
      recognize(earliestDrag(from: recognizer))
      return isAnyBlocked || hasMoreToResolve || turn.needsUpdate || recognizer.wanted != nil
    case .began, .changed:
      want(nil, for: recognizer)
      // A state `changed` blocks no other recognizer, so the scan continues here.
      let isChange = wanted == .changed
      turn.clearNeedsUpdate()
      enter(wanted, recognizer)
      act(recognizer, wanted)
      return (!isChange && isAnyBlocked) || turn.needsUpdate || hasMoreToResolve
    case .ended, .cancelled, .failed:
      want(nil, for: recognizer)
      return false
    }
  }

  /// Whether a recognizer waits for an answer or for a requirement.
  private func isBlocked(_ recognizer: GestureRecognizer) -> Bool {
    if application.questions.isOpen(about: recognizer) { return true }
    guard let obstacle = undecidedRequirement(of: recognizer) else { return false }
    reportWaiting(recognizer, for: obstacle)
    return true
  }

  /// Moves a recognizer from possible to began, or directly to ended if its kind does so.
  private func recognize(_ recognizer: GestureRecognizer) {
    let wanted = recognizer.wanted
    let passesBegan = recognizer.startsWithBegan && recognizer.attempt.reasonToBegin != nil
    let state: GestureRecognizer.State =
      wanted == .ended && !passesBegan ? .ended : .began
    want(wanted == .ended && state == .began ? .ended : nil, for: recognizer)
    recognizer.attempt.begin(at: recognizer.view?.path)
    enter(state, recognizer)
    failPossible(because: recognizer)
    application.delivery.dropHeld(by: recognizer)
    act(recognizer, state)
  }

  /// Makes a state public.
  private func enter(_ state: GestureRecognizer.State, _ recognizer: GestureRecognizer) {
    let old = recognizer.publicState
    recognizer.attempt.enter(state)
    if state.isFinished {
      recognizer.stopTimers()
      didFinish()
    }
    if outbox.wants.contains(state == .changed ? .continuing : .explain) {
      let attempt = recognizer.attempt
      var reason = state == .began ? attempt.reasonToBegin ?? attempt.reason : attempt.reason
      if case .proposed = reason, state != .cancelled { reason = .recognised }
      outbox.append(.transition(recognizer, from: old, to: state, reason), of: recognizer)
    }
    recognizer.stateDidChange()
  }

  func makeFailed(_ recognizer: GestureRecognizer, because reason: Reason) {
    want(nil, for: recognizer)
    recognizer.attempt.setReason(reason)
    enter(.failed, recognizer)
  }

  // MARK: Actions

  /// Sends the action; then the views lose the touches of the gesture.
  private func act(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    let cancels = recognizer.cancelsTouchesInView && state != .cancelled
    let cancelsFirst = cancels && application.constants.cancelsBeforeAction
    if cancelsFirst { application.delivery.cancelTouches(of: recognizer) }
    if outbox.wants.contains(.actions) {
      outbox.append(state, of: recognizer, report(of: recognizer))
    }
    recognizer.sendActions()
    if cancels && !cancelsFirst { application.delivery.cancelTouches(of: recognizer) }
  }

  // Reports the failure after everything that it released, so that it blocks no recognizer.
  func reportFailure(of recognizer: GestureRecognizer) {
    if outbox.wants.contains(.actions) {
      let index = outbox.append(report(of: recognizer))
      outbox.append(.failure(recognizer, recognizer.attempt.reason, index))
    }
    recognizer.sendActions()
  }

  /// What a recognizer measures at this moment.
  @inline(__always)
  private func report(of recognizer: GestureRecognizer) -> GestureReport {
    // First, so that it is in memory when it is copied into the report.
    let measure = recognizer.measure
    let touches = outbox.appendCurrentTouches(of: recognizer)
    var presses = 0..<0
    if !recognizer.attempt.presses.isEmpty {
      presses = outbox.append(recognizer.attempt.presses)
    }
    return GestureReport(
      location: location(of: recognizer, with: touches.indices), numberOfTouches: touches.down,
      touches: touches.indices, presses: presses, measure: measure)
  }

  // A gesture of one finger usually is where its finger is, which is converted already.
  @inline(__always)
  private func location(
    of recognizer: GestureRecognizer, with touches: Range<Int>
  ) -> (view: Point, window: Point)? {
    guard recognizer.hasLocation else { return nil }
    let place = recognizer.screenLocation
    if touches.count == 1, outbox.touches[touches.lowerBound].screenLocation == place {
      // Read one by one: a copy of the touch counts references.
      let index = touches.lowerBound
      return (outbox.touches[index].location, outbox.touches[index].windowLocation)
    }
    let window =
      touches.isEmpty ? recognizer.view?.window : outbox.touches[touches.lowerBound].window
    return (
      recognizer.view?.convert(place, from: nil) ?? place,
      window?.convert(place, from: nil) ?? place
    )
  }

  // MARK: Explanations

  private func reportWaiting(_ recognizer: GestureRecognizer, for obstacle: GestureRecognizer) {
    guard !recognizer.attempt.hasReportedWaiting else { return }
    recognizer.attempt.markReportedWaiting()
    if outbox.wants.contains(.explain) {
      outbox.append(.waits(recognizer, for: obstacle), of: recognizer)
    }
  }
}
