// Content that follows the fingers.

/// Where content comes to rest along each axis; it is chosen when the fingers lift.
struct ScrollLanding: HasAxes {
  enum Place {
    /// Where it stops coasting.
    case free
    case offset(Double)
    /// A page or snap offset keeps its number when sizes change.
    case page(Double)
    case snap(Int)
  }
  var x = Place.free
  var y = Place.free

  /// Whether it is a page or snap offset along one of the axes.
  var hasNumber: Bool {
    for case .page in [x, y] { return true }
    for case .snap in [x, y] { return true }
    return false
  }
}

/// A drag of content that is under way.
struct ContentDrag {
  /// The pan that moves the content: its own, or that of a scroll view inside which is at its end.
  let pan: ScrollPanGestureRecognizer
  /// The offset at which the drag began.
  let start: Point
  /// The offset from which pages are counted: where the content rested, or would have rested.
  let page: Point
  /// The only axis on which the drag moves the content; nil means every axis that scrolls.
  let lock: ScrollAxis?
  /// The offset to which fingers would have pulled the content at the translation zero.
  var base = Point.zero
  /// What the content had of its own when the fingers caught it.
  var momentum: Momentum?

  func moves(_ axis: ScrollAxis) -> Bool { lock == nil || lock == axis }
}

extension ScrollView {
  /// The point of the content at the scroll view's top left corner.
  ///
  /// Setting it stops content that moves by itself; a drag continues from the new offset. An offset
  /// beyond the limits is clamped to them.
  public final var contentOffset: Point {
    get { bounds.origin }
    set {
      bounds.origin = newValue
      hasNewOffset = true
      limitsDidChange()
    }
  }

  /// Whether fingers drag the content.
  public final var isDragging: Bool { drag != nil }

  final func panDidChange() {
    let pan = panGestureRecognizer
    switch pan.publicState {
    case .began:
      // Content that a pinch has moved already follows the middle of its fingers.
      let isFollowing =
        zoom?.anchor != nil && pinchGestureRecognizer?.line != nil
      beginDrag(by: pan, along: pan.decision)
      drag?.momentum = (application?.turn.time).flatMap(momentum)
      if isFollowing {
        rebaseDrag()
        follow()
      } else {
        holdAgain()
        zoom?.anchor = nil
        pull(by: pan.followedMovement)
        holdAnchor()
      }
    case .changed:
      let dragged = pan.draggedScrollView
      dragged?.keepMomentum()
      dragged?.follow()
    case .ended: pan.draggedScrollView?.endDrag()
    case .cancelled: pan.draggedScrollView?.release(velocity: .zero)
    case .failed: releaseProtectedTouches()
    case .possible: break
    }
  }

  private final func beginDrag(by pan: ScrollPanGestureRecognizer, along direction: Point) {
    let page = rest ?? caught?.rest ?? contentOffset
    stop()
    application?.scrolling.letGo(of: pan, for: self)
    let wasHeld = isHeld
    drag = ContentDrag(pan: pan, start: contentOffset, page: page, lock: lock(along: direction))
    if !wasHeld { report(.began) }
  }

  /// Moves the content by a way of the fingers on the screen from which the drag continues.
  private final func pull(by way: Point) {
    let base = drag?.base ?? .zero
    drag?.base = base - convertVectorFromScreen(way)
    follow()
  }

  private final func endDrag() {
    guard let pan = drag?.pan else { return }
    keepMomentum()
    follow()
    // Fingers that have all lifted end the pinch, too, before or after the pan.
    if !(pinchGestureRecognizer?.hasTouchDown ?? false) { zoom = nil }
    let dragged = pan.draggedScrollView ?? self
    let ended = dragged.drag
    let speed = pan.velocity(in: dragged)
    let velocity = Point(x: -speed.x, y: -speed.y)
    dragged.release(velocity: velocity)
    if let ended { dragged.askWhereToLand(after: ended, velocity) }
  }

  /// Hands the drag over to a scroll view around that has room, if the fingers have moved the content
  /// beyond its end; returns whether they have.
  private final func handOver() -> Bool {
    guard nested == .chain, zoom == nil, let drag else { return false }
    let wanted = drag.base - drag.pan.translation(in: self)
    for axis in [ScrollAxis.horizontal, .vertical] where canDrag(axis) && drag.moves(axis) {
      let end = limits(axis).nearest(to: wanted[axis])
      // What the fingers ask for beyond the end; content that is beyond it already returns first.
      let excess = wanted[axis] - end
      guard abs(excess) > 1e-9, limits(axis).contains(contentOffset[axis]) else { continue }
      let way = convertVectorToScreen(Point(x: -excess, y: -excess).along(axis))
      guard let outer = scrollViewAround(withRoomFor: way) else { continue }
      var place = dragged(to: wanted, isZooming: false)
      place[axis] = end
      if move(to: place) { report(.changed) }
      release(velocity: .zero)
      drag.pan.draggedScrollView = outer
      outer.beginDrag(by: drag.pan, along: way)
      outer.holdAgain()
      outer.pull(by: way)
      return true
    }
    return false
  }

  /// Lets a control have its held touch at once, if it protects its default action from the pan.
  private final func releaseProtectedTouches() {
    guard case .protected(let control) = panGestureRecognizer.attempt.reason else { return }
    var around = control.enclosingScrollView
    while let each = around {
      application?.arbitration.end(each.delay, because: .protected(by: control))
      around = each.enclosingScrollView
    }
  }

  private final func lock(along displacement: Point) -> ScrollAxis? {
    guard isDirectionalLockEnabled, canDrag(.horizontal), canDrag(.vertical) else { return nil }
    let own = convertVectorFromScreen(displacement)
    let axis = own.longerAxis
    return abs(own[axis]) >= 2 * abs(own[axis.crosswise]) - 1e-9 ? axis : nil
  }

  /// Whether fingers drag or zoom the content.
  final var isHeld: Bool { drag != nil || zoom != nil }

  /// Continues drag and zoom from the current place, so that the content does not jump.
  final func holdAgain() {
    pullExtent = Size(
      width: extent(.horizontal, at: contentOffset.x),
      height: extent(.vertical, at: contentOffset.y))
    rebaseDrag()
    rebaseZoom()
  }

  /// Continues the drag from the current offset.
  final func rebaseDrag() {
    guard let pan = drag?.pan else { return }
    drag?.base = pulledOffset + pan.translation(in: self)
  }

  /// The offset to which fingers would have pulled the content for it to be at its offset.
  final var pulledOffset: Point {
    Point(
      x: pulled(.horizontal, to: contentOffset.x), y: pulled(.vertical, to: contentOffset.y))
  }

  /// Content that springs can be further out than fingers could pull it.
  private final func extent(_ axis: ScrollAxis, at offset: Double) -> Double {
    max(bounds.size[axis], 2 * abs(offset - limits(axis).nearest(to: offset)))
  }

  private final func pulled(_ axis: ScrollAxis, to offset: Double) -> Double {
    bounces ? Resistance.pulled(offset, limits: limits(axis), extent: pullExtent[axis]) : offset
  }

  /// The offset of content that fingers have pulled to an offset; a zoom is not locked to an axis.
  final func dragged(to offset: Point, isZooming: Bool) -> Point {
    Point(
      x: dragged(.horizontal, to: offset.x, isZooming),
      y: dragged(.vertical, to: offset.y, isZooming))
  }

  private final func dragged(
    _ axis: ScrollAxis, to offset: Double, _ isZooming: Bool
  ) -> Double {
    let limits = limits(axis)
    guard canDrag(axis) || isZooming && scale < minimumZoomScale else {
      return limits.nearest(to: contentOffset[axis])
    }
    guard isZooming || drag?.moves(axis) ?? true else { return contentOffset[axis] }
    return bounces
      ? Resistance.resisted(offset, limits: limits, extent: pullExtent[axis])
      : limits.nearest(to: offset)
  }

  /// Moves the content with the fingers of the pan, and reports the change.
  private final func follow() {
    if handOver() { return }
    if keepsAnchor() || followPan() { report(.changed) }
  }

  /// Moves the content with the fingers of the pan; returns whether that changed anything.
  final func followPan() -> Bool {
    guard let drag, zoom?.anchor == nil else { return false }
    let moved = drag.pan.translation(in: self)
    return move(to: dragged(to: drag.base - moved, isZooming: false))
  }

  /// Sets the offset of the content; returns whether it differs by more than a rounding error.
  @discardableResult final func move(to offset: Point) -> Bool {
    let way = offset - contentOffset
    guard abs(way.x) > 1e-9 || abs(way.y) > 1e-9 else { return false }
    setOffset(offset)
    return true
  }

  final func report(_ phase: ScrollPhase, target: @autoclosure () -> Point? = nil) {
    endTurning()
    reported = place
    guard let outbox = application?.outbox, outbox.wants.contains(.scroll) else { return }
    outbox.append(
      .scrolled(self, phase, offset: contentOffset, zoom: scale, target: target()))
  }
}
