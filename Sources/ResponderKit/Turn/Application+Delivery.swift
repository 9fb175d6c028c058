// What views get of touches: entitlement, holding back, releasing, cancelling.

extension Application {
  // MARK: An event's own phases

  /// Delivers the phases of the present event to the hit views, unless held or cancelled.
  final func deliverOwnPhases() {
    let touches = event.touches
    guard !touches.isEmpty else { return }
    for touch in touches where touch.phase == .began { entitle(touch) }
    // Windows and views are served in the order in which their first touch appears.
    for (position, touch) in touches.enumerated() {
      if touches[..<position].contains(where: { $0.window === touch.window }) { continue }
      for (inner, other) in touches.enumerated().dropFirst(position) {
        guard other.window === touch.window, let view = other.view,
          !touches[..<inner].contains(where: { $0.view === view })
        else { continue }
        deliverOwnPhases(to: view)
      }
    }
  }

  private final func deliverOwnPhases(to view: View) {
    buffers.removeAll()
    for touch in event.touches where touch.view === view && isDueNow(touch) {
      buffers.append(touch)
    }
    let began = buffers.began
    let moved = buffers.moved
    let ended = buffers.ended
    let cancelled = buffers.cancelled
    for touch in began { note(touch) }
    for touch in ended { note(touch) }
    for touch in cancelled { note(touch) }
    deliver(began, .began, to: view)
    // A callback may have taken the view away, and then its touches are cancelled already.
    let isIntact = moved.allSatisfy { $0.delivery == .delivered }
    deliver(isIntact ? moved : moved.filter { $0.delivery == .delivered }, .moved, to: view)
    deliver(ended, .ended, to: view)
    deliver(cancelled, .cancelled, to: view)
  }

  /// Delivers a press's phase of the present event, unless it is held or cancelled.
  final func deliverOwnPhase(of press: Press) {
    if press.delivery == .pending, let holder = holderOfBegan(press) {
      hold(press, .began, for: holder)
    }
    guard isDueNow(press) else { return }
    note(press)
    deliver([press], press.phase, to: press.target)
  }

  /// Notes that the phase of the present event goes out.
  private final func note(_ item: Deliverable) {
    switch item.phase {
    case .began: item.delivery = .delivered
    case .moved, .stationary: break
    case .ended, .cancelled: item.delivery = .finished
    }
  }

  /// Whether a phase goes out in this event; one that must not is held or dropped here.
  private final func isDueNow(_ item: Deliverable) -> Bool {
    switch (item.delivery, item.phase) {
    case (.pending, .began): return true
    case (.delivered, .moved), (.delivered, .cancelled), (.endedHeld, .cancelled): return true
    case (.delivered, .ended):
      guard let holder = holderOfEnded(item) else { return true }
      hold(item, .ended, for: holder)
      return false
    case (.beganHeld, .cancelled):
      item.delivery = .finished
      return false
    case (.pending, _), (.beganHeld, _), (.delivered, _), (.endedHeld, _), (.finished, _),
      (.refused, _):
      return false
    }
  }

  // MARK: Entitlement

  /// Decides whether a new touch's view may have it, and whether it is held back.
  private final func entitle(_ touch: Touch) {
    guard touch.delivery == .pending, let view = touch.view else { return }
    if let refusal = refusal(of: touch, by: view) {
      touch.delivery = .refused
      if outbox.wants.contains(.explain) {
        outbox.say(.refused(touch, by: .responder(view), refusal))
      }
    } else if let holder = holderOfBegan(touch) {
      hold(touch, .began, for: holder)
    } else if !contentMayBegin(touch) {
      touch.delivery = .refused
    }
  }

  final func refusal(of touch: Touch, by view: View) -> Reason? {
    for other in liveTouches where other !== touch && other.isDown {
      guard other.window === touch.window, let otherView = other.view else { continue }
      // Of the touches that began in this event, only those before it have been decided on.
      if other.delivery == .pending && other.eventIndex > touch.eventIndex { continue }
      if otherView === view {
        if !view.isMultipleTouchEnabled && other.delivery != .refused { return .onlyOneTouch }
      } else if view.isExclusiveTouch || otherView.isExclusiveTouch {
        if other.isTracked || other.delivery == .pending { return .exclusive(otherView) }
      }
    }
    return nil
  }

  private final func contentMayBegin(_ touch: Touch) -> Bool {
    guard let view = touch.view, let scrollView = view.enclosingScrollView else { return true }
    let answer = scrollView.touchesShouldBegin([touch], with: event, in: view)
    report(.touchesShouldBegin(scrollView, view), answer)
    if !answer, outbox.wants.contains(.explain) {
      outbox.say(.refused(touch, by: .responder(view), .contentMayNotBegin(scrollView)))
    }
    return answer
  }

  // MARK: Holding back

  final func holderOfBegan(_ item: Deliverable) -> GestureRecognizer? {
    item.gestureRecognizers.first { $0.publicState == .possible && $0.delaysTouchesBegan }
  }

  final func holderOfEnded(_ item: Deliverable) -> GestureRecognizer? {
    item.gestureRecognizers.first { $0.publicState == .possible && $0.delaysTouchesEnded }
  }

  private final func hold(
    _ item: Deliverable, _ phase: TouchPhase, for holder: GestureRecognizer
  ) {
    item.delivery = phase == .began ? .beganHeld : .endedHeld
    item.heldSince = outbox.time
    if outbox.wants.contains(.explain) {
      outbox.say(.holds(holder, item, phase, until: holder.deadline))
    }
  }

  /// Delivers the held phases that nobody holds any more, by the time the touches began.
  final func releaseHeld() {
    for item in owed {
      switch item.delivery {
      case .beganHeld where item.phase == .cancelled: break
      case .beganHeld where holderOfBegan(item) == nil: releaseBegan(item)
      case .endedHeld where holderOfEnded(item) == nil: releaseEnded(item)
      case .pending, .beganHeld, .delivered, .endedHeld, .finished, .refused: break
      }
    }
  }

  private final func releaseBegan(_ item: Deliverable) {
    if let touch = item as? Touch, !contentMayBegin(touch) {
      touch.delivery = .refused
      return
    }
    let isOwnEvent = isInEvent && item.eventNumber == event.number
    reportRelease(item, .began)
    item.delivery = .delivered
    if let touch = item as? Touch {
      touch.showsStart = true
      deliver([touch], .began, to: touch.target)
      touch.showsStart = false
      let movesNow = isOwnEvent && touch.phase == .moved
      if touch.delivery == .delivered, !movesNow, touch.position != touch.startPosition {
        deliver([touch], .moved, to: touch.target)
      }
    } else if let press = item as? Press {
      deliver([press], .began, to: press.target)
    }
    // The lift of the present event is delivered, or held, with that event's own phases.
    guard item.delivery == .delivered, item.phase == .ended, !isOwnEvent else { return }
    if let holder = holderOfEnded(item) {
      hold(item, .ended, for: holder)
    } else {
      deliverEnded(item)
    }
  }

  private final func releaseEnded(_ item: Deliverable) {
    reportRelease(item, .ended)
    deliverEnded(item)
  }

  private final func deliverEnded(_ item: Deliverable) {
    item.delivery = .finished
    if let touch = item as? Touch { deliver([touch], .ended, to: touch.target) }
    if let press = item as? Press { deliver([press], .ended, to: press.target) }
  }

  private final func reportRelease(_ item: Deliverable, _ phase: TouchPhase) {
    if outbox.wants.contains(.explain), let since = item.heldSince {
      outbox.say(.released(item, phase, after: outbox.time - since))
    }
    item.heldSince = nil
  }
}
