// Steps of a value while a finger or an arrow key is down, and the other keys of a control with focus.
//
//     none ── a finger, or an arrow along the control unless its end is reached: a step ──► held
//     held ── after 0.5 s, then every 0.1 s, unless repeats are off: a step ──► held
//     held ── ended · cancelled · the control acts on neither any more ──► none

/// A finger or an arrow that is down, and changes the value of a control.
final class HeldStep {
  /// The key; nil for a finger.
  private(set) weak var press: Press?
  let isKey: Bool
  let direction: Double
  let valueBefore: Double?
  let timer: EngineTimer

  init(_ direction: Double, by press: Press?, of control: Control) {
    self.press = press
    isKey = press != nil
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

  /// Steps, and again while the finger or the key is down; false for a key at the end.
  @discardableResult
  final func holdStep(_ direction: Double, by press: Press? = nil) -> Bool {
    guard let application else { return false }
    let held = HeldStep(direction, by: press, of: self)
    guard step(direction) || press == nil else { return false }
    releaseStep()
    heldStep = held
    if repeatsSteps, application.constants.stepperAutorepeat {
      // The touch may have been held back: the repeats are counted from touchDown.
      let wait = application.constants.stepperFirstRepeat * appliedTimeScale
      application.timers.start(held.timer, at: application.turn.time + wait)
    }
    return true
  }

  /// Steps if an arrow points along the control.
  final func step(with press: Press) -> Bool {
    guard !isTracking, let way = press.type.direction else { return false }
    let along = convertVectorFromScreen(way)
    return abs(along.x) > abs(along.y) && holdStep(along.x < 0 ? -1 : 1, by: press)
  }

  fileprivate final func stepAgain(at time: Instant) {
    guard let held = heldStep, let application else { return }
    guard held.isKey ? actsOnKeys && held.press?.isDown ?? false : isTracking else {
      return releaseStep()
    }
    if held.isKey ? !isTracking : isTouchInside { _ = step(held.direction) }
    let wait = application.constants.stepperRepeat * appliedTimeScale
    application.timers.start(held.timer, at: time + wait)
  }

  /// Reports the value at the end, if the steps were not reported.
  final func endSteps() {
    if !reportsSteps, let held = heldStep, reportedValue != held.valueBefore {
      sendActions(for: .valueChanged)
    }
  }

  /// The press of a key has ended.
  final func end(_ press: Press) {
    if actsOnKeys {
      if heldStep?.press === press { endSteps() }
      if press.type == .select {
        select()
        sendActions(for: .primaryActionTriggered)
      }
    }
    release(press)
  }

  final func release(_ press: Press) {
    if heldStep?.press === press { releaseStep() }
  }

  final func releaseStep() {
    guard let held = heldStep else { return }
    application?.timers.stop(held.timer)
    heldStep = nil
  }
}
