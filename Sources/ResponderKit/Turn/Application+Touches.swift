// From contacts to touches: windows, hit views and tap counts.

extension Application {
  final func feedContacts(_ frame: borrowing Frame) {
    makeRoom(for: frame)
    beginTouchEvent(at: frame.time, buttons: frame.buttonMask)
    for index in frame.contacts.indices {
      let id = frame.contacts[index].id
      var known = touch(id, of: frame.device)
      if known?.read({ $0.eventNumber }) == event.number {
        // One event changes a touch once: a second change in the same frame is the next event.
        finishTouchEvent()
        beginTouchEvent(at: frame.time, buttons: frame.buttonMask)
        known = touch(id, of: frame.device)
      }
      // A finger that is held is no touch.
      if known == nil, !heldContacts.isEmpty || !explorations.isEmpty,
        followHeld(frame.contacts[index], of: frame.device, at: frame.time)
      {
        continue
      }
      switch frame.contacts[index].change {
      case .down: beginTouch(frame.contacts[index], of: frame.device, at: frame.time)
      case .move: change(known, frame.contacts[index], to: .moved, at: frame.time)
      case .up: change(known, frame.contacts[index], to: .ended, at: frame.time)
      case .cancel:
        event.contactsWereTaken()
        change(known, frame.contacts[index], to: .cancelled, at: frame.time)
      }
    }
    finishTouchEvent()
  }

  /// Cancels a touch whose contact number is used by a new finger, and palms beside a new pen.
  private final func makeRoom(for frame: borrowing Frame) {
    for index in frame.contacts.indices where frame.contacts[index].change == .down {
      let contact = frame.contacts[index]
      if contact.tool == .pen {
        cancelPalms(around: contact.position, of: frame.device, at: frame.time)
      }
      guard let old = touch(contact.id, of: frame.device),
        !frame.contacts[..<index].contains(where: { $0.id == contact.id })
      else { continue }
      cancel({ Uncounted($0) == old }, because: .contact, at: frame.time)
    }
  }

  // MARK: One event

  final func beginTouchEvent(
    at time: Instant, buttons: ButtonMask = [], cancelledBecause reason: CancelReason = .system
  ) {
    beginTouchTurn(.recognizing, at: time)
    event.settleTouches()
    event.begin(.touches, buttons: buttons, cancelledBecause: reason)
  }

  final func finishTouchEvent() {
    arbitration.serveTouches()
    updatePass()
    turn.deliver()
    delivery.deliverOwnPhases()
    removeLifted()
    scrolling.releaseContent()
    endTurn()
  }

  final func include(_ touch: Touch) {
    event.append(touch)
    if !touch.isDown { lift(touch) }
  }

  private final func lift(_ touch: Touch) {
    arbitration.setNeedsStuckCheck()
    if outbox.wants.contains(.explain), touch.phase == .cancelled || !touch.isKnownToTarget {
      outbox.append(.lifted(touch))
    }
  }

  private final func touch(_ contact: Int, of device: Device) -> Uncounted<Touch>? {
    // Counted, ten fingers take 1 % more instructions.
    for index in liveTouches.indices {
      let touch = Uncounted(liveTouches[index])
      if touch.read({ $0.contact == contact && $0.device === device }) { return touch }
    }
    return nil
  }

  private final func change(
    _ known: Uncounted<Touch>?, _ contact: Contact, to phase: TouchPhase, at time: Instant
  ) {
    known?.read { change($0, contact, to: phase, at: time) }
  }

  private final func change(
    _ touch: Touch, _ contact: Contact, to phase: TouchPhase, at time: Instant
  ) {
    guard touch.isDown else { return }
    if phase == .moved, touch.position == contact.position {
      return changeInPlace(touch, contact, at: time)
    }
    touch.update(contact, event.buttonMask, phase: phase, at: time)
    include(touch)
    if phase == .ended, let accommodation = touch.accommodation {
      accommodation.quietUntil = time + accommodation.settings.ignoreRepeat
    }
    // A finger that moved too far was no tap and does not count in a row of taps.
    if phase == .ended, touch.reach <= constants.tapCountDistance {
      let lift = Lift(
        time: time, start: touch.startPosition, tapCount: touch.tapCount,
        screen: touch.device.screen.map(ObjectIdentifier.init))
      lifts.append(lift, since: time + -constants.tapCountInterval * Constants.greatestTimeScale)
    }
  }

  /// A finger stays where it is, with another force, size or angle: its recognizers do not receive
  /// that, and its view only if a subscriber or another program does. Both receive other buttons.
  private final func changeInPlace(_ touch: Touch, _ contact: Contact, at time: Instant) {
    let hasOtherButtons = touch.hasOtherButtons(event.buttonMask)
    guard hasOtherButtons || touch.detail != contact.detail else { return }
    touch.update(
      contact, event.buttonMask, phase: hasOtherButtons ? .moved : .stationary, at: time)
    if hasOtherButtons || outbox.wants.contains(.detail) || touch.passer != nil { include(touch) }
  }

  private final func beginTouch(_ contact: Contact, of device: Device, at time: Instant) {
    guard touch(contact.id, of: device) == nil else { return }
    let firstQuestion = outbox.reports.count
    var hit = hitTest(contact.position, on: device.screen, with: event)
    if releasingHeld == .toScrollView { hit = hit as? ScrollView ?? hit?.enclosingScrollView }
    let first = viewBeforeOthers(hit, for: contact, of: device)
    let questions = firstQuestion..<outbox.reports.count
    guard let view = first ?? hit, view.inhibitingView == nil else {
      if outbox.wants.contains(.explain) {
        outbox.append(
          .missed(device, contact: contact.id, at: contact.position, hitTest: questions))
      }
      return
    }
    if isPalm(contact, of: device) {
      device.palms += 1
      return drop(contact, of: device, on: view, because: .besidePen)
    }
    var accommodation: Accommodation?
    if holds(contact, of: device, on: view, at: time, by: &accommodation) { return }
    let owner = scrolling.scrollViewKeepingTouches(in: view) ?? view
    let touch = Touch(
      id: nextTouchNumber(), time: time, device: device, contact: contact,
      buttons: event.buttonMask, window: view.window, view: owner, target: owner,
      tapCount: lifts.tapCount(
        at: contact.position, within: constants.tapCountDistance,
        in: (time + -constants.tapCountInterval * view.appliedTimeScale)...time, on: device.screen),
      treeVersion: treeVersion)
    touch.isLent = first != nil
    touch.accommodation = accommodation
    begin(touch)
    if outbox.wants.contains(.hitTest) { outbox.append(.landed(touch, hitTest: questions)) }
    include(touch)
    scrolling.stopContent(under: touch, around: view)
    arbitration.offer(touch, from: owner)
    if owner !== view { scrolling.offerInside(touch, around: view) }
  }
}
