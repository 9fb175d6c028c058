// A control that is on or off.

/// A switch: a tap anywhere on it toggles it.
open class Switch: Control {
  package override class var kindWord: StaticString { "switch" }

  /// Whether the switch is on; setting it sends no event.
  public final var isOn = false

  open override class var hitTestsByGeometry: Bool { self == Switch.self }
  open override var reportedValue: Double? { isOn ? 1 : 0 }

  open override func endTracking(_ touch: Touch, with event: Event) {
    guard isTouchInside else { return }
    isOn.toggle()
    sendActions(for: .valueChanged)
  }

  /// Whether a recognizer is a one-finger pan along the switch, or one that every control protects
  /// from.
  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    if isSingleTap(recognizer) { return true }
    guard let pan = recognizer as? PanGestureRecognizer, !(pan is ScrollPanGestureRecognizer),
      pan.minimumNumberOfTouches == 1
    else { return false }
    let way = convertVectorFromScreen(pan.displacement)
    return abs(way.x) >= abs(way.y)
  }
}
