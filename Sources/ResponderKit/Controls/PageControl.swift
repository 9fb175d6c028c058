// A control that selects a page.

/// A page control: a tap on its left half selects the previous page, on its right half the next.
open class PageControl: Control {
  package override class var kindWord: StaticString { "pageControl" }

  /// The number of pages.
  public final var numberOfPages = 0
  /// The index of the current page; setting it sends no event.
  public final var currentPage = 0

  open override class var hitTestsByGeometry: Bool { self == PageControl.self }
  open override var reportedValue: Double? { Double(currentPage) }

  open override func endTracking(_ touch: Touch, with event: Event) {
    guard isTouchInside else { return }
    _ = step(touch.location(in: self).x < bounds.midX ? -1 : 1)
  }

  /// A key taps the middle, which belongs to the right half.
  override func select() { _ = step(1) }

  override func step(_ direction: Double) -> Bool {
    let page = min(max(currentPage + Int(direction), 0), max(numberOfPages - 1, 0))
    guard page != currentPage else { return false }
    currentPage = page
    sendActions(for: .valueChanged)
    return true
  }

  override func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool {
    isSingleTap(recognizer)
  }
}
