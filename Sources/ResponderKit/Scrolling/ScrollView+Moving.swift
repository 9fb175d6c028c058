// Content that follows the fingers, and goes on when they are gone.

extension ScrollView {
  /// The point of the content at its own top left corner.
  public final var contentOffset: Point {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }

  /// Whether content moves by itself.
  public final var isDecelerating: Bool { course != nil }

  // MARK: Limits

  final var horizontalLimits: ClosedRange<Double> {
    let low = -contentInset.left
    return low...max(low, contentSize.width + contentInset.right - bounds.size.width)
  }

  final var verticalLimits: ClosedRange<Double> {
    let low = -contentInset.top
    return low...max(low, contentSize.height + contentInset.bottom - bounds.size.height)
  }

  private final var bouncesHorizontally: Bool {
    bounces && (alwaysBounceHorizontal || horizontalLimits.upperBound > horizontalLimits.lowerBound)
  }

  private final var bouncesVertically: Bool {
    bounces && (alwaysBounceVertical || verticalLimits.upperBound > verticalLimits.lowerBound)
  }

  // MARK: Dragging

  final func panDidChange() {
    let pan = panGestureRecognizer
    switch pan.publicState {
    case .began:
      drag = (contentOffset, lock(along: pan.displacement))
      report(.began)
      follow()
    case .changed: follow()
    case .ended:
      follow()
      let velocity = pan.velocity(in: self)
      report(.ended)
      release(velocity: Point(x: -velocity.x, y: -velocity.y))
    case .cancelled:
      report(.ended)
      release(velocity: .zero)
    case .possible, .failed: break
    }
  }

  private final func lock(along displacement: Point) -> Axis? {
    guard isDirectionalLockEnabled else { return nil }
    return abs(displacement.x) > abs(displacement.y) ? .horizontal : .vertical
  }

  private final func follow() {
    guard let drag else { return }
    let moved = panGestureRecognizer.translation(in: self)
    var place = drag.offset
    if drag.lock != .vertical {
      place.x = limited(
        drag.offset.x - moved.x, horizontalLimits, bounds.size.width, bouncesHorizontally)
    }
    if drag.lock != .horizontal {
      place.y = limited(
        drag.offset.y - moved.y, verticalLimits, bounds.size.height, bouncesVertically)
    }
    move(to: place, .changed)
  }

  private final func limited(
    _ place: Double, _ limits: ClosedRange<Double>, _ extent: Double, _ bounces: Bool
  ) -> Double {
    bounces
      ? ScrollAxis.resisted(place, limits: limits, extent: extent)
      : min(max(place, limits.lowerBound), limits.upperBound)
  }

  private final func move(to place: Point, _ phase: ScrollPhase) {
    guard place != contentOffset else { return }
    contentOffset = place
    report(phase)
  }

  private final func report(_ phase: ScrollPhase) {
    guard let outbox = application?.outbox, outbox.wants.contains(.scroll) else { return }
    outbox.say(.scrolled(self, phase, offset: contentOffset, zoom: zoomScale))
  }

  // MARK: Coasting

  private final func release(velocity: Point) {
    let lock = drag?.lock
    let start = drag?.offset ?? contentOffset
    drag = nil
    guard let application else { return }
    let now = application.outbox.time
    course = (
      x: axis(
        contentOffset.x, lock == .vertical ? 0 : velocity.x, start.x, horizontalLimits,
        bounds.size.width, bouncesHorizontally, now),
      y: axis(
        contentOffset.y, lock == .horizontal ? 0 : velocity.y, start.y, verticalLimits,
        bounds.size.height, bouncesVertically, now)
    )
    if course?.x.isAtRest ?? true, course?.y.isAtRest ?? true {
      course = nil
      return
    }
    application.timers.start(stepTimer, at: now + decelerationStep)
  }

  private final func axis(
    _ place: Double, _ velocity: Double, _ start: Double, _ limits: ClosedRange<Double>,
    _ page: Double, _ bounces: Bool, _ now: Instant
  ) -> ScrollAxis {
    var target: Double?
    if isPagingEnabled, page > 0, place != start || velocity != 0 {
      // A page further at the most, in the direction of the stroke.
      let present = (start / page).rounded()
      var wished = (place / page).rounded()
      if velocity > 200 { wished = (place / page).rounded(.up) }
      if velocity < -200 { wished = (place / page).rounded(.down) }
      wished = min(max(wished, present - 1), present + 1)
      target = min(max(wished * page, limits.lowerBound), limits.upperBound)
    }
    return ScrollAxis(
      from: place, velocity: velocity, limits: limits, bounces: bounces,
      decelerationRate: decelerationRate, target: target, at: now)
  }

  final func decelerate(at time: Instant) {
    guard var course, let application else { return }
    let place = Point(x: course.x.place(at: time), y: course.y.place(at: time))
    self.course = course
    move(to: place, .decelerating)
    if course.x.isAtRest && course.y.isAtRest {
      self.course = nil
      report(.settled)
    } else {
      application.timers.start(stepTimer, at: time + decelerationStep)
    }
  }

  /// Stops content that moves by itself, where it is.
  public final func stopDecelerating() {
    guard course != nil else { return }
    course = nil
    application?.timers.stop(stepTimer)
    report(.settled)
  }

  // MARK: Zooming

  final func pinchDidChange() {
    guard let pinch = pinchGestureRecognizer else { return }
    switch pinch.publicState {
    case .began: pinchStart = (zoomScale, contentSize)
    case .changed: zoom(to: (pinchStart?.scale ?? 1) * pinch.scale)
    case .ended, .cancelled: pinchStart = nil
    case .possible, .failed: break
    }
  }

  private final func zoom(to wished: Double) {
    let scale = min(max(wished, minimumZoomScale), maximumZoomScale)
    guard scale != zoomScale, let pinch = pinchGestureRecognizer else { return }
    // The content under the middle of the fingers stays under it.
    let factor = scale / zoomScale
    let middle = pinch.location(in: self)
    let onScreen = middle - contentOffset
    zoomScale = scale
    contentSize = Size(width: contentSize.width * factor, height: contentSize.height * factor)
    if let zoomView {
      zoomView.transform = AffineTransform(scaleX: scale, y: scale)
      zoomView.center = Point(
        x: zoomView.bounds.size.width * scale / 2, y: zoomView.bounds.size.height * scale / 2)
    }
    let place = middle * factor - onScreen
    contentOffset = Point(
      x: min(max(place.x, horizontalLimits.lowerBound), horizontalLimits.upperBound),
      y: min(max(place.y, verticalLimits.lowerBound), verticalLimits.upperBound))
    report(.zooming)
  }
}
