// A control with several segments, one of which is selected.

/// A segmented control: a lift inside selects the segment under the finger.
open class SegmentedControl: Control {
  package override class var kindWord: StaticString { "segmentedControl" }

  /// The number of segments, all of the same width.
  public final var numberOfSegments = 2
  /// The index of the selected segment; nil for none.
  public final var selectedSegmentIndex: Int?
  /// Whether the selection is cleared after the event.
  public final var isMomentary = false

  private final var touchedSegment: Int?

  open override class var hitTestsByGeometry: Bool { self == SegmentedControl.self }
  open override var reportedValue: Double? {
    (touchedSegment ?? selectedSegmentIndex).map(Double.init)
  }
  override var sentEvents: ControlEvent { .valueChanged }

  open override func endTracking(_ touch: Touch, with event: Event) {
    guard isTouchInside, numberOfSegments > 0, bounds.size.width > 0 else { return }
    let share = (touch.location(in: self).x - bounds.minX) / bounds.size.width
    let segment = Int((min(max(share, 0), 1) * Double(numberOfSegments)).rounded(.down))
    choose(min(segment, numberOfSegments - 1))
  }

  private final func choose(_ segment: Int) {
    guard isMomentary || segment != selectedSegmentIndex else { return }
    if !isMomentary { selectedSegmentIndex = segment }
    touchedSegment = segment
    sendActions(for: .valueChanged)
    touchedSegment = nil
  }

  /// Selects the next segment, and after the last one the first. Keys do nothing in a momentary
  /// control, which has no segment from which they could step.
  override func select() {
    guard !isMomentary, numberOfSegments > 0 else { return }
    choose(((selectedSegmentIndex ?? -1) + 1) % numberOfSegments)
  }

  override func step(_ direction: Double) -> Bool {
    let next = (selectedSegmentIndex ?? (direction > 0 ? -1 : numberOfSegments)) + Int(direction)
    guard !isMomentary, next >= 0, next < numberOfSegments else { return false }
    choose(next)
    return true
  }

  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    isSingleTap(recognizer)
  }
}
