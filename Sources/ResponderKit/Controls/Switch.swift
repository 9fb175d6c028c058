// A control that is on or off.

/// A switch: a tap anywhere on it toggles it.
open class Switch: Control {
  package override class var kindWord: StaticString { "switch" }

  /// Whether the switch is on; setting it sends no event.
  public final var isOn = false

  open override class var hitTestsByGeometry: Bool { self == Switch.self }
  open override var reportedValue: Double? { isOn ? 1 : 0 }

  /// Whether the finger was dragged along the switch; its side then decides.
  private final var isDragged = false
  private static let dragThreshold = 10.0

  /// How far the finger is along the switch from where it landed.
  private final func way(of touch: Touch) -> Double {
    convertVectorFromScreen(touch.position - touch.startPosition).x
  }

  open override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
    if abs(way(of: touch)) >= Self.dragThreshold { isDragged = true }
    return super.continueTracking(touch, with: event)
  }

  open override func endTracking(_ touch: Touch, with event: Event) {
    let way = way(of: touch)
    let next = isDragged || abs(way) >= Self.dragThreshold ? way > 0 : isTouchInside != isOn
    guard next != isOn else { return }
    isOn = next
    sendActions(for: .valueChanged)
  }

  override func stopTracking() {
    super.stopTracking()
    isDragged = false
  }

  override func select() {
    isOn.toggle()
    sendActions(for: .valueChanged)
  }

  /// Whether a recognizer is a one-finger pan along the switch, or one that every control protects
  /// from.
  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    if isSingleTap(recognizer) { return true }
    if let pan = recognizer as? ScrollPanGestureRecognizer { return isAlong(pan) }
    guard let pan = recognizer as? PanGestureRecognizer, pan.minimumNumberOfTouches == 1
    else { return false }
    let way = convertVectorFromScreen(pan.displacement)
    return abs(way.x) >= abs(way.y)
  }
}
