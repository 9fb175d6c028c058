// Shakes: one at a time, for the responder that was first responder when the shake began.

/// Delivers the phases of a shake.
///
///     idle ──began──► shaking ── ended · cancelled · its responder is removed ──► idle
///                        └── began: the running shake is cancelled first
final class Motion {
  unowned var application: Application!
  /// The responder that received the began of the current shake; nil while there is none.
  private(set) var target: Responder?

  func handle(_ phase: MotionPhase, of device: Device) {
    switch phase {
    case .began:
      cancel()
      guard let receiver = application.motionReceiver(for: device) else { return }
      target = receiver
      deliver(.began, to: receiver)
    case .ended, .cancelled: end(phase)
    }
  }

  /// Cancels the current shake.
  func cancel() { end(.cancelled) }

  private func end(_ phase: MotionPhase) {
    guard let receiver = target else { return }
    target = nil
    deliver(phase, to: receiver)
  }

  private func deliver(_ phase: MotionPhase, to receiver: Responder) {
    let event = application.event
    event.beginCall(phase)
    receiver.receive(phase, with: event)
    event.endCall()
  }
}

extension Application {
  /// The receiver of motion and remote control: the first responder, else the key window.
  final func motionReceiver(for device: Device) -> Responder? {
    let zone = zones.zone(for: device)
    return (zone.firstResponder ?? zone.keyWindow).flatMap { $0.liesInInhibitedView ? nil : $0 }
  }

  final func feedMotion(_ phase: MotionPhase, of device: Device, at time: Instant) {
    runTurn(at: time) { motion.handle(phase, of: device) }
  }

  final func cancelMotion(at time: Instant) {
    guard motion.target != nil else { return }
    runTurn(at: time) { motion.cancel() }
  }

  /// Delivers a remote-control command, if `beginReceivingRemoteControlEvents` was called.
  final func feedRemoteControl(
    _ command: RemoteControlSubtype, of device: Device, at time: Instant
  ) {
    guard receivesRemoteControlEvents, let receiver = motionReceiver(for: device) else { return }
    runTurn(at: time) {
      event.beginCall(command)
      receiver.remoteControlReceived(with: event)
      event.endCall()
    }
  }
}
