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

  private final var direction = 0.0
  private final var startValue = 0.0
  private final lazy var repetition = EngineTimer(.minimum) { [unowned self] time in
    again(at: time)
  }

  deinit { application?.timers.stop(repetition) }

  open override class var hitTestsByGeometry: Bool { self == Stepper.self }
  open override var reportedValue: Double? { value }

  private final func clamp() {
    let clamped = max(minimumValue, min(max(minimumValue, maximumValue), value))
    if clamped != value { value = clamped }
  }

  override func trackingBegan(_ touch: Touch) {
    startValue = value
    direction = touch.location(in: self).x < bounds.midX ? -1 : 1
    _ = step(direction)
    guard autorepeat, let application else { return }
    // The touch may have been held back: the repeats are counted from touchDown.
    application.timers.start(
      repetition, at: application.turn.time + application.constants.stepperFirstRepeat)
  }

  private final func again(at time: Instant) {
    guard isTracking, let application else { return }
    if isTouchInside { _ = step(direction) }
    application.timers.start(repetition, at: time + application.constants.stepperRepeat)
  }

  /// A key taps the middle, which belongs to the right half.
  override func select() {
    let old = value
    _ = step(1)
    stepsEnded(since: old)
  }

  override var repeatsKeys: Bool { autorepeat }

  override func stepsEnded(since old: Double?) {
    if !isContinuous, value != old { sendActions(for: .valueChanged) }
  }

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

  open override func endTracking(_ touch: Touch, with event: Event) {
    if !isContinuous, value != startValue { sendActions(for: .valueChanged) }
  }

  override func stopTracking() {
    super.stopTracking()
    application?.timers.stop(repetition)
  }

  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    isSingleTap(recognizer)
  }
}
