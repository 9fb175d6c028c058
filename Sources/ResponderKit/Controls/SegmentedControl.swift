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
    let chosen = min(segment, numberOfSegments - 1)
    guard isMomentary || chosen != selectedSegmentIndex else { return }
    if !isMomentary { selectedSegmentIndex = chosen }
    touchedSegment = chosen
    sendActions(for: .valueChanged)
    touchedSegment = nil
  }

  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    isSingleTap(recognizer)
  }
}
