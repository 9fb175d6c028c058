// From contacts to touches: windows, hit views, tap counts, and who accepts a new touch.

extension Application {
  final func feedContacts(_ frame: borrowing Frame) {
    cancelReplaced(frame)
    beginTouchTurn(frame)
    for contact in frame.contacts {
      let known = touch(contact.id, of: frame.device)
      if let known, known.eventNumber == event.number {
        // One event changes a touch once: what comes next in the same frame is the next event.
        finishTouchEvent()
        beginTouchTurn(frame)
      }
      switch contact.change {
      case .down: land(contact, of: frame.device, at: frame.time)
      case .move: change(known, contact, to: .moved, at: frame.time)
      case .up: change(known, contact, to: .ended, at: frame.time)
      case .cancel:
        event.cancelReason = .contact
        change(known, contact, to: .cancelled, at: frame.time)
      }
    }
    finishTouchEvent()
  }

  private final func beginTouchTurn(_ frame: borrowing Frame) {
    beginTurn(at: frame.time)
    beginTouchEvent(at: frame.time)
    event.buttonMask = frame.buttonMask
  }

  /// A finger that lands under the number of one that is down replaces it.
  private final func cancelReplaced(_ frame: borrowing Frame) {
    for (position, contact) in frame.contacts.enumerated() where contact.change == .down {
      guard let old = touch(contact.id, of: frame.device),
        !frame.contacts[..<position].contains(where: { $0.id == contact.id })
      else { continue }
      cancel({ $0 === old }, because: .contact, at: frame.time)
    }
  }

  /// Cancels every touch and press that is down.
  public final func cancelAll(at time: Instant, because reason: CancelReason = .system) {
    afterTurn { [unowned self] in
      expire(beforeEventAt: time)
      cancelMotion(at: time)
      cancel({ _ in true }, because: reason, at: time)
      cancelPresses({ _ in true }, because: reason, at: time)
    }
  }

  /// Cancels the touches and presses of a device that is gone.
  public final func cancelAll(
    of device: Device, at time: Instant, because reason: CancelReason = .deviceRemoved
  ) {
    afterTurn { [unowned self] in
      expire(beforeEventAt: time)
      cancel({ $0.device === device }, because: reason, at: time)
      cancelPresses({ $0.device === device }, because: reason, at: time)
      feedPointer(.gone, of: device, at: time)
    }
  }

  /// Cancels the touches whose view lies in a subtree.
  public final func cancelTouches(
    in view: View, at time: Instant, because reason: CancelReason = .request
  ) {
    afterTurn { [unowned self] in
      expire(beforeEventAt: time)
      cancel({ $0.view?.isDescendant(of: view) ?? false }, because: reason, at: time)
    }
  }

  /// Cancels a touch by its number.
  public final func cancelTouch(
    _ id: Int, at time: Instant, because reason: CancelReason = .request
  ) {
    afterTurn { [unowned self] in
      expire(beforeEventAt: time)
      cancel({ $0.id == id }, because: reason, at: time)
    }
  }

  /// Stops all recognition below a view, or allows it again; its fingers are cancelled.
  ///
  /// Touches that land there afterwards reach nobody, and nothing that lies behind.
  public final func inhibit(
    _ view: View, _ isInhibited: Bool, at time: Instant, because reason: CancelReason = .sessionLock
  ) {
    view.isInhibited = isInhibited
    if isInhibited { cancelTouches(in: view, at: time, because: reason) }
  }

  private final func cancel(
    _ isMeant: (Touch) -> Bool, because reason: CancelReason, at time: Instant
  ) {
    guard liveTouches.contains(where: isMeant) else { return }
    beginTurn(at: time)
    beginTouchEvent(at: time)
    event.cancelReason = reason
    for touch in liveTouches where isMeant(touch) {
      touch.cancel(at: time)
      include(touch)
    }
    finishTouchEvent()
  }

  // MARK: One event

  private final func beginTouchEvent(at time: Instant) {
    for touch in event.touches where touch.isDown { touch.phase = .stationary }
    event.begin(.touches, at: time)
    isInEvent = true
  }

  private final func finishTouchEvent() {
    serveRecognizers()
    updatePass()
    isInEvent = false
    deliverOwnPhases()
    liveTouches.removeAll { !$0.isDown }
    endTurn()
  }

  private final func include(_ touch: Touch) {
    touch.eventNumber = event.number
    touch.eventIndex = event.touches.count
    event.touches.append(touch)
    if !touch.isDown { mayBeStuck = true }
  }

  private final func touch(_ contact: Int, of device: Device) -> Touch? {
    liveTouches.first { $0.contact == contact && $0.device === device }
  }

  private final func change(
    _ touch: Touch?, _ contact: Contact, to phase: TouchPhase, at time: Instant
  ) {
    guard let touch, touch.isDown else { return }
    if phase == .moved, touch.position == contact.position,
      touch.detail == TouchDetail(contact)
    {
      return
    }
    touch.update(contact, event.buttonMask, phase: phase, at: time)
    include(touch)
    if phase == .ended {
      lifts[touch.audience] = Lift(
        time: time, start: touch.startPosition, tapCount: touch.tapCount)
    }
  }

  private final func land(_ contact: Contact, of device: Device, at time: Instant) {
    guard touch(contact.id, of: device) == nil else { return }
    guard let view = hitTest(contact.position, on: device.screen, with: event),
      view.inhibitingView == nil
    else {
      if outbox.wants.contains(.explain) {
        outbox.say(.missed(device, contact: contact.id, at: contact.position))
      }
      return
    }
    let touch = Touch(
      id: number(in: view), time: time, device: device, contact: contact,
      buttons: event.buttonMask, window: view.window, view: view, target: view,
      tapCount: tapCount(of: contact, in: view, at: time))
    liveTouches.append(touch)
    owed.append(touch)
    include(touch)
    offer(touch, from: view)
  }

  /// The number of the next touch or press in a view. Those of whom not all may learn have numbers
  /// of their own, so that the others' numbers do not count them.
  final func number(in view: View?) -> Int {
    if view?.wholeAudience.isEmpty ?? true {
      nextDeliverable += 1
      return nextDeliverable - 1
    }
    nextSecretDeliverable += 1
    return nextSecretDeliverable - 1
  }

  private final func tapCount(of contact: Contact, in view: View, at time: Instant) -> Int {
    guard let lastLift = lifts[view.wholeAudience],
      time - lastLift.time <= constants.tapCountInterval,
      contact.position.distance(to: lastLift.start) <= constants.tapCountDistance
    else { return 1 }
    return lastLift.tapCount + 1
  }

  // MARK: Acceptance

  /// Offers a new touch or press to every recognizer from its view up to the window.
  final func offer(_ newcomer: Deliverable, from view: View) {
    var ancestor: View? = view
    while let each = ancestor {
      for recognizer in each.gestureRecognizers.reversed() {
        if let refusal = refusal(of: newcomer, by: recognizer) {
          if outbox.wants.contains(.explain) {
            outbox.say(.refused(newcomer, by: .recognizer(recognizer), refusal))
          }
        } else {
          accept(newcomer, by: recognizer)
        }
      }
      ancestor = each.superview
    }
  }

  private final func refusal(
    of newcomer: Deliverable, by recognizer: GestureRecognizer
  ) -> Reason? {
    guard recognizer.isEnabled else { return .isDisabled }
    guard !recognizer.hasDecided else { return .decided }
    if let touch = newcomer as? Touch {
      guard recognizer.allowedTouchTypes.contains(touch.type) else { return .typeNotAllowed }
      if recognizer.requiresExclusiveTouchType,
        recognizer.touches.contains(where: { $0.isDown && $0.type != touch.type })
      {
        return .otherTypeInUse
      }
      let missing = recognizer.buttonsMissing(for: touch)
      guard missing.isEmpty else { return .buttonsMissing(missing) }
      guard receivesEvent(recognizer) else { return .eventRefused }
      guard recognizer.shouldReceive(touch) else { return .touchRefused }
      if let delegate = recognizer.delegate {
        let answer = delegate.gestureRecognizer(recognizer, shouldReceive: touch)
        report(.shouldReceiveTouch(recognizer, touch.view), answer)
        if !answer { return .touchRefused }
      }
      return refusesUnheard(.shouldReceiveTouch, about: recognizer) ? .touchRefused : nil
    }
    guard let press = newcomer as? Press, recognizer.receivesPresses,
      recognizer.allowedPressTypes.contains(press.type)
    else { return .typeNotAllowed }
    guard receivesEvent(recognizer) else { return .eventRefused }
    guard let delegate = recognizer.delegate else { return nil }
    let answer = delegate.gestureRecognizer(recognizer, shouldReceive: press)
    report(.shouldReceivePress(recognizer, press.type), answer)
    return answer ? nil : .touchRefused
  }

  private final func receivesEvent(_ recognizer: GestureRecognizer) -> Bool {
    guard recognizer.shouldReceive(event) else { return false }
    guard let delegate = recognizer.delegate else { return true }
    let answer = delegate.gestureRecognizer(recognizer, shouldReceive: event)
    if !answer { report(.shouldReceiveEvent(recognizer), answer) }
    return answer
  }

  private final func accept(_ newcomer: Deliverable, by recognizer: GestureRecognizer) {
    if let touch = newcomer as? Touch { recognizer.touches.append(touch) }
    if let press = newcomer as? Press { recognizer.presses.append(press) }
    newcomer.gestureRecognizers.append(recognizer)
    needsExclusion = true
    activate(recognizer, at: newcomer.startTime)
    if let touch = newcomer as? Touch, recognizer.remoteQuestions.contains(.shouldReceiveTouch) {
      ask(.shouldReceiveTouch, about: recognizer, touch)
    }
  }

  final func activate(_ recognizer: GestureRecognizer, at time: Instant) {
    guard !recognizer.isActive else { return }
    recognizer.isActive = true
    recognizer.server = self
    recognizer.isNew = true
    recognizer.startTime = time
    hasNewActive = true
    if orderIsStale { sortActive() }
    let place = active.firstIndex { isServedBefore(recognizer, $0) } ?? active.count
    active.insert(recognizer, at: place)
  }

  final func report(
    _ question: Question, _ answer: Bool, about recognizer: GestureRecognizer? = nil
  ) {
    guard outbox.wants.contains(.questions) else { return }
    if let recognizer {
      outbox.say(.asked(question, answer), of: recognizer)
    } else {
      outbox.say(.asked(question, answer))
    }
  }
}
