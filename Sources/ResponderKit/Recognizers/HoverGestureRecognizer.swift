// A pointer that hovers over a view.

/// A continuous recognizer of a pointer that touches nothing; fingers do not drive it.
///
///     possible ──enters──► began ──moves──► changed ──leaves──► ended
open class HoverGestureRecognizer: GestureRecognizer {
  private final var place = Point.zero
  private final var isInside = false

  open override func shouldReceive(_ event: Event) -> Bool { event.type == .hover }
  open override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
  open override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
  open override var screenLocation: Point { place }

  override var startsWithBegan: Bool { true }

  final func pointerIs(at point: Point) {
    if isInside, point == place { return }
    place = point
    propose(isInside ? .changed : .began, because: isInside ? .goesOn : .recognised)
    isInside = true
  }

  final func pointerLeft() { if isInside { propose(.ended, because: .fingersLifted) } }

  open override func reset() { isInside = false }
}
