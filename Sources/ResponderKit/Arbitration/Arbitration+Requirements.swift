// Recognizers that must fail before others are recognized.

extension Arbitration {
  func requires(_ recognizer: GestureRecognizer, failureOf other: GestureRecognizer) -> Bool {
    recognizer.failureRequirements.contains { $0 === other }
      || recognizer.attempt.dynamicRequirements.contains { $0 === other }
  }

  func recognizedRequirement(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    firstRequirement(of: recognizer) { $0.attempt.isActive && $0.publicState.isBegun }
  }

  func undecidedRequirement(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    firstRequirement(of: recognizer, where: isUndecided)
  }

  private func firstRequirement(
    of recognizer: GestureRecognizer, where isMeant: (GestureRecognizer) -> Bool
  ) -> GestureRecognizer? {
    recognizer.failureRequirements.first(where: isMeant)
      ?? recognizer.attempt.dynamicRequirements.first(where: isMeant)
  }

  /// Whether a recognizer blocks those that require its failure.
  func isUndecided(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.isEnabled && recognizer.attempt.isActive && recognizer.view != nil
      && recognizer.publicState == .possible
      && (!recognizer.touches.isEmpty || !recognizer.presses.isEmpty)
  }

  // MARK: Dynamic requirements

  /// Asks both recognizers of every pair in which one has a new attempt; skips pairs in which
  /// neither answers for others.
  func collectDynamicRequirements() {
    sortIfNeeded()
    guard active.contains(where: \.attempt.isNew) else { return }
    defer { for recognizer in active { recognizer.attempt.markAsked() } }
    guard active.contains(where: mayAddRequirements) else { return }
    for (index, one) in active.enumerated() where one.publicState == .possible {
      for other in active[(index + 1)...]
      where (one.attempt.isNew || other.attempt.isNew) && other.publicState == .possible
        && (mayAddRequirements(one) || mayAddRequirements(other))
      {
        if asks(one, toWaitFor: other) || asks(other, whetherOthersWait: one)
          || waits(one, forEdge: other)
        {
          addDynamicRequirement(of: one, failureOf: other)
        }
        if asks(other, toWaitFor: one) || asks(one, whetherOthersWait: other)
          || waits(other, forEdge: one)
        {
          addDynamicRequirement(of: other, failureOf: one)
        }
      }
    }
  }

  private func mayAddRequirements(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.delegate != nil || type(of: recognizer).answersForOthers || recognizer.precedesDrags
  }

  /// Whether a drag waits for a screen edge pan in whose region its touch landed.
  private func waits(_ drag: GestureRecognizer, forEdge edge: GestureRecognizer) -> Bool {
    guard edge.precedesDrags, drag is PanGestureRecognizer || drag is SwipeGestureRecognizer,
      !(drag is ScreenEdgePanGestureRecognizer)
    else { return false }
    return areRelated(edge, drag) && !requires(edge, failureOf: drag)
      && !areSimultaneous(edge, drag)
  }

  private func asks(_ recognizer: GestureRecognizer, toWaitFor other: GestureRecognizer) -> Bool {
    var answer = recognizer.shouldRequireFailure(of: other)
    if !answer, let delegate = recognizer.delegate {
      answer = delegate.gestureRecognizer(recognizer, shouldRequireFailureOf: other)
    }
    if answer { outbox.report(.shouldRequireFailure(recognizer, of: other), true) }
    return answer
  }

  private func asks(
    _ recognizer: GestureRecognizer, whetherOthersWait other: GestureRecognizer
  ) -> Bool {
    var answer = recognizer.shouldBeRequiredToFail(by: other)
    if !answer, let delegate = recognizer.delegate {
      answer = delegate.gestureRecognizer(recognizer, shouldBeRequiredToFailBy: other)
    }
    if answer { outbox.report(.shouldBeRequiredToFail(recognizer, by: other), true) }
    return answer
  }

  private func addDynamicRequirement(
    of recognizer: GestureRecognizer, failureOf other: GestureRecognizer
  ) {
    guard !requires(recognizer, failureOf: other) else { return }
    recognizer.attempt.require(toFail: other)
  }
}
