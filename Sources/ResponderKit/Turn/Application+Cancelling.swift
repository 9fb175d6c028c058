// Cancellation of touches, presses, pointers and attempts from outside.

extension Application {
  /// Cancels every touch and press that is down, and every attempt that continues without them.
  public final func cancelAll(at time: Instant, because reason: CancelReason = .system) {
    afterTurn { [unowned self] in
      expire(beforeEventAt: time)
      forgetHeld()
      cancelMotion(at: time)
      cancel({ _ in true }, because: reason, at: time, ending: { _ in true })
      cancelPresses({ _ in true }, because: reason, at: time, ending: { _ in true })
      endAttempts({ _ in true }, because: reason, at: time)
    }
  }

  /// Cancels the touches and presses of a device that was removed.
  public final func cancelAll(
    of device: Device, at time: Instant, because reason: CancelReason = .deviceRemoved
  ) {
    afterTurn { [unowned self] in
      expire(beforeEventAt: time)
      forgetHeld(of: device)
      cancel({ $0.device === device }, because: reason, at: time)
      cancelPresses({ $0.device === device }, because: reason, at: time)
      feedPointer(.gone, of: device, at: time)
    }
  }

  /// Cancels the touches whose view is in a subtree.
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

  /// Cancels all that is under way in a view that is inhibited.
  final func stopRecognition(in view: View) {
    let time = turn.timeOfEdit
    let reason = CancelReason.sessionLock
    afterTurn { [unowned self] in
      expire(beforeEventAt: time)
      if let target = motion.target, target.lies(in: view) { cancelMotion(at: time) }
      func isBelow(_ other: View?) -> Bool { other?.isDescendant(of: view) ?? false }
      func isMeant(_ recognizer: GestureRecognizer) -> Bool {
        isBelow(recognizer.view) || recognizer.touches.contains { isBelow($0.view) }
          || recognizer.presses.contains { isBelow($0.view) }
      }
      cancel({ isBelow($0.view) }, because: reason, at: time, ending: isMeant)
      cancelPresses({ isBelow($0.view) }, because: reason, at: time, ending: isMeant)
      endAttempts(isMeant, because: reason, at: time)
    }
  }

  /// Ends attempts without a finger or press: between taps, waiting, hovering.
  private final func endAttempts(
    _ isMeant: (GestureRecognizer) -> Bool, because reason: CancelReason, at time: Instant
  ) {
    guard arbitration.active.contains(where: isMeant) else { return }
    runTurn(at: time) {
      for recognizer in arbitration.active where isMeant(recognizer) {
        arbitration.interrupt(recognizer, because: .touchesCancelled(reason))
      }
    }
  }

  /// Cancels motion and touches, because the application is no longer active.
  public final func becomeInactive(at time: Instant) {
    cancelAll(at: time, because: .inactive)
  }

  /// Ends recognizers that have decided and wait for others. The others are about to fail, which
  /// must not let these be recognized.
  final func endDecided(_ isMeant: (GestureRecognizer) -> Bool, because reason: CancelReason) {
    for recognizer in arbitration.active
    where recognizer.hasDecided && recognizer.publicState == .possible && isMeant(recognizer) {
      arbitration.interrupt(recognizer, because: .touchesCancelled(reason))
    }
  }

  /// Cancels touches in one event, and recognizers that wait.
  final func cancel(
    _ isMeant: (Touch) -> Bool, because reason: CancelReason, at time: Instant,
    ending isEnded: (GestureRecognizer) -> Bool = { _ in false }
  ) {
    guard liveTouches.contains(where: isMeant) else { return }
    beginTouchEvent(at: time, cancelledBecause: reason)
    endDecided(isEnded, because: reason)
    for touch in liveTouches where isMeant(touch) {
      touch.cancel(at: time)
      include(touch)
    }
    finishTouchEvent()
  }
}
