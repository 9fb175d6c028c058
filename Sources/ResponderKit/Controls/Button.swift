// A control that a tap presses.

/// A button: it sends `primaryActionTriggered` when the finger lifts inside.
open class Button: Control {
  package override class var kindWord: StaticString { "button" }

  open override class var hitTestsByGeometry: Bool { self == Button.self }

  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    isSingleTap(recognizer)
  }

  override func touchUpInsideWasSent() { sendActions(for: .primaryActionTriggered) }
}
