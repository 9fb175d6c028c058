// The default of every callback: the responder handles it, or passes it to the next responder.

extension Responder {
  /// Calls the touch callback of a phase.
  final func receive(
    _ phase: TouchPhase, _ touches: ContiguousArray<Touch>, with event: Event
  ) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .stationary: break
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    }
  }

  /// Calls the press callback of a phase.
  final func receive(
    _ phase: TouchPhase, _ presses: ContiguousArray<Press>, with event: Event
  ) {
    switch phase {
    case .began: pressesBegan(presses, with: event)
    case .moved: pressesChanged(presses, with: event)
    case .stationary: break
    case .ended: pressesEnded(presses, with: event)
    case .cancelled: pressesCancelled(presses, with: event)
    }
  }

  /// Calls the motion callback of a phase.
  final func receive(_ phase: MotionPhase, with event: Event) {
    switch phase {
    case .began: motionBegan(with: event)
    case .ended: motionEnded(with: event)
    case .cancelled: motionCancelled(with: event)
    }
  }

  /// The next responder of the current call; nil at the end of the chain, and where a chain with a
  /// cycle returns to a responder that had the call.
  final func following(_ event: Event) -> Responder? {
    latestCall = event.call
    guard let next, next.latestCall != event.call else { return nil }
    return next
  }

  final func handleOrPass(
    _ touches: ContiguousArray<Touch>, _ phase: TouchPhase, with event: Event
  ) {
    let callback = Handling(touches: phase)
    guard handles.contains(callback) || takes.contains(callback) else {
      following(event)?.receive(phase, touches, with: event)
      return
    }
    if forwards.touches == .first { following(event)?.receive(phase, touches, with: event) }
    report(touches, phase, with: event)
    if forwards.touches == .last { following(event)?.receive(phase, touches, with: event) }
  }

  /// Reports that the responder handled a touch callback.
  final func report(
    _ touches: ContiguousArray<Touch>, _ phase: TouchPhase, with event: Event
  ) {
    latestCall = event.call
    if touches.contains(where: { $0.hasLeavers }) {
      // Those that were cancelled for the responder are over for it.
      let own: ContiguousArray<Touch> = touches.filter { !$0.hasLeft(self) }
      guard !own.isEmpty else { return }
      if own.count < touches.count { return report(own, phase, with: event) }
    }
    event.countHandled()
    if event.outbox.wants.contains(.callbacks) {
      event.outbox.append(phase, of: touches, handledBy: self)
    }
    switch phase {
    case .began:
      for touch in touches {
        touch.addHandler(self)
        if passesTouchesOn { touch.bePassedOn(by: self) }
      }
    case .moved, .stationary: break
    case .ended, .cancelled: for touch in touches { touch.removeHandler(self) }
    }
  }

  final func handleOrPass(
    _ presses: ContiguousArray<Press>, _ phase: TouchPhase, with event: Event
  ) {
    guard handles.contains(Handling(presses: phase)) else {
      following(event)?.receive(phase, presses, with: event)
      return
    }
    if forwards.presses == .first { following(event)?.receive(phase, presses, with: event) }
    report(presses, phase, with: event)
    if forwards.presses == .last { following(event)?.receive(phase, presses, with: event) }
  }

  /// Reports that the responder handled a press callback.
  final func report(
    _ presses: ContiguousArray<Press>, _ phase: TouchPhase, with event: Event
  ) {
    if let press = presses.first, press.hasLeft(self) { return }
    event.countHandled()
    switch phase {
    case .began: for press in presses { press.addHandler(self) }
    case .moved, .stationary: break
    case .ended, .cancelled: for press in presses { press.removeHandler(self) }
    }
    if event.outbox.wants.contains(.callbacks) {
      for press in presses { event.outbox.append(.press(phase, self, PressReport(press))) }
    }
  }

  final func handleOrPassMotion(_ phase: MotionPhase, with event: Event) {
    guard handles.contains(Handling(motion: phase)) else {
      following(event)?.receive(phase, with: event)
      return
    }
    if forwards.motion == .first { following(event)?.receive(phase, with: event) }
    event.countHandled()
    event.outbox.append(.motion(phase, self))
    if forwards.motion == .last { following(event)?.receive(phase, with: event) }
  }
}
