// How views lose touches: to a recognized gesture, and by leaving their window.

extension Delivery {
  /// Cancels every touch of a recognized gesture in its view, once, in the order of acceptance.
  func cancelTouches(of recognizer: GestureRecognizer) {
    for touch in recognizer.touches {
      dropBegan(of: touch)
      guard touch.isKnownToTarget else { continue }
      touch.finishDelivery()
      deliver([touch], .cancelled, to: touch.target)
    }
    for press in recognizer.presses {
      dropBegan(of: press)
      guard press.isKnownToTarget else { continue }
      press.finishDelivery()
      deliver([press], .cancelled, to: press.target)
    }
  }

  /// Cancels the touches and presses of a subtree that is about to leave its window.
  func cancelAll(in root: View) {
    let leaving = owed.filter { $0.view?.isDescendant(of: root) ?? false }
    for (index, item) in leaving.enumerated() {
      guard let view = item.view,
        !leaving[..<index].contains(where: { $0.view === view })
      else { continue }
      var touches: ContiguousArray<Touch> = []
      var presses: ContiguousArray<Press> = []
      for other in leaving where other.view === view {
        if other.isKnownToTarget {
          if let touch = other as? Touch { touches.append(touch) }
          if let press = other as? Press { presses.append(press) }
        }
        other.finishDelivery()
      }
      // A control cancels its tracked touch through `cancelTracking`, other touches like any view.
      if let control = view as? Control, let tracked = control.trackedTouch {
        control.abandonTracking()
        touches.removeAll { $0 === tracked }
      }
      deliver(touches, .cancelled, to: view)
      deliver(presses, .cancelled, to: item.target)
    }
    for item in owed where item.isKnownToTarget {
      let leaving = item.handlers.map(\.responder).filter { $0.lies(in: root) }
      for responder in leaving {
        cancel(item, for: responder)
        item.leave(responder)
      }
    }
  }

  /// Ends the tracking of controls in a subtree that no longer handle touches; their touches are
  /// refused from now on.
  func stopTracking(in root: View) {
    for item in tracked(in: root) {
      item.finishDelivery()
      (item.view as? Control)?.abandonTracking()
    }
  }

  /// The touches that controls in a subtree track.
  func tracked(in root: View) -> ContiguousArray<Deliverable> {
    owed.filter { item in
      guard let control = item.view as? Control else { return false }
      return control.trackedTouch === item && control.isDescendant(of: root)
    }
  }

  // MARK: Chains that change while a finger is down

  /// Sends the end of a touch or press to every responder that handled its began. A responder that
  /// the end does not reach, or that no longer handles it, receives `cancelled` here.
  private func endForHandlers(_ item: Deliverable, _ callback: Handling) {
    for handler in item.handlers
    where handler.handles.contains(callback) || handler.responder is Control {
      cancel(item, for: handler.responder)
    }
    item.forgetResponders()
  }

  private func cancel(_ item: Deliverable, for responder: Responder) {
    event.beginCall()
    if let touch = item as? Touch { responder.report([touch], .cancelled, with: event) }
    if let press = item as? Press { responder.report([press], .cancelled, with: event) }
  }

  // MARK: Calls

  func deliver(_ touches: ContiguousArray<Touch>, _ phase: TouchPhase, to target: Responder) {
    guard !touches.isEmpty else { return }
    event.beginCall()
    target.receive(phase, touches, with: event)
    if event.handledCount == 0, outbox.wants.contains(.unhandled) {
      outbox.append(phase, of: touches, notHandledFrom: target)
    }
    if phase == .ended || phase == .cancelled {
      for touch in touches { endForHandlers(touch, Handling(touches: phase)) }
    }
  }

  func deliver(_ presses: ContiguousArray<Press>, _ phase: TouchPhase, to target: Responder) {
    guard !presses.isEmpty else { return }
    event.beginCall()
    target.receive(phase, presses, with: event)
    if event.handledCount == 0, outbox.wants.contains(.unhandled) {
      for press in presses where !press.isUsed {
        outbox.append(.unhandledPress(phase, target, PressReport(press)))
      }
    }
    if phase == .ended || phase == .cancelled {
      for press in presses { endForHandlers(press, Handling(presses: phase)) }
    }
  }
}
