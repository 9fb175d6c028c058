// A control whose knob a finger drags.

/// A slider: the knob is as wide as the slider is high, and its middle is at the value.
open class Slider: Control {
  package override class var kindWord: StaticString { "slider" }

  /// The value; it is clamped to the limits, and setting it sends no event.
  public final var value: Double = 0 { didSet { clamp() } }
  /// The least value.
  public final var minimumValue: Double = 0 { didSet { clamp() } }
  /// The greatest value.
  public final var maximumValue: Double = 1 { didSet { clamp() } }
  /// Whether `valueChanged` is sent for every change, or only for the last.
  public final var isContinuous = true

  /// How far an arrow key moves the value; nil: a tenth of the range.
  public final var stepValue: Double?

  private final var grip: (location: Double, value: Double)?

  open override class var hitTestsByGeometry: Bool { self == Slider.self }
  open override var reportedValue: Double? { value }

  /// Only its ends are felt.
  override var feedbackOfValue: Feedback? {
    value == minimumValue || value == maximumValue ? .impact : nil
  }

  private final func clamp() {
    let clamped = max(minimumValue, min(max(minimumValue, maximumValue), value))
    if clamped != value { value = clamped }
  }

  private final var range: Double { maximumValue - minimumValue }

  /// The x coordinate of the knob's middle, in the slider's coordinates.
  public final var knobCenter: Double {
    let share = range > 0 ? (value - minimumValue) / range : 0
    return bounds.minX + share * bounds.size.width
  }

  open override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
    guard super.beginTracking(touch, with: event), isOnKnob(touch.location(in: self)) else {
      return false
    }
    grip = (touch.location(in: self).x, value)
    return true
  }

  open override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
    guard super.continueTracking(touch, with: event) else { return false }
    follow(touch, reports: isContinuous)
    return true
  }

  open override func endTracking(_ touch: Touch, with event: Event) {
    // Content that has moved under a finger that stands still changes nothing.
    if touch.position != touch.previousPosition { follow(touch, reports: isContinuous) }
    if !isContinuous { sendActions(for: .valueChanged) }
  }

  private final func follow(_ touch: Touch, reports: Bool) {
    guard let grip, bounds.size.width > 0 else { return }
    let old = value
    let moved = touch.location(in: self).x - grip.location
    value = grip.value + moved / bounds.size.width * range
    if reports, value != old { sendActions(for: .valueChanged) }
  }

  override func stopTracking() {
    super.stopTracking()
    grip = nil
  }

  override func step(_ direction: Double) -> Bool {
    let old = value
    value += direction * (stepValue ?? range / 10)
    if isContinuous, value != old { sendActions(for: .valueChanged) }
    return value != old
  }

  override var reportsSteps: Bool { isContinuous }

  private final func isOnKnob(_ location: Point) -> Bool {
    abs(location.x - knobCenter) <= bounds.size.height / 2
  }

  /// Whether a recognizer is a one-finger swipe along the slider while the knob is held, or scrolls
  /// along it with a finger that landed on the knob.
  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    if let pan = recognizer as? ScrollPanGestureRecognizer {
      return isAlong(pan) && isOnKnob(convert(pan.touches[0].startPosition, from: nil))
    }
    guard let touch = trackedTouch, let swipe = recognizer as? SwipeGestureRecognizer else {
      return false
    }
    return swipe.numberOfTouchesRequired == 1 && swipe.hasAccepted(touch)
      && !swipe.direction.isDisjoint(with: [.left, .right])
  }
}
