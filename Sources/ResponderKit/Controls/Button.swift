// A control that a tap presses.

/// A button: it sends `primaryActionTriggered` when the finger lifts inside, or with `autorepeat` when
/// the finger lands and again while it stays.
open class Button: Control {
  package override class var kindWord: StaticString { "button" }

  /// Whether the action is sent when the finger lands, and repeated while the button is held.
  public final var autorepeat = false

  open override class var hitTestsByGeometry: Bool { self == Button.self }

  override func trackingBegan(_ touch: Touch) { if autorepeat { holdStep(1) } }

  /// Only a finger repeats the action: an arrow moves the focus.
  override func step(_ direction: Double) -> Bool {
    guard autorepeat, isTracking else { return false }
    sendActions(for: .primaryActionTriggered)
    return true
  }

  override func stopTracking() {
    super.stopTracking()
    releaseStep()
  }

  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    isSingleTap(recognizer)
  }

  override func touchUpInsideWasSent() {
    if !autorepeat { sendActions(for: .primaryActionTriggered) }
  }
}
