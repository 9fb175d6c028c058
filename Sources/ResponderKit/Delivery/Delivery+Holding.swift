// Phases that a recognizer holds back, their release and their removal.

extension Delivery {
  /// The recognizer that holds back the began of a touch or press.
  func holderOfBegan(_ item: Deliverable) -> GestureRecognizer? {
    item.gestureRecognizers.first { $0.publicState == .possible && $0.delaysTouchesBegan }
  }

  /// The recognizer that holds back the ended of a touch or press.
  func holderOfEnded(_ item: Deliverable) -> GestureRecognizer? {
    item.gestureRecognizers.first { $0.publicState == .possible && $0.delaysTouchesEnded }
  }

  func hold(_ item: Deliverable, _ phase: TouchPhase, for holder: GestureRecognizer) {
    item.holdDelivery(of: phase, since: turn.time)
    if outbox.wants.contains(.explain) {
      outbox.append(.holds(holder, item, phase, until: holder.deadline))
    }
  }

  // MARK: Releasing

  /// Delivers the held phases that no recognizer holds any more, in the order in which the touches
  /// began.
  func releaseHeld() {
    for item in owed where item.progress == .beganHeld || item.progress == .endedHeld {
      return releaseAllHeld()
    }
  }

  private func releaseAllHeld() {
    for item in owed {
      switch item.progress {
      case .beganHeld where item.phase == .cancelled: break
      case .beganHeld where holderOfBegan(item) == nil: releaseBegan(item)
      case .endedHeld where holderOfEnded(item) == nil: releaseEnded(item)
      case .pending, .beganHeld, .delivered, .endedHeld, .finished, .refused: break
      }
    }
  }

  private func releaseBegan(_ item: Deliverable) {
    if let touch = item as? Touch, isBehind(touch) || !contentMayBegin(touch) {
      touch.refuseDelivery()
      return
    }
    let isOwnEvent = turn.step == .recognizing && item.eventNumber == event.number
    reportRelease(item, .began)
    item.deliverBegan()
    if let touch = item as? Touch {
      touch.showStart { deliver([touch], .began, to: touch.target) }
      let movesNow = isOwnEvent && (touch.phase == .moved || touch.phase == .stationary)
      if touch.progress == .delivered, !movesNow, touch.position != touch.startPosition {
        deliver([touch], .moved, to: touch.target)
      }
    } else if let press = item as? Press {
      deliver([press], .began, to: press.target)
    }
    // A lift in the current event is delivered, or held, with that event's own phases.
    guard item.progress == .delivered, item.phase == .ended, !isOwnEvent else { return }
    if let holder = holderOfEnded(item) {
      hold(item, .ended, for: holder)
    } else {
      deliverEnded(item)
    }
  }

  /// Whether a modal presentation or a page has come in front of a touch's view since the touch began.
  private func isBehind(_ touch: Touch) -> Bool {
    guard let view = touch.view, view.liesBehind else { return false }
    if outbox.wants.contains(.explain) {
      outbox.append(.refused(touch, by: .responder(view), .behindModal))
    }
    return true
  }

  private func releaseEnded(_ item: Deliverable) {
    reportRelease(item, .ended)
    deliverEnded(item)
  }

  private func deliverEnded(_ item: Deliverable) {
    item.finishDelivery()
    if let touch = item as? Touch { deliver([touch], .ended, to: touch.target) }
    if let press = item as? Press { deliver([press], .ended, to: press.target) }
  }

  private func reportRelease(_ item: Deliverable, _ phase: TouchPhase) {
    if outbox.wants.contains(.explain), let since = item.heldSince {
      outbox.append(.released(item, phase, after: turn.time - since))
    }
  }

  // MARK: Dropping

  /// Drops the held began phases of touches that the recognized gesture was holding itself.
  func dropHeld(by recognizer: GestureRecognizer) {
    guard recognizer.delaysTouchesBegan else { return }
    for touch in recognizer.touches { dropBegan(of: touch) }
    for press in recognizer.presses { dropBegan(of: press) }
  }

  /// Drops a began that its target has not received, and all later phases of the touch.
  func dropBegan(of item: Deliverable) {
    switch item.progress {
    case .pending:
      // A touch that its view refuses must not block a later touch.
      if let touch = item as? Touch, let view = touch.view, refusal(of: touch, by: view) != nil {
        touch.refuseDelivery()
      } else {
        item.finishDelivery()
      }
    case .beganHeld: item.finishDelivery()
    case .delivered, .endedHeld, .finished, .refused: break
    }
  }

  /// Drops every began that the views of a subtree have not received.
  func dropBegan(in root: View) {
    for item in owed where item.progress == .beganHeld || item.progress == .pending {
      if item.view?.isDescendant(of: root) ?? false { item.finishDelivery() }
    }
  }
}
