// A pointer that hovers over a view.

/// A continuous recognizer of a hovering pointer; fingers have no effect on it.
///
///     possible ──enters──► began ──moves──► changed ──leaves──► ended
///
/// After a failure or a disabling while the pointer is inside, the recognizer waits for the next
/// entry.
open class HoverGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "hover" }
  package override class var answersForOthers: Bool { self != HoverGestureRecognizer.self }

  private final var position = Point.zero
  private final var follows = false

  open override func shouldReceive(_ event: Event) -> Bool { event.type == .hover }
  open override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
  open override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
  open override var screenLocation: Point { position }

  override var startsWithBegan: Bool { true }

  final func pointerEntered(at point: Point) {
    guard isEnabled else { return }
    position = point
    follows = true
    propose(.began, because: .recognised)
  }

  final func pointerMoved(to point: Point) {
    guard follows, point != position else { return }
    position = point
    propose(.changed, because: .goesOn)
  }

  final func pointerLeft() { if follows { propose(.ended, because: .fingersLifted) } }

  open override func reset() { follows = false }
}
