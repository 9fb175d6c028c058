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
///     open ──far enough, along an axis that scrolls──► began
///       └── along the other axis ──► waiting ──free, and far enough along its own──► began
///
/// The direction of the drag decides once, where the threshold is passed. Along an axis on which the
/// content cannot be dragged, the pan waits while another recognizer may still use the direction. It
/// fails if an outer scroll view has room in the direction of the drag and this one has none.
public final class ScrollPanGestureRecognizer: PanGestureRecognizer {
  package override class var answersForOthers: Bool { false }

  private enum Intent {
    case open
    /// The drag goes in a direction on the screen in which the content cannot be dragged.
    case waiting(Point)
  }
  private var intent = Intent.open
  /// The displacement at which the direction was decided.
  private(set) var decision = Point.zero
  /// The displacement at which the threshold was passed along an axis that scrolls.
  private var passed: Point?

  private var scrollView: ScrollView? { view as? ScrollView }

  /// The scroll view around to which the drag was handed over.
  private weak var heir: ScrollView?
  /// The scroll view whose content the fingers drag.
  var draggedScrollView: ScrollView? {
    get {
      let dragged = heir ?? scrollView
      return dragged?.drag?.pan === self ? dragged : nil
    }
    set { heir = newValue }
  }

  /// Fails if the content keeps its touch, or if an outer scroll view scrolls instead.
  override func reasonNotToBegin() -> Reason? {
    guard let scrollView else { return nil }
    for (position, touch) in touches.enumerated() where touch.isKnownToTarget {
      guard let content = touch.view, content !== scrollView,
        content.isDescendant(of: scrollView),
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

  override func advance(by step: Point) {
    guard let scrollView else { return super.advance(by: step) }
    switch intent {
    case .open:
      guard let passing = displacement.passing(threshold, in: step) else { return }
      decision = displacement - step * (1 - passing)
      let direction = scrollView.intent(of: decision, in: touches.first?.view)
      if scrollView.canDrag(scrollView.convertVectorFromScreen(direction).longerAxis) {
        passed = decision
        begin(towards: direction, passing: passing)
      } else {
        intent = .waiting(direction)
        wait(for: direction, step)
      }
    case .waiting(let direction): wait(for: direction, step)
    }
  }

  private func wait(for direction: Point, _ step: Point) {
    guard let scrollView else { return }
    let own = scrollView.draggablePart(of: displacement)
    guard let passing = own.passing(threshold, in: scrollView.draggablePart(of: step)) else {
      return
    }
    passed = passed ?? displacement - step * (1 - passing)
    guard !(arbitration?.hasRival(of: self, towards: direction) ?? false) else { return }
    begin(towards: own, passing: passing)
  }

  override func rivalsDidFail() {
    guard case .waiting(let direction) = intent, passed != nil else { return }
    wait(for: direction, .zero)
  }

  /// The movement that the content follows: from the position at which the threshold was passed,
  /// also between two reports, or from the landing.
  var followedMovement: Point {
    let passed = scrollView?.dragStartBehavior == .landing ? .zero : passed ?? .zero
    return screenTranslation + displacement - passed
  }

  // It waits for a swipe along an axis on which the content cannot be dragged.
  package override func dragThreshold(for swipe: SwipeGestureRecognizer) -> Double? {
    guard let scrollView, scrollView.isDraggable else { return nil }
    func canDrag(along way: Point) -> Bool {
      scrollView.canDrag(scrollView.convertVectorFromScreen(way).longerAxis)
    }
    let isFollowed =
      (swipe.direction.isDisjoint(with: [.left, .right]) || canDrag(along: Point(x: 1, y: 0)))
      && (swipe.direction.isDisjoint(with: [.up, .down]) || canDrag(along: Point(x: 0, y: 1)))
    return isFollowed ? super.dragThreshold(for: swipe) : nil
  }

  private func begin(towards direction: Point, passing: Double) {
    if let scrollView, let catcher = touches.first?.view as? ScrollView,
      scrollView !== catcher, scrollView.isDescendant(of: catcher),
      catcher.canDrag(catcher.convertVectorFromScreen(direction).longerAxis)
    {
      fail(.stopsContent(catcher))
    } else if let outer = scrollView?.scrollViewToYieldTo(direction) {
      fail(.noRoomToScroll(outer))
    } else {
      begin(rule: "PAN1", after: displacement.length, passing: passing)
    }
  }

  override func mayFollow(_ direction: Point) -> Bool {
    guard case .open = intent, let scrollView, scrollView.isDraggable else { return false }
    return scrollView.canDrag(scrollView.convertVectorFromScreen(direction).longerAxis)
  }

  public override func reset() {
    super.reset()
    intent = .open
    decision = .zero
    passed = nil
    heir = nil
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

  /// The middle of the fingers from which the content follows them, on the screen.
  private(set) var origin = Point.zero
  /// How much the content is zoomed at the scale 1.
  private var lead = 1.0

  /// The scale that the content follows: from where the fingers passed the threshold, also between
  /// two reports, or from where they landed.
  var followedScale: Double { scale * lead }

  override func stateDidChange() { scrollView?.pinchDidChange() }

  override func pairBegan() {
    super.pairBegan()
    origin = middle
    scrollView?.zoom?.forgetPair()
  }

  override func passThreshold(from start: Double, to distance: Double) {
    guard let pair, let line, let number = arbitration?.event.number else { return }
    func step(of touch: Touch) -> Point { touch.eventNumber == number ? touch.step : .zero }
    let (first, second) = (step(of: pair.first), step(of: pair.second))
    let (limit, way) = (start + (distance > start ? threshold : -threshold), second - first)
    // Fingers that come together pass the limit where they would leave it on their way back.
    let passing =
      distance > start
      ? line.passing(limit, in: way)
      : (line - way).passing(limit, in: way * -1).map { 1 - $0 }
    passLimit(at: passing ?? 1)
    if scrollView?.dragStartBehavior == .landing {
      lead = distance / start
    } else {
      lead = distance / limit
      origin = middle - (first + second) * ((1 - (passing ?? 1)) / 2)
    }
  }

  private var middle: Point {
    guard let pair, let line else { return origin }
    return pair.first.position + line / 2
  }

  public override func reset() {
    super.reset()
    lead = 1
  }

  public override func canPrevent(_ other: GestureRecognizer) -> Bool {
    other !== scrollView?.panGestureRecognizer
  }
}
