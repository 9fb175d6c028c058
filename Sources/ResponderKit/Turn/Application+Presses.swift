// Keys and buttons: to the responder with focus, recognizers first.

extension Application {
  /// Who is given presses: the responder with focus, else the first responder, else the window.
  final var pressTarget: Responder? {
    (focused?.application === self ? focused : nil) ?? firstResponder ?? keyWindow
  }

  final func feedPress(_ change: PressChange, of device: Device, at time: Instant) {
    let press = livePresses.first { $0.type == change.type && $0.device === device }
    switch change.change {
    case .began:
      // A key that goes down again without having come up: its first press is over.
      if let press { cancelPresses({ $0 === press }, because: .contact, at: time) }
      beginPress(change, of: device, at: time)
    case .changed: if let press { changePress(press, to: .moved, change.force, at: time) }
    case .ended: if let press { changePress(press, to: .ended, 0, at: time) }
    case .cancelled: if let press { changePress(press, to: .cancelled, 0, at: time) }
    }
  }

  private final func beginPress(_ change: PressChange, of device: Device, at time: Instant) {
    guard let target = pressTarget else { return }
    let view = target as? View ?? (target as? ViewController)?.view
    guard view?.inhibitingView == nil else { return }
    beginTurn(at: time)
    event.begin(.presses, at: time)
    isInEvent = true
    let press = Press(
      id: touchNumbers.next(for: view?.wholeAudience ?? []), time: time, type: change.type,
      device: device, force: change.force,
      target: target, view: view)
    press.treeVersion = treeVersion
    begin(press)
    include(press)
    if let view { offer(press, from: view) }
    finishPressEvent()
  }

  private final func changePress(
    _ press: Press, to phase: TouchPhase, _ force: Double, at time: Instant
  ) {
    beginTurn(at: time)
    event.begin(.presses, at: time)
    isInEvent = true
    press.phase = phase
    press.force = force
    press.timestamp = time
    include(press)
    finishPressEvent()
  }

  final func cancelPresses(
    _ isMeant: (Press) -> Bool, because reason: CancelReason, at time: Instant
  ) {
    for press in livePresses where isMeant(press) {
      beginTurn(at: time)
      event.begin(.presses, at: time)
      isInEvent = true
      event.cancelReason = reason
      press.phase = .cancelled
      press.timestamp = time
      include(press)
      finishPressEvent()
    }
  }

  private final func include(_ press: Press) {
    press.eventNumber = event.number
    if !press.isDown { mayBeStuck = true }
    event.presses.append(press)
  }

  private final func finishPressEvent() {
    for press in event.presses { serve(press) }
    updatePass()
    isInEvent = false
    for press in event.presses { delivery.deliverOwnPhase(of: press) }
    removeLifted()
    endTurn()
  }

  private final func serve(_ press: Press) {
    for recognizer in active where recognizer.presses.contains(where: { $0 === press }) {
      guard !recognizer.hasDecided else {
        if press.phase == .cancelled {
          recognizer.end(because: .touchesCancelled(event.cancelReason))
        }
        continue
      }
      if outbox.wants.contains(.recognizerTouches) {
        outbox.say(.recognizerPress(press.phase, recognizer, PressReport(press)))
      }
      switch press.phase {
      case .began: recognizer.pressesBegan([press], with: event)
      case .moved: recognizer.pressesChanged([press], with: event)
      case .stationary: break
      case .ended: recognizer.pressesEnded([press], with: event)
      case .cancelled:
        recognizer.pressesCancelled([press], with: event)
        if !recognizer.hasDecided {
          recognizer.propose(
            .cancelled, because: .touchesCancelled(event.cancelReason), byItself: false)
        }
      }
    }
  }
}
