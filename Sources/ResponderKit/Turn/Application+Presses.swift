// Keys and buttons: recognizers first, then the responder with focus.

extension Application {
  final func feedPress(
    _ change: PressChange, of device: Device, in zone: Zone? = nil, at time: Instant
  ) {
    let zone = zone ?? zones.zone(for: device)
    defer { zone.waitForScan(from: time) }
    let press = livePresses.first { $0.type == change.type && $0.device === device }
    switch change.change {
    case .began:
      // A key that goes down again without having come up: its first press is cancelled.
      if let press { cancelPresses({ $0 === press }, because: .contact, at: time) }
      beginPress(change, of: device, in: zone, at: time)
    case .changed: if let press { changePress(press, to: .moved, change.force, at: time) }
    case .ended: if let press { changePress(press, to: .ended, 0, at: time) }
    case .cancelled: if let press { changePress(press, to: .cancelled, 0, at: time) }
    }
  }

  private final func beginPress(
    _ change: PressChange, of device: Device, in zone: Zone, at time: Instant
  ) {
    guard let target = zone.pressTarget else { return }
    let view = target.ownView
    guard view?.inhibitingView == nil else { return }
    beginPressEvent(at: time)
    let press = Press(
      id: nextTouchNumber(), time: time, type: change.type,
      device: device, force: change.force,
      target: target, view: view, treeVersion: treeVersion)
    begin(press)
    include(press)
    if let view { arbitration.offer(press, from: view) }
    finishPressEvent()
  }

  private final func changePress(
    _ press: Press, to phase: TouchPhase, _ force: Double, at time: Instant
  ) {
    beginPressEvent(at: time)
    press.update(to: phase, force: force, at: time)
    include(press)
    finishPressEvent()
  }

  final func cancelPresses(
    _ isMeant: (Press) -> Bool, because reason: CancelReason, at time: Instant,
    ending isEnded: (GestureRecognizer) -> Bool = { _ in false }
  ) {
    for press in livePresses where isMeant(press) {
      beginPressEvent(at: time, cancelledBecause: reason)
      endDecided(isEnded, because: reason)
      press.change(to: .cancelled, at: time)
      include(press)
      finishPressEvent()
    }
  }

  private final func beginPressEvent(
    at time: Instant, cancelledBecause reason: CancelReason = .system
  ) {
    beginTurn(.recognizing, at: time)
    event.begin(.presses, cancelledBecause: reason)
  }

  private final func include(_ press: Press) {
    if !press.isDown { arbitration.setNeedsStuckCheck() }
    event.append(press)
  }

  private final func finishPressEvent() {
    for press in event.presses { arbitration.serve(press) }
    updatePass()
    turn.deliver()
    for press in event.presses { delivery.deliverOwnPhase(of: press) }
    removeLifted()
    endTurn()
  }
}
