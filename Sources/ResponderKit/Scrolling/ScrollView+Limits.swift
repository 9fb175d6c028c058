// The limits of scrolling, the axes that scroll, and changes of both.

extension ScrollView {
  /// The range of content offsets along an axis within which the content rests.
  final func limits(_ axis: ScrollAxis) -> ClosedRange<Double> { limits(axis, at: scale) }

  /// The same at another scale.
  private final func limits(_ axis: ScrollAxis, at scale: Double) -> ClosedRange<Double> {
    let low: Double
    let high: Double
    switch axis {
    case .horizontal:
      low = 0 - contentInset.left
      high = contentSize.width * scale + contentInset.right - bounds.size.width
    case .vertical:
      low = 0 - contentInset.top
      high = contentSize.height * scale + contentInset.bottom - bounds.size.height
    }
    return low...max(low, high)
  }

  /// The content offset within the limits that is nearest to another offset.
  final func withinLimits(_ offset: Point) -> Point {
    withinLimits(ContentPlace(offset: offset, scale: scale)).offset
  }

  /// The place within the limits of the offset at its scale that is nearest to another place.
  final func withinLimits(_ place: ContentPlace) -> ContentPlace {
    let x = limits(.horizontal, at: place.scale).nearest(to: place.offset.x)
    let y = limits(.vertical, at: place.scale).nearest(to: place.offset.y)
    return ContentPlace(offset: Point(x: x, y: y), scale: place.scale)
  }

  /// Moves content at rest as little as shows a rectangle of it, or the beginning of one that is
  /// larger than the view.
  final func scrollToShow(_ rect: Rect) {
    guard !isHeld, movement == nil, caught == nil else { return }
    func shown(_ low: Double, _ high: Double, _ offset: Double, _ length: Double) -> Double {
      low < offset || high - low > length ? low : max(offset, high - length)
    }
    let offset = withinLimits(
      Point(
        x: shown(rect.minX, rect.maxX, bounds.minX, bounds.size.width),
        y: shown(rect.minY, rect.maxY, bounds.minY, bounds.size.height)))
    if offset != contentOffset { contentOffset = offset }
  }

  /// Whether content can be dragged along an axis: it scrolls there, or always bounces.
  final func canDrag(_ axis: ScrollAxis) -> Bool {
    let limits = limits(axis)
    if limits.upperBound > limits.lowerBound { return true }
    switch axis {
    case .horizontal: return bounces && alwaysBounceHorizontal
    case .vertical: return bounces && alwaysBounceVertical
    }
  }

  /// Whether a drag can scroll.
  final var isDraggable: Bool {
    panGestureRecognizer.isEnabled && (canDrag(.horizontal) || canDrag(.vertical))
  }

  /// The part of a movement on the screen along the axes on which content can be dragged.
  final func draggablePart(of movement: Point) -> Point {
    let horizontal = canDrag(.horizontal)
    let vertical = canDrag(.vertical)
    if horizontal && vertical { return movement }
    var own = convertVectorFromScreen(movement)
    if !horizontal { own.x = 0 }
    if !vertical { own.y = 0 }
    return convertVectorToScreen(own)
  }

  /// The part of a drag on the screen, of touches in a view, along the axis that it decides for.
  ///
  /// It is the longer part. A pager around a scroll view that scrolls crosswise takes its own axis
  /// only if that part is at least 1.5 times the other.
  final func intent(of movement: Point, in content: View?) -> Point {
    let own = convertVectorFromScreen(movement)
    var axis = own.longerAxis
    if let paged = pagedAxis(in: content) {
      axis = abs(own[paged]) >= 1.5 * abs(own[paged.crosswise]) - 1e-9 ? paged : paged.crosswise
    }
    return convertVectorToScreen(own.along(axis))
  }

  /// The axis of pages, if this scroll view or one around it is a pager and the other one scrolls
  /// crosswise.
  private final func pagedAxis(in content: View?) -> ScrollAxis? {
    var inner = content as? ScrollView ?? content?.enclosingScrollView
    while let each = inner, each.isDescendant(of: self), each !== self {
      if let axis = pagedAxis(around: each) { return axis }
      inner = each.enclosingScrollView
    }
    var outer = enclosingScrollView
    while let each = outer {
      if let axis = each.pagedAxis(around: self) { return self.axis(axis, of: each) }
      outer = each.enclosingScrollView
    }
    return nil
  }

  /// The axis of pages, if a scroll view inside scrolls only crosswise.
  private final func pagedAxis(around inner: ScrollView) -> ScrollAxis? {
    guard isPagingEnabled, isDraggable, inner.isDraggable,
      canDrag(.horizontal) != canDrag(.vertical)
    else { return nil }
    let axis: ScrollAxis = canDrag(.horizontal) ? .horizontal : .vertical
    let within = inner.axis(axis, of: self)
    return inner.canDrag(within) || !inner.canDrag(within.crosswise) ? nil : axis
  }

  /// The axis along which an axis of another view lies.
  private final func axis(_ axis: ScrollAxis, of other: View) -> ScrollAxis {
    convertVectorFromScreen(other.convertVectorToScreen(Point(x: 1, y: 1).along(axis))).longerAxis
  }

  /// Whether content can move further within its limits for a movement of the fingers on the
  /// screen.
  private final func hasRoom(for movement: Point) -> Bool {
    let own = convertVectorFromScreen(movement)
    let axis = own.longerAxis
    return own[axis] > 0
      ? contentOffset[axis] > limits(axis).lowerBound
      : contentOffset[axis] < limits(axis).upperBound
  }

  /// The outer scroll view that scrolls instead of this one, because this one has no room left in
  /// the direction of the movement on the screen.
  final func scrollViewToYieldTo(_ movement: Point) -> ScrollView? {
    var along = convertVectorFromScreen(movement)
    switch along.longerAxis {
    case .horizontal: along.y = 0
    case .vertical: along.x = 0
    }
    let direction = convertVectorToScreen(along)
    guard !hasRoom(for: direction) else { return nil }
    var candidate = enclosingScrollView
    while let outer = candidate {
      if outer.hasRoom(for: direction), outer.panGestureRecognizer.canTakeOver(panGestureRecognizer)
      {
        return outer
      }
      candidate = outer.enclosingScrollView
    }
    return nil
  }

  /// Whether it scrolls on for a movement of the fingers on the screen, and no finger holds it.
  final func canScroll(by movement: Point) -> Bool {
    panGestureRecognizer.isEnabled && !isHeld && hasRoom(for: movement)
  }

  // MARK: Changes from outside

  /// Requests a check of the offset and scale at the end of the turn, when all changes of an edit are
  /// done.
  final func limitsDidChange() {
    guard !isMovingContent, !awaitsCheck, let application else { return }
    if !application.turn.isRunning, !isHeld, movement == nil, place == reported, isWithinLimits {
      hasNewOffset = false
      return
    }
    awaitsCheck = true
    application.scrolling.setNeedsCheck(self)
  }

  /// Whether the scale and the offset are such that content may rest there.
  final var isWithinLimits: Bool {
    zoomLimits.contains(scale) && withinLimits(contentOffset) == contentOffset
  }

  /// Moves the content within its limits, unless it is held or moves there by itself.
  ///
  /// A place that a program has set ends a movement; a drag continues from the current offset.
  final func checkLimits() {
    let isSet = hasNewOffset
    hasNewOffset = false
    awaitsCheck = false
    if isHeld {
      if isSet { setOffset(withinLimits(contentOffset)) }
      holdAgain()
      if !place.isNear(reported) { report(.changed) }
    } else if let movement, !isSet, let now = application?.turn.time {
      follow(movement, at: now)
    } else {
      let wasMoving = movement != nil
      stop()
      let inside = place(at: scale)
      setScale(inside.scale)
      if inside.offset != contentOffset { setOffset(inside.offset) }
      if wasMoving || !place.isNear(reported) { report(.settled) }
    }
  }

  /// Lets content that moves by itself continue to where it may rest now.
  private final func follow(_ movement: ContentMovement, at now: Instant) {
    switch movement {
    case .scrolling where zoomLimits.contains(scale):
      decelerate(velocity: movement.velocity(at: now), to: landing)
    case .scrolling: startZoom(to: place(at: scale))
    case .zooming(let zoom):
      let end = withinLimits(
        ContentPlace(offset: zoom.end.offset, scale: zoomLimits.nearest(to: zoom.end.scale)))
      if end != zoom.end { startZoom(to: end) }
    }
  }

  /// Sets the content offset without a check.
  final func setOffset(_ offset: Point) {
    isMovingContent = true
    bounds.origin = offset
    isMovingContent = false
  }
}

extension View {
  /// The innermost scroll view around that can scroll on in the direction of a movement on the screen.
  final func scrollViewAround(withRoomFor movement: Point) -> ScrollView? {
    var candidate = enclosingScrollView
    while let outer = candidate, !outer.canScroll(by: movement) {
      candidate = outer.enclosingScrollView
    }
    return candidate
  }
}
