// Content that moves by itself after the fingers have lifted.

extension ScrollView {
  /// Whether the content moves by itself: it coasts, snaps to a page, or springs back.
  public final var isDecelerating: Bool { movement != nil }

  /// Stops content that moves by itself, where it is or at the nearest position within its limits.
  public final func stopDecelerating() {
    guard movement != nil else { return }
    hasNewOffset = true
    limitsDidChange()
  }

  /// The offset at which content that moves by itself will rest.
  final var rest: Point? { movement?.end }

  /// Whether content moves so that a person sees it; only then a touch stops it.
  final var isVisiblyMoving: Bool {
    guard let movement, let now = application?.turn.time else { return false }
    func isVisible(_ axis: ScrollAxis, _ movement: Deceleration) -> Bool {
      abs(movement.velocity(at: now)) > 40 || abs(movement.end - contentOffset[axis]) > 4
    }
    switch movement {
    case .scrolling(let x, let y): return isVisible(.horizontal, x) || isVisible(.vertical, y)
    case .zooming(let zoom): return zoom.isVisible(at: now, from: place, in: bounds.size)
    }
  }

  /// Whether a touch stops the content, which then does not receive it; content that springs back
  /// from beyond its limits continues.
  final var keepsTouches: Bool { isVisiblyMoving && isWithinLimits }

  /// Ends a drag; the content continues with a velocity, or to its page, or back within its limits.
  final func release(velocity: Point) {
    let ended = drag
    drag = nil
    // A pinch by fingers that the pan does not follow still holds the content.
    if zoom != nil { return holdAgain() }
    caught = nil
    guard zoomLimits.contains(scale) else {
      let end = onPages(place(at: scale), after: ended)
      report(.ended, target: end.offset)
      return startZoom(to: end)
    }
    var speed = velocity
    for axis in [ScrollAxis.horizontal, .vertical]
    where !canDrag(axis) || !(ended?.moves(axis) ?? true) { speed[axis] = 0 }
    let landing = landing(of: ended, speed)
    if case .free = landing.x { speed.x = flung(ended, along: .horizontal, speed.x) }
    if case .free = landing.y { speed.y = flung(ended, along: .vertical, speed.y) }
    report(.ended, target: target(velocity: speed, landing))
    decelerate(velocity: speed, to: landing)
  }

  /// The offset at which content will rest after the drag that ends now.
  private final func target(velocity: Point, _ landing: ScrollLanding) -> Point? {
    guard let now = application?.turn.time else { return nil }
    let next = decelerations(velocity, landing, now)
    return Point(x: next.x.end, y: next.y.end)
  }

  /// Moves content to an offset, or to the nearest within the limits, on its way or at once.
  ///
  /// A finger that lands on it stops it. Under fingers that drag, it jumps there.
  public final func scroll(to offset: Point, animated: Bool) {
    guard animated, !isHeld, let now = application?.turn.time else {
      contentOffset = offset
      return
    }
    if case .zooming(let zoom) = movement {
      return startZoom(to: withinLimits(ContentPlace(offset: offset, scale: zoom.end.scale)))
    }
    decelerate(
      velocity: movement?.velocity(at: now) ?? .zero,
      to: ScrollLanding(x: .offset(offset.x), y: .offset(offset.y)))
  }

  /// Lets the content zoom by itself.
  final func startZoom(to end: ContentPlace) {
    guard let application else { return }
    let now = application.turn.time
    if end.isNear(place) {
      let wasMoving = movement != nil
      stop()
      if wasMoving { report(.settled) }
    } else {
      movement = .zooming(ZoomMovement(from: place, to: end, at: now))
      application.timers.start(stepTimer, at: now + decelerationStep)
    }
  }

  /// Lets the content move by itself, if it has a velocity or a target.
  final func decelerate(velocity: Point, to landing: ScrollLanding) {
    guard let application else { return }
    let now = application.turn.time
    var next = decelerations(velocity, landing, now)
    let position = Point(x: next.x.position(at: now), y: next.y.position(at: now))
    let hasMoved = move(to: position)
    if next.x.isAtRest && next.y.isAtRest {
      let wasMoving = movement != nil
      stop()
      if hasMoved || wasMoving { report(.settled) }
    } else {
      self.landing = landing
      movement = .scrolling(x: next.x, y: next.y)
      if hasMoved { report(.decelerating) }
      application.timers.start(stepTimer, at: now + decelerationStep)
    }
  }

  private final func decelerations(
    _ velocity: Point, _ landing: ScrollLanding, _ now: Instant
  ) -> (x: Deceleration, y: Deceleration) {
    (
      deceleration(along: .horizontal, velocity.x, landing.x, now),
      deceleration(along: .vertical, velocity.y, landing.y, now)
    )
  }

  private final func deceleration(
    along axis: ScrollAxis, _ velocity: Double, _ landing: ScrollLanding.Place, _ now: Instant
  ) -> Deceleration {
    let target: Double? =
      switch landing {
      case .free: nil
      case .offset(let offset): offset
      case .page(let number): number * bounds.size[axis]
      case .snap(let index):
        snapOffsets(axis).indices.contains(index) ? snapOffsets(axis)[index] : nil
      }
    return Deceleration(
      from: contentOffset[axis], velocity: velocity, limits: limits(axis), bounces: bounces,
      decelerationRate: decelerationRate, target: target.map(limits(axis).nearest), at: now)
  }

  /// Where every axis comes to rest when a drag ends, or the touch that stopped the content.
  private final func landing(of drag: ContentDrag?, _ speed: Point) -> ScrollLanding {
    ScrollLanding(
      x: landing(along: .horizontal, drag, speed.x), y: landing(along: .vertical, drag, speed.y))
  }

  private final func landing(
    along axis: ScrollAxis, _ drag: ContentDrag?, _ speed: Double
  ) -> ScrollLanding.Place {
    guard canDrag(axis) else { return .free }
    if let page = page(along: axis, drag, speed) { return .page(page) }
    guard let now = application?.turn.time else { return .free }
    let end = deceleration(along: axis, speed, .free, now).end
    return nearestSnap(axis, to: end).map { .snap($0) } ?? .free
  }

  /// The index of the snap offset that is nearest to an offset.
  final func nearestSnap(_ axis: ScrollAxis, to offset: Double) -> Int? {
    let offsets = snapOffsets(axis)
    return offsets.indices.min { abs(offsets[$0] - offset) < abs(offsets[$1] - offset) }
  }

  /// The snap offsets along an axis.
  final func snapOffsets(_ axis: ScrollAxis) -> [Double] {
    switch axis {
    case .horizontal: horizontalSnapOffsets
    case .vertical: verticalSnapOffsets
    }
  }

  /// The number of the target page: the nearest, or the next in the direction of a fast drag, and at
  /// most one from the page at which the drag began or to which the content moved before.
  private final func page(
    along axis: ScrollAxis, _ drag: ContentDrag?, _ speed: Double
  ) -> Double? {
    let length = bounds.size[axis]
    guard isPagingEnabled, length > 0 else { return nil }
    let offset = contentOffset[axis]
    let way = offset - (drag?.start[axis] ?? offset)
    let place = offset / length
    var next = place.rounded()
    if speed >= 250, way >= 10 { next = place.rounded(.up) }
    if speed <= -250, way <= -10 { next = place.rounded(.down) }
    return reachable(next, along: axis, from: drag)
  }

  /// The nearest page that a drag may reach: at most one from the page at which it began.
  final func reachable(_ page: Double, along axis: ScrollAxis, from drag: ContentDrag?) -> Double {
    let present = ((drag?.page ?? contentOffset)[axis] / bounds.size[axis]).rounded()
    return min(max(page.rounded(), present - 1), present + 1)
  }

  /// The nearest place whose offset is that of a page or a snap offset, along each axis that has them.
  private final func onPages(_ place: ContentPlace, after drag: ContentDrag?) -> ContentPlace {
    var place = place
    for axis in [ScrollAxis.horizontal, .vertical] {
      let length = bounds.size[axis]
      if isPagingEnabled, length > 0 {
        let page = place.offset[axis] / length
        place.offset[axis] =
          length * (drag == nil ? page.rounded() : reachable(page, along: axis, from: drag))
      } else if let index = nearestSnap(axis, to: place.offset[axis]) {
        place.offset[axis] = snapOffsets(axis)[index]
      }
    }
    return withinLimits(place)
  }

  /// Moves the content to its position at a time.
  final func stepDeceleration(at time: Instant) {
    guard let movement, let application else { return }
    let next: ContentMovement
    switch movement {
    case .scrolling(var x, var y):
      let position = Point(x: x.position(at: time), y: y.position(at: time))
      next = .scrolling(x: x, y: y)
      if move(to: position) { report(.decelerating) }
    case .zooming(var zoom):
      let isInside = isWithinLimits
      let place = zoom.place(at: time)
      next = .zooming(zoom)
      let hasZoomed = setScale(place.scale)
      let hasMoved = move(to: isInside ? withinLimits(place.offset) : place.offset)
      if hasZoomed || hasMoved { report(.decelerating) }
    }
    self.movement = next
    if next.isAtRest {
      stop()
      report(.settled)
    } else {
      application.timers.start(stepTimer, at: time + decelerationStep)
    }
  }

  /// Stops the content where it is, even beyond its limits, because fingers hold or drag it.
  final func stop() {
    guard movement != nil else { return }
    movement = nil
    application?.timers.stop(stepTimer)
  }

  /// Brings the content to rest when the fingers that stopped it have lifted without a drag.
  final func comeToRest() {
    caught = nil
    guard !isHeld, movement == nil else { return }
    decelerate(velocity: .zero, to: landing(of: nil, .zero))
  }

  /// Puts content that hardly moves at its position of rest, because a touch lands on it.
  final func finish() {
    guard let movement else { return }
    if case .zooming(let zoom) = movement { setScale(zoom.end.scale) }
    move(to: movement.end)
    stop()
    report(.settled)
  }

  /// Brings the content to rest at once, because the scroll view leaves its window and no finger holds
  /// it any more: on its page, or where it is.
  final func willLeaveApplication() {
    endTurning()
    application?.questions.drop(about: self)
    if caught != nil { comeToRest() }
    if case .scrolling = movement, !landing.hasNumber {
      stop()
    } else {
      finish()
      if place.isNear(reported) { return }
    }
    move(to: withinLimits(contentOffset))
    report(.settled)
  }
}
