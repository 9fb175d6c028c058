// Content that moves by itself after the fingers have lifted.

extension ScrollView {
  /// Whether the content moves by itself: it coasts, snaps to a page, or springs back.
  public final var isDecelerating: Bool { deceleration != nil }

  /// Stops content that moves by itself, where it is or at the nearest position within its limits.
  public final func stopDecelerating() {
    guard deceleration != nil else { return }
    hasNewOffset = true
    limitsDidChange()
  }

  /// Ends a drag; the content continues with a velocity, or to its page, or back within its limits.
  final func release(velocity: Point) {
    let ended = drag
    let start = ended?.start ?? contentOffset
    report(.ended, target: target(velocity: velocity, from: start, lock: ended?.lock))
    drag = nil
    zoomAnchor = nil
    decelerate(velocity: velocity, from: start, lock: ended?.lock)
  }

  /// The offset at which content will rest after the drag that ends now.
  private final func target(velocity: Point, from start: Point, lock: ScrollAxis?) -> Point? {
    guard let now = application?.turn.time else { return nil }
    let next = decelerations(velocity, from: start, lock, now)
    return Point(x: next.x.end(step: decelerationStep), y: next.y.end(step: decelerationStep))
  }

  /// Moves content to an offset, or to the nearest within the limits, on its way or at once.
  ///
  /// A finger that lands on it stops it. Under fingers that drag, it jumps there.
  public final func scroll(to offset: Point, animated: Bool) {
    guard animated, drag == nil, let now = application?.turn.time else {
      contentOffset = offset
      return
    }
    let velocity =
      deceleration.map { Point(x: $0.x.velocity(at: now), y: $0.y.velocity(at: now)) } ?? .zero
    destination = offset
    decelerate(velocity: velocity, from: contentOffset, lock: nil)
    if deceleration == nil { destination = nil }
  }

  /// Lets the content move by itself, if it has a velocity or a target.
  final func decelerate(velocity: Point, from start: Point, lock: ScrollAxis?) {
    guard let application else { return }
    let now = application.turn.time
    var next = decelerations(velocity, from: start, lock, now)
    let position = Point(x: next.x.position(at: now), y: next.y.position(at: now))
    let hasMoved = move(to: position)
    if next.x.isAtRest && next.y.isAtRest {
      let wasMoving = deceleration != nil
      stop()
      if hasMoved || wasMoving { report(.settled) }
    } else {
      deceleration = next
      application.timers.start(stepTimer, at: now + decelerationStep)
    }
  }

  private final func decelerations(
    _ velocity: Point, from start: Point, _ lock: ScrollAxis?, _ now: Instant
  ) -> (x: Deceleration, y: Deceleration) {
    (
      deceleration(along: .horizontal, velocity, from: start, lock, now),
      deceleration(along: .vertical, velocity, from: start, lock, now)
    )
  }

  private final func deceleration(
    along axis: ScrollAxis, _ velocity: Point, from start: Point, _ lock: ScrollAxis?,
    _ now: Instant
  ) -> Deceleration {
    let moves = canDrag(axis) && (lock == nil || lock == axis)
    let speed = moves || destination != nil ? velocity[axis] : 0
    func deceleration(to target: Double?) -> Deceleration {
      Deceleration(
        from: contentOffset[axis], velocity: speed, limits: limits(axis), bounces: bounces,
        decelerationRate: decelerationRate, target: target, at: now)
    }
    if let destination {
      return deceleration(to: limits(axis).nearest(to: destination[axis]))
    }
    guard moves else { return deceleration(to: nil) }
    if let page = page(along: axis, speed, from: start[axis]) { return deceleration(to: page) }
    let free = deceleration(to: nil)
    let offsets = snapOffsets(axis)
    if offsets.isEmpty { return free }
    let end = free.end(step: decelerationStep)
    let snap = offsets.min { abs($0 - end) < abs($1 - end) }
    return snap.map { deceleration(to: limits(axis).nearest(to: $0)) } ?? free
  }

  /// The snap offsets along an axis.
  private final func snapOffsets(_ axis: ScrollAxis) -> [Double] {
    switch axis {
    case .horizontal: horizontalSnapOffsets
    case .vertical: verticalSnapOffsets
    }
  }

  /// The target page: the nearest, or the next in the direction of a fast drag, and at most one
  /// page further than where the drag began.
  private final func page(along axis: ScrollAxis, _ speed: Double, from start: Double) -> Double? {
    let length = bounds.size[axis]
    guard isPagingEnabled, length > 0 else { return nil }
    let present = (start / length).rounded()
    var next = (contentOffset[axis] / length).rounded()
    if speed > 200 { next = (contentOffset[axis] / length).rounded(.up) }
    if speed < -200 { next = (contentOffset[axis] / length).rounded(.down) }
    next = min(max(next, present - 1), present + 1)
    return limits(axis).nearest(to: next * length)
  }

  /// Moves the content to its position at a time.
  final func stepDeceleration(at time: Instant) {
    guard var deceleration, let application else { return }
    let position = Point(x: deceleration.x.position(at: time), y: deceleration.y.position(at: time))
    self.deceleration = deceleration
    if move(to: position) { report(.decelerating) }
    if deceleration.x.isAtRest && deceleration.y.isAtRest {
      stop()
      report(.settled)
    } else {
      application.timers.start(stepTimer, at: time + decelerationStep)
    }
  }

  /// Stops the content where it is, even beyond its limits, because fingers hold or drag it.
  final func stop() {
    guard deceleration != nil else { return }
    deceleration = nil
    destination = nil
    application?.timers.stop(stepTimer)
  }

  /// Brings the content to rest when the fingers that stopped it have lifted without a drag.
  final func comeToRest() {
    guard drag == nil, deceleration == nil else { return }
    decelerate(velocity: .zero, from: contentOffset, lock: nil)
  }

  /// Brings the content to rest at once, because the scroll view leaves its window.
  final func willLeaveApplication() {
    let wasMoving = drag != nil || deceleration != nil
    drag = nil
    pinchPairDidChange()
    stop()
    let hasMoved = move(to: withinLimits(contentOffset))
    if wasMoving || hasMoved { report(.settled) }
  }
}
