// The limits of scrolling, the axes that scroll, and changes of both.

extension ScrollView {
  /// The range of content offsets along an axis within which the content rests.
  final func limits(_ axis: ScrollAxis) -> ClosedRange<Double> {
    let low: Double
    let high: Double
    switch axis {
    case .horizontal:
      low = -contentInset.left
      high = contentSize.width + contentInset.right - bounds.size.width
    case .vertical:
      low = -contentInset.top
      high = contentSize.height + contentInset.bottom - bounds.size.height
    }
    return low...max(low, high)
  }

  /// The content offset within the limits that is nearest to another offset.
  final func withinLimits(_ offset: Point) -> Point {
    Point(
      x: limits(.horizontal).nearest(to: offset.x), y: limits(.vertical).nearest(to: offset.y))
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
    while let each = inner, each !== self {
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

  // MARK: Changes from outside

  /// Requests a check of the offset at the end of the turn, when all changes of an edit are done.
  final func limitsDidChange() {
    guard !isMovingContent, !awaitsCheck, let application else { return }
    if !application.turn.isRunning, drag == nil, deceleration == nil,
      withinLimits(contentOffset) == contentOffset
    {
      hasNewOffset = false
      return
    }
    awaitsCheck = true
    application.scrolling.setNeedsCheck(self)
  }

  /// Moves the content within its limits, unless it is dragged or moves there by itself.
  ///
  /// An offset that a program has set ends a deceleration; a drag continues from the current
  /// offset.
  final func checkLimits() {
    let isSet = hasNewOffset
    hasNewOffset = false
    awaitsCheck = false
    let inside = withinLimits(contentOffset)
    if drag != nil {
      if isSet { setOffset(inside) }
      zoomAnchor = nil
      restartDrag()
    } else if let deceleration, !isSet, let now = application?.turn.time {
      decelerate(
        velocity: Point(
          x: deceleration.x.velocity(at: now), y: deceleration.y.velocity(at: now)),
        to: landing)
    } else if deceleration != nil || inside != contentOffset {
      setOffset(inside)
      stop()
      report(.settled)
    }
  }

  /// Sets the content offset without a check.
  final func setOffset(_ offset: Point) {
    isMovingContent = true
    bounds.origin = offset
    isMovingContent = false
  }
}
