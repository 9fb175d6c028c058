// Shakes and remote control.

extension Application {
  /// Who is given motion and remote control: the first responder, else the key window.
  final var motionReceiver: Responder? {
    (firstResponder ?? keyWindow).flatMap { isInhibited($0) ? nil : $0 }
  }

  /// Whether all recognition around a view, or a controller's view, is stopped.
  final func isInhibited(_ responder: Responder) -> Bool {
    let view = responder as? View ?? (responder as? ViewController)?.view
    return view?.inhibitingView != nil
  }

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
    event.beginCall()
    receiver.receive(phase, with: event)
    event.type = .touches
  }

  /// Delivers a remote-control command, if anybody asked for them.
  final func feedRemoteControl(_ command: RemoteControlSubtype, at time: Instant) {
    guard receivesRemoteControlEvents, let receiver = motionReceiver else { return }
    turn(at: time) {
      event.type = .remoteControl
      event.subtype = command
      event.beginCall()
      receiver.remoteControlReceived(with: event)
      event.subtype = nil
      event.type = .touches
    }
  }

  /// The application is no longer in front: motion and touches are cancelled.
  public final func becomeInactive(at time: Instant) {
    cancelAll(at: time, because: .inactive)
  }
}
