// The keys of the control that has focus: select, and the arrows along it.
//
//     none ── an arrow along the control, unless its end is reached: a step ──► held
//     held ── after 0.5 s, then every 0.1 s: a step ──► held
//     held ── ended · cancelled · the control no longer acts on keys ──► none

/// An arrow that is down, and changes the value of a control.
final class HeldArrow {
  private(set) weak var press: Press?
  let direction: Double
  let valueBefore: Double?
  let timer: EngineTimer

  init(_ press: Press, _ direction: Double, of control: Control) {
    self.press = press
    self.direction = direction
    valueBefore = control.reportedValue
    timer = EngineTimer(.minimum) { [weak control] time in control?.stepAgain(at: time) }
  }
}

extension Control {
  /// Whether the control acts on keys: it is enabled and shown, and not inhibited.
  final var actsOnKeys: Bool {
    isEnabled && isShown && inhibitingView == nil && application != nil && !liesBehind
  }

  /// Steps if an arrow points along the control, and again while it is down.
  final func step(with press: Press) -> Bool {
    guard !isTracking, let application, let way = press.type.direction else { return false }
    let along = convertVectorFromScreen(way)
    guard abs(along.x) > abs(along.y) else { return false }
    let held = HeldArrow(press, along.x < 0 ? -1 : 1, of: self)
    guard step(held.direction) else { return false }
    releaseArrow()
    heldArrow = held
    if repeatsKeys {
      application.timers.start(
        held.timer, at: application.turn.time + application.constants.stepperFirstRepeat)
    }
    return true
  }

  final func stepAgain(at time: Instant) {
    guard let held = heldArrow, let application, actsOnKeys, held.press?.isDown ?? false else {
      return releaseArrow()
    }
    guard isTracking || step(held.direction) else { return }
    application.timers.start(held.timer, at: time + application.constants.stepperRepeat)
  }

  /// The press of a key has ended.
  final func end(_ press: Press) {
    let held = heldArrow
    release(press)
    guard actsOnKeys else { return }
    if held?.press === press { stepsEnded(since: held?.valueBefore) }
    guard press.type == .select else { return }
    select()
    sendActions(for: .primaryActionTriggered)
  }

  final func release(_ press: Press) {
    if heldArrow?.press === press { releaseArrow() }
  }

  final func releaseArrow() {
    guard let held = heldArrow else { return }
    application?.timers.stop(held.timer)
    heldArrow = nil
  }
}
