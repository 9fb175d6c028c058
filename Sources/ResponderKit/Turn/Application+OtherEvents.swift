// Shakes, remote control and hovering pointers.

extension Application {
  /// Who is given motion and remote control: the first responder, else the key window.
  final var motionReceiver: Responder? { firstResponder ?? keyWindow }

  /// Tells of a shake; one that is running when another begins is broken off first.
  final func feedMotion(_ phase: MotionPhase, at time: Instant) {
    turn(at: time) {
      switch phase {
      case .began:
        cancelMotion()
        guard let receiver = motionReceiver else { return }
        motionTarget = receiver
        tellMotion(.began, to: receiver)
      case .ended, .cancelled:
        // After a cancel nothing follows.
        guard let receiver = motionTarget else { return }
        motionTarget = nil
        tellMotion(phase, to: receiver)
      }
    }
  }

  final func cancelMotion(at time: Instant) {
    guard motionTarget != nil else { return }
    turn(at: time) { cancelMotion() }
  }

  final func cancelMotion() {
    guard let receiver = motionTarget else { return }
    motionTarget = nil
    tellMotion(.cancelled, to: receiver)
  }

  private final func tellMotion(_ phase: MotionPhase, to receiver: Responder) {
    event.type = .motion
    event.motionPhase = phase
    receiver.tell(phase, with: event)
    event.type = .touches
  }

  /// Delivers a remote-control command, if anybody asked for them.
  final func feedRemoteControl(_ command: RemoteControlSubtype, at time: Instant) {
    guard receivesRemoteControlEvents, let receiver = motionReceiver else { return }
    turn(at: time) {
      event.type = .remoteControl
      event.subtype = command
      receiver.remoteControlReceived(with: event)
      event.subtype = nil
      event.type = .touches
    }
  }

  /// The application is no longer in front: motion and touches are cancelled.
  public final func becomeInactive(at time: Instant) {
    cancelAll(at: time, because: .inactive)
  }

  // MARK: Hover

  /// Moves a hovering pointer: recognizers of the views under it begin, change and end.
  final func feedPointer(_ change: PointerChange, of device: Device, at time: Instant) {
    if change == .gone && hovered.isEmpty { return }
    beginTurn(at: time)
    event.begin(.hover, at: time)
    var under: ContiguousArray<HoverGestureRecognizer> = []
    var place: Point?
    var audience: Audience = []
    if case .at(let point) = change {
      place = point
      var ancestor = hitTest(point, on: device.screen, with: event)
      audience = ancestor?.wholeAudience ?? []
      while let each = ancestor {
        for case let recognizer as HoverGestureRecognizer in each.gestureRecognizers.reversed() {
          under.append(recognizer)
        }
        ancestor = each.superview
      }
    }
    for recognizer in hovered where !under.contains(where: { $0 === recognizer }) {
      recognizer.pointerLeft()
    }
    for recognizer in under {
      if hovered.contains(where: { $0 === recognizer }) {
        recognizer.pointerMoved(to: place ?? .zero, seenBy: audience)
      } else {
        recognizer.pointerEntered(at: place ?? .zero, seenBy: audience)
      }
    }
    hovered = under
    updatePass()
    endTurn()
  }
}
