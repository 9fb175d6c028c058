// Which recognizers follow a new touch or press.

extension Arbitration {
  /// Offers a new touch or press to every recognizer from its view up to the window.
  func offer(_ newcomer: Deliverable, from view: View) {
    var ancestor: View? = view
    var depth = view.depth
    while let each = ancestor {
      for recognizer in each.gestureRecognizers.reversed() {
        offer(newcomer, to: recognizer, depth: depth)
      }
      depth -= 1
      ancestor = each.superview
    }
  }

  /// Offers a new touch or press to a recognizer of a view at this depth.
  func offer(_ newcomer: Deliverable, to recognizer: GestureRecognizer, depth: Int) {
    if let refusal = refusal(of: newcomer, by: recognizer) {
      if outbox.wants.contains(.explain) {
        outbox.append(.refused(newcomer, by: .recognizer(recognizer), refusal))
      }
      return
    }
    accept(newcomer, by: recognizer, depth: depth)
    if let touch = newcomer as? Touch, recognizer.remoteQuestions.contains(.shouldReceiveTouch) {
      application.questions.ask(.shouldReceiveTouch, about: recognizer, touch)
    }
  }

  private func refusal(of newcomer: Deliverable, by recognizer: GestureRecognizer) -> Reason? {
    guard recognizer.isEnabled else { return .isDisabled }
    guard !recognizer.hasDecided else { return .decided }
    let missing = recognizer.modifierFlagsRequired.subtracting(application.modifierFlags)
    guard missing.isEmpty else { return .modifiersMissing(missing) }
    if let touch = newcomer as? Touch { return refusal(of: touch, by: recognizer) }
    guard let press = newcomer as? Press, recognizer.receivesPresses,
      recognizer.allowedPressTypes.contains(press.type)
    else { return .typeNotAllowed }
    guard receivesEvent(recognizer) else { return .eventRefused }
    guard let delegate = recognizer.delegate else { return nil }
    let answer = delegate.gestureRecognizer(recognizer, shouldReceive: press)
    outbox.report(.shouldReceivePress(recognizer, press.type), answer)
    return answer ? nil : .touchRefused
  }

  private func refusal(of touch: Touch, by recognizer: GestureRecognizer) -> Reason? {
    guard recognizer.allowedTouchTypes.contains(touch.type) else { return .typeNotAllowed }
    if recognizer.requiresExclusiveTouchType,
      recognizer.touches.contains(where: { $0.isDown && $0.type != touch.type })
    {
      return .otherTypeInUse
    }
    if let limit = recognizer.maximumSpread {
      let distances = recognizer.touches.lazy.filter(\.isDown)
        .map { $0.position.distance(to: touch.position) }
      if let spread = distances.max(), spread > limit { return .farApart(spread, limit: limit) }
    }
    let missing = recognizer.buttonsMissing(for: touch)
    guard missing.isEmpty else { return .buttonsMissing(missing) }
    guard receivesEvent(recognizer) else { return .eventRefused }
    guard recognizer.shouldReceive(touch) else { return .touchRefused }
    if let delegate = recognizer.delegate {
      let answer = delegate.gestureRecognizer(recognizer, shouldReceive: touch)
      outbox.report(.shouldReceiveTouch(recognizer, touch.view), answer)
      if !answer { return .touchRefused }
    }
    let isRefused = application.questions.refusesUnanswerable(
      .shouldReceiveTouch, about: recognizer)
    return isRefused ? .touchRefused : nil
  }

  private func receivesEvent(_ recognizer: GestureRecognizer) -> Bool {
    guard recognizer.shouldReceive(event) else { return false }
    guard let delegate = recognizer.delegate else { return true }
    let answer = delegate.gestureRecognizer(recognizer, shouldReceive: event)
    if !answer { outbox.report(.shouldReceiveEvent(recognizer), answer) }
    return answer
  }
}
