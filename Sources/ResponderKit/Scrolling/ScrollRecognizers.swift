// The recognizers of every scroll view.

/// Holds touches back from the content, in case they are a drag.
///
///     possible ── its time is up · a finger lifts · another is recognized ──► failed
final class ContentDelayGestureRecognizer: GestureRecognizer {
  package override class var answersForOthers: Bool { false }

  private lazy var delay = makeTimer(.minimum) { [unowned self] _ in
    fail(.other("content is given its touches after the delay"))
  }

  override init(id: String) {
    super.init(id: id)
    cancelsTouchesInView = false
    delaysTouchesBegan = true
    delaysTouchesEnded = false
  }

  override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard !delay.isRunning, let scrollView = view as? ScrollView else { return }
    start(delay, at: event.timestamp + scrollView.contentDelay)
  }

  override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    fail(.lifted(after: event.timestamp - startTime, rule: "SV2"))
  }

  /// Whether a touch is held back: only if it can become a drag, and is not the scroll view's own.
  override func shouldReceive(_ touch: Touch) -> Bool {
    guard let scrollView = view as? ScrollView else { return false }
    return scrollView.isDraggable && touch.view !== scrollView
  }

  override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
}

/// The pan that scrolls.
///
/// It begins along an axis on which the content can be dragged, unless an outer scroll view has
/// room in the direction of the drag and this one has none.
public final class ScrollPanGestureRecognizer: PanGestureRecognizer {
  package override class var answersForOthers: Bool { false }

  private var scrollView: ScrollView? { view as? ScrollView }

  /// Fails if the content keeps its touch, or if an outer scroll view scrolls instead.
  override func reasonNotToBegin() -> Reason? {
    guard let scrollView else { return nil }
    for (position, touch) in touches.enumerated() where touch.isKnownToTarget {
      guard let content = touch.view, content !== scrollView,
        !touches[..<position].contains(where: { $0.view === content && $0.isKnownToTarget })
      else { continue }
      guard scrollView.canCancelContentTouches else { return .contentKeeps(content) }
      let answer = scrollView.touchesShouldCancel(in: content)
      scrollView.application?.outbox.report(
        .touchesShouldCancel(scrollView, content), answer, about: self)
      guard answer else { return .contentKeeps(content) }
    }
    return nil
  }

  override func advance(_ displacement: Point) {
    guard let scrollView else { return super.advance(displacement) }
    let movement = scrollView.draggablePart(of: displacement)
    guard movement.length >= threshold else { return }
    if let outer = scrollView.scrollViewToYieldTo(movement) {
      fail(.noRoomToScroll(outer))
    } else {
      begin(rule: "PAN1", after: movement.length)
    }
  }

  /// Whether this pan follows touches of another scroll view's pan and may still begin.
  func canTakeOver(_ other: ScrollPanGestureRecognizer) -> Bool {
    isEnabled && !hasDecided && other.touches.contains { $0.isDown && hasAccepted($0) }
  }

  override func stateDidChange() { scrollView?.panDidChange() }

  public override func canPrevent(_ other: GestureRecognizer) -> Bool {
    other !== scrollView?.pinchGestureRecognizer
  }
}

/// The pinch that zooms.
public final class ScrollPinchGestureRecognizer: PinchGestureRecognizer {
  package override class var answersForOthers: Bool { false }

  private var scrollView: ScrollView? { view as? ScrollView }

  override func stateDidChange() { scrollView?.pinchDidChange() }

  override func pairBegan() {
    super.pairBegan()
    scrollView?.pinchPairDidChange()
  }

  public override func canPrevent(_ other: GestureRecognizer) -> Bool {
    other !== scrollView?.panGestureRecognizer
  }
}
