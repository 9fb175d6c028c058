// How views lose touches: by a recognised gesture, and by leaving their window.

extension Application {
  // MARK: Cancelling

  /// Drops the beginnings that a recognised gesture was holding itself.
  final func discardHeld(by recognizer: GestureRecognizer) {
    guard recognizer.delaysTouchesBegan else { return }
    for touch in recognizer.touches { discard(touch) }
    for press in recognizer.presses { discard(press) }
  }

  private final func discard(_ item: Deliverable) {
    switch item.delivery {
    case .pending:
      // A finger that its view may not have stands in no later finger's way.
      var delivery = Deliverable.Delivery.finished
      if let touch = item as? Touch, let view = touch.view, refusal(of: touch, by: view) != nil {
        delivery = .refused
      }
      item.delivery = delivery
    case .beganHeld: item.delivery = .finished
    case .delivered, .endedHeld, .finished, .refused: break
    }
  }

  /// Cancels every touch of a recognised gesture in its own view, once, by order of acceptance.
  final func cancelDelivered(of recognizer: GestureRecognizer) {
    for touch in recognizer.touches {
      discard(touch)
      guard touch.delivery == .delivered || touch.delivery == .endedHeld else { continue }
      touch.delivery = .finished
      deliver([touch], .cancelled, to: touch.target)
    }
    for press in recognizer.presses {
      discard(press)
      guard press.delivery == .delivered || press.delivery == .endedHeld else { continue }
      press.delivery = .finished
      deliver([press], .cancelled, to: press.target)
    }
  }

  /// Cancels what the views of a subtree have; it is about to leave its window.
  final func abandon(_ root: View) {
    let leaving = owed.filter { $0.view?.isDescendant(of: root) ?? false }
    for (position, item) in leaving.enumerated() {
      guard let view = item.view,
        !leaving[..<position].contains(where: { $0.view === view })
      else { continue }
      var touches: ContiguousArray<Touch> = []
      var presses: ContiguousArray<Press> = []
      for other in leaving where other.view === view {
        if other.delivery == .delivered || other.delivery == .endedHeld {
          if let touch = other as? Touch { touches.append(touch) }
          if let press = other as? Press { presses.append(press) }
        }
        other.delivery = .finished
      }
      // A control loses the finger that it follows in a way of its own, the others like any view.
      if let control = view as? Control, let tracked = control.trackedTouch {
        control.abandonTracking()
        touches.removeAll { $0 === tracked }
      }
      deliver(touches, .cancelled, to: view)
      deliver(presses, .cancelled, to: item.target)
    }
    for item in owed where item.isKnownToTarget {
      cancel(item) { isInside($0, root) }
    }
  }

  // MARK: Chains that change under a finger

  /// Everybody who handled the began of a touch or press handles its end, or loses it here: whom
  /// the end does not reach, or who has stopped handling it, is given a cancel.
  private final func endForTakers(_ item: Deliverable, _ callback: Handling) {
    guard !item.takers.isEmpty else { return }
    cancel(item) { responder in
      item.takers.contains {
        $0.responder === responder
          && ($0.handles.contains(callback) || responder is Control)
      }
    }
    item.takers.removeAll()
  }

  private final func cancel(_ item: Deliverable, for isMeant: (Responder) -> Bool) {
    for taker in item.takers where isMeant(taker.responder) {
      event.beginCall()
      if let touch = item as? Touch { taker.responder.report([touch], .cancelled, with: event) }
      if let press = item as? Press { taker.responder.report([press], .cancelled, with: event) }
    }
  }

  // MARK: Calls

  final func deliver(
    _ touches: ContiguousArray<Touch>, _ phase: TouchPhase, to target: Responder
  ) {
    guard !touches.isEmpty else { return }
    event.beginCall()
    target.tell(phase, touches, with: event)
    if event.taken == 0, outbox.wants.contains(.unhandled) {
      outbox.say(.unhandled(phase, target, outbox.note(touches)))
    }
    if phase == .ended || phase == .cancelled {
      for touch in touches { endForTakers(touch, Handling(touches: phase)) }
    }
  }

  final func deliver(
    _ presses: ContiguousArray<Press>, _ phase: TouchPhase, to target: Responder
  ) {
    guard !presses.isEmpty else { return }
    event.beginCall()
    target.tell(phase, presses, with: event)
    if event.taken == 0, outbox.wants.contains(.unhandled) {
      for press in presses {
        outbox.say(.unhandledPress(phase, target, PressReport(press)))
      }
    }
    if phase == .ended || phase == .cancelled {
      for press in presses { endForTakers(press, Handling(presses: phase)) }
    }
  }
}
