// A control that turns pages.

/// A page control: a tap on its left half goes back a page, on its right half forward.
open class PageControl: Control {
  /// How many pages there are.
  public final var numberOfPages = 0
  /// The present page; setting it sends no event.
  public final var currentPage = 0

  open override class var hitTestsByGeometry: Bool { self == PageControl.self }
  open override var reportedValue: Double? { Double(currentPage) }

  open override func endTracking(_ touch: Touch, with event: Event) {
    guard isTouchInside else { return }
    let step = touch.location(in: self).x < bounds.midX ? -1 : 1
    let page = min(max(currentPage + step, 0), max(numberOfPages - 1, 0))
    guard page != currentPage else { return }
    currentPage = page
    sendActions(for: .valueChanged)
  }

  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    isSingleTap(recognizer)
  }
}
