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

  // MARK: One event

  final func beginTouchEvent(at time: Instant) {
    for touch in event.touches where touch.isDown { touch.phase = .stationary }
    event.begin(.touches, at: time)
    isInEvent = true
  }

  final func finishTouchEvent() {
    serveRecognizers()
    updatePass()
    isInEvent = false
    delivery.deliverOwnPhases()
    removeLifted()
    if !catches.isEmpty { releaseContent() }
    endTurn()
  }

  final func include(_ touch: Touch) {
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
    // A finger that strayed was no tap, and stands in no row.
    if phase == .ended, touch.reach <= constants.tapCountDistance {
      let lift = Lift(
        time: time, start: touch.startPosition, tapCount: touch.tapCount,
        screen: touch.device.screen.map(ObjectIdentifier.init), audience: touch.audience)
      lifts.append(lift, since: time + -constants.tapCountInterval)
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
    let owner = scrollViewKeepingTouches(in: view) ?? view
    let audience = view.wholeAudience
    let touch = Touch(
      id: touchNumbers.next(for: audience), time: time, device: device, contact: contact,
      buttons: event.buttonMask, window: view.window, view: owner, target: owner,
      audience: audience,
      tapCount: lifts.tapCount(
        at: contact.position, within: constants.tapCountDistance,
        in: (time + -constants.tapCountInterval)...time, on: device.screen, for: audience)
    )
    touch.treeVersion = treeVersion
    begin(touch)
    include(touch)
    stopContent(under: touch, around: view)
    offer(touch, from: owner)
  }

  // MARK: Acceptance

  /// Offers a new touch or press to every recognizer from its view up to the window.
  final func offer(_ newcomer: Deliverable, from view: View) {
    var ancestor: View? = view
    var depth = view.depth
    while let each = ancestor {
      for recognizer in each.gestureRecognizers.reversed() {
        if let refusal = refusal(of: newcomer, by: recognizer) {
          if outbox.wants.contains(.explain) {
            outbox.say(.refused(newcomer, by: .recognizer(recognizer), refusal))
          }
        } else {
          accept(newcomer, by: recognizer, depth: depth)
        }
      }
      depth -= 1
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
      return questions.refusesUnheard(.shouldReceiveTouch, about: recognizer) ? .touchRefused : nil
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

  private final func accept(
    _ newcomer: Deliverable, by recognizer: GestureRecognizer, depth: Int
  ) {
    if let touch = newcomer as? Touch { recognizer.touches.append(touch) }
    if let press = newcomer as? Press { recognizer.presses.append(press) }
    newcomer.gestureRecognizers.append(recognizer)
    needsExclusion = true
    activate(recognizer, at: newcomer.startTime, depth: depth)
    if let touch = newcomer as? Touch, recognizer.remoteQuestions.contains(.shouldReceiveTouch) {
      questions.ask(.shouldReceiveTouch, about: recognizer, touch)
    }
  }

  /// Begins an attempt; the depth of its view may be known already.
  final func activate(_ recognizer: GestureRecognizer, at time: Instant, depth: Int? = nil) {
    guard !recognizer.isActive else { return }
    recognizer.isActive = true
    recognizer.server = self
    recognizer.isNew = true
    recognizer.startTime = time
    hasNewActive = true
    recognizer.depth = depth ?? recognizer.view?.depth ?? 0
    if let last = active.last, !isServedBefore(last, recognizer) { orderIsStale = true }
    active.append(recognizer)
  }

  final func report(
    _ question: Question, _ answer: Bool, about recognizer: GestureRecognizer? = nil
  ) {
    guard outbox.wants.contains(.questions) else { return }
    if let recognizer {
      outbox.say(.asked(question, answer), of: recognizer)
    } else {
      outbox.say(.asked(question, answer), to: question.audience)
    }
  }
}
