// A control that increments and decrements a value.

/// A stepper: its left half decrements, its right half increments, repeatedly while it is held.
open class Stepper: Control {
  package override class var kindWord: StaticString { "stepper" }

  /// The value; it is clamped to the limits, and setting it sends no event.
  public final var value: Double = 0 { didSet { clamp() } }
  /// The least value.
  public final var minimumValue: Double = 0 { didSet { clamp() } }
  /// The greatest value.
  public final var maximumValue: Double = 100 { didSet { clamp() } }
  /// The size of a step.
  public final var stepValue: Double = 1
  /// Whether `valueChanged` is sent for every step, or only for the last.
  public final var isContinuous = true
  /// Whether the value repeats its step while the stepper is held.
  public final var autorepeat = true
  /// Whether a step over a limit continues at the other limit.
  public final var wraps = false

  open override class var hitTestsByGeometry: Bool { self == Stepper.self }
  open override var reportedValue: Double? { value }

  private final func clamp() {
    let clamped = max(minimumValue, min(max(minimumValue, maximumValue), value))
    if clamped != value { value = clamped }
  }

  override func trackingBegan(_ touch: Touch) {
    holdStep(touch.location(in: self).x < bounds.midX ? -1 : 1)
  }

  /// A key taps the middle, which belongs to the right half.
  override func select() {
    if step(1), !isContinuous { sendActions(for: .valueChanged) }
  }

  override var reportsSteps: Bool { isContinuous }
  override var repeatsSteps: Bool { autorepeat }

  override func step(_ direction: Double) -> Bool {
    let old = value
    let next = value + direction * stepValue
    if wraps, next > maximumValue {
      value = minimumValue
    } else if wraps, next < minimumValue {
      value = maximumValue
    } else {
      value = next
    }
    if isContinuous, value != old { sendActions(for: .valueChanged) }
    return value != old
  }

  open override func endTracking(_ touch: Touch, with event: Event) { endSteps() }

  override func stopTracking() {
    super.stopTracking()
    releaseStep()
  }

  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    isSingleTap(recognizer)
  }
}
