// A double tap that zooms, and a drag after its second landing.

/// Zooms a scroll view by two taps in a row, or by the way of the finger that taps the second time.
///
///     idle ──down──► first ──up──► between ──down──► second ──up──► ended: the other scale
///               │           │               │          └─ moves ──► began ──► changed ──► ended
///               └─ too long └─ too late     └─ too far away
///
/// It makes no tap wait, and none is cancelled by it.
final class ScrollDoubleTapGestureRecognizer: GestureRecognizer {
  package override class var answersForOthers: Bool { false }

  private enum Step {
    case idle, first, between, second
    /// The finger zooms by its way from this point of the screen.
    case zooming(from: Point)
  }
  private var step = Step.idle
  /// Where the first tap landed, on the screen.
  private var place = Point.zero

  // As taps have them.
  private static let interval: TimeInterval = 0.35
  private static let duration: TimeInterval = 0.75
  private static let allowableMovement = 45.0
  /// Smaller than that of a drag, which would else scroll.
  private static let threshold = 8.0
  /// The way that doubles the scale, in points.
  private static let doubling = 100.0

  private lazy var timer = makeTimer(.maximum) { [unowned self] _ in
    if case .between = step {
      fail(.noNextTap(scaled(Self.interval)))
    } else {
      let limit = scaled(Self.duration)
      fail(.tooLong(limit, limit: limit, rule: "TAP4"))
    }
  }

  private var scrollView: ScrollView? { view as? ScrollView }

  override init(id: String) {
    super.init(id: id)
    delaysTouchesEnded = false
    cancelsTouchesInView = false
  }

  override var startsWithBegan: Bool { isZooming }
  override var screenLocation: Point { place }

  private var isZooming: Bool { if case .zooming = step { true } else { false } }

  /// The factor by which the way of the finger zooms: down is larger.
  private(set) var factor = 1.0

  /// Not the touches of controls, nor those that stop content.
  override func shouldReceive(_ touch: Touch) -> Bool {
    guard let scrollView, scrollView.canZoom,
      !(scrollView.application?.scrolling.isCaught(scrollView) ?? false)
    else { return false }
    var ancestor = touch.view
    while let each = ancestor, each !== scrollView {
      if each is Control { return false }
      ancestor = each.superview
    }
    return true
  }

  override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard numberOfTouches == 1, let touch = touches.first else {
      if isZooming {
        for touch in touches { ignore(touch, for: event) }
      } else {
        fail(.tooManyTouches(numberOfTouches, limit: 1, rule: "TAP3"))
      }
      return
    }
    switch step {
    case .between:
      let distance = touch.position.distance(to: place)
      guard distance <= Self.allowableMovement else {
        return fail(.moved(distance, limit: Self.allowableMovement, rule: "TAP2"))
      }
      place = touch.position
      step = .second
    case .idle, .first, .second, .zooming:
      place = touch.position
      step = .first
    }
    start(timer, at: touch.timestamp + scaled(Self.duration))
  }

  override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard let touch = touches.first else { return }
    switch step {
    case .idle, .between: break
    case .first:
      let distance = touch.position.distance(to: place)
      if distance > Self.allowableMovement {
        fail(.moved(distance, limit: Self.allowableMovement, rule: "TAP2"))
      }
    case .second:
      let distance = touch.position.distance(to: touch.startPosition)
      guard distance >= Self.threshold else { return }
      stop(timer)
      step = .zooming(from: touch.position)
      cancelsTouchesInView = true
      propose(
        .began,
        because: .reached(distance, limit: Self.threshold, unit: .points, rule: "SV29"))
    case .zooming(let start):
      let way = scrollView?.convertVectorFromScreen(touch.position - start).y ?? 0
      factor = exponential(way / Self.doubling * logarithm(2))
      propose(.changed, because: .goesOn)
    }
  }

  override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    switch step {
    case .first:
      step = .between
      start(timer, at: event.timestamp + scaled(Self.interval))
    case .second:
      propose(.ended, because: .reached(2, limit: 2, unit: .taps, rule: "SV29"))
    case .zooming: propose(.ended, because: .fingersLifted)
    case .idle, .between: break
    }
  }

  override func stateDidChange() { scrollView?.doubleTapDidChange(self, isZooming: isZooming) }

  override func reset() {
    step = .idle
    factor = 1
    cancelsTouchesInView = false
  }

  /// A finger that zooms does nothing else; a double tap zooms only the innermost content.
  override func canPrevent(_ other: GestureRecognizer) -> Bool {
    isZooming || other is ScrollDoubleTapGestureRecognizer
  }

  override func canBePrevented(by other: GestureRecognizer) -> Bool {
    (other as? TapGestureRecognizer).map { $0.numberOfTapsRequired > 1 } ?? true
  }
}
