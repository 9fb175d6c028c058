// A pointer that hovers over a view.

/// A continuous recognizer of a hovering pointer; fingers have no effect on it.
///
///     possible ──enters──► began ──moves──► changed ──leaves──► ended
///
/// After a failure or a disabling while the pointer is inside, the recognizer waits for the next
/// entry.
open class HoverGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "hover" }

  private final var position = Point.zero
  private final var follows = false
  private final var seenBy: Audience = []

  /// The audiences of all views in which the pointer was since it entered.
  package final override var audience: Audience { seenBy }

  open override func shouldReceive(_ event: Event) -> Bool { event.type == .hover }
  open override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
  open override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
  open override var screenLocation: Point { position }

  override var startsWithBegan: Bool { true }

  final func pointerEntered(at point: Point, seenBy audience: Audience) {
    guard isEnabled else { return }
    position = point
    seenBy = audience
    follows = true
    propose(.began, because: .recognised)
  }

  final func pointerMoved(to point: Point, seenBy audience: Audience) {
    guard follows, point != position else { return }
    position = point
    seenBy.formUnion(audience)
    propose(.changed, because: .goesOn)
  }

  final func pointerLeft() { if follows { propose(.ended, because: .fingersLifted) } }

  open override func reset() { follows = false }
}
