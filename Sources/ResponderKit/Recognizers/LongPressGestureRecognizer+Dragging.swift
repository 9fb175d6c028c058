// Drag sessions: a finger lifts a view and carries it over others, and content scrolls at whose edge
// the finger is.
//
// While a view is lifted, hit tests pass it over, so what it is over is found. A session stays in its
// window.

/// What a finger has lifted, and the content that it scrolls.
struct DragSession {
  /// The lifted view.
  let item: View
  /// Where it was lifted, on the screen.
  let start: Point
  /// Whether the finger has left that place; a view that is lifted at an edge scrolls nothing yet.
  var hasLeft = false
  /// The content at whose edge the finger is, its velocity, and since when it has it.
  var scrolling: (view: ScrollView, velocity: Point, since: Instant)?
  /// Whether that content has moved.
  var hasScrolled = false
}

extension LongPressGestureRecognizer {
  /// Follows the public state: lifts the view, finds what it is over, and drops it.
  final func drag() {
    over = nil
    switch publicState {
    case .began:
      guard let view, !view.isLifted, hasLocation else { return }
      session = DragSession(item: view, start: screenLocation)
      view.isLifted = true
      carry()
    case .changed: carry()
    case .ended:
      carry()
      drop()
    case .cancelled, .failed, .possible: drop()
    }
  }

  /// Finds what the lifted view is over, and the content that scrolls for it.
  private final func carry() {
    guard let session, let application = session.item.application else { return }
    let place = screenLocation
    if place.distance(to: session.start) > 10 { self.session?.hasLeft = true }
    let screen = touches.first?.device.screen
    var hit = application.hitTest(place, on: screen, with: application.event)
    if hit?.window !== session.item.window || hit?.inhibitingView != nil { hit = nil }
    over = hit.map(application.outbox.append(named:))
    var content = hit as? ScrollView ?? hit?.enclosingScrollView
    if self.session?.hasLeft != true { content = nil }
    var velocity = Point.zero
    while let each = content {
      velocity = each.velocity(ofContentUnder: each.convert(place, from: nil))
      if velocity != .zero { break }
      content = each.enclosingScrollView
    }
    scroll(content, velocity)
  }

  private final func drop() {
    scroll(nil, .zero)
    session?.item.isLifted = false
    session = nil
  }

  // MARK: Content at whose edge the finger is

  /// Lets content scroll with a velocity; what scrolled before comes to rest.
  private final func scroll(_ view: ScrollView?, _ velocity: Point) {
    if let before = session?.scrolling?.view, before !== view {
      stop(scrollStep)
      session?.scrolling = nil
      if session?.hasScrolled == true { before.restAfterScrolling() }
      session?.hasScrolled = false
    }
    guard let view, let now = view.application?.turn.time else { return }
    let since = session?.scrolling?.since ?? now
    session?.scrolling = (view, velocity, since)
    if !scrollStep.isRunning { start(scrollStep, at: now + view.decelerationStep) }
  }

  /// Scrolls by what is due; the finger is over another part of the content then.
  final func scrollContent(at now: Instant) {
    guard let (view, velocity, since) = session?.scrolling else { return }
    session?.scrolling?.since = now
    if !view.isHeld {
      view.stop()
      if view.move(to: view.withinLimits(view.contentOffset + velocity * (now - since))) {
        session?.hasScrolled = true
        view.report(.decelerating)
      }
    }
    propose(.changed, because: .goesOn)
  }
}

extension ScrollView {
  /// The velocity with which content scrolls under a carried view: from zero at 48 pt from the edge, or
  /// a quarter of the length, to 1,000 pt/s at the edge.
  fileprivate final func velocity(ofContentUnder place: Point) -> Point {
    var velocity = Point.zero
    guard isScrollEnabled, !isHeld else { return velocity }
    for axis in [ScrollAxis.horizontal, .vertical] {
      let length = bounds.size[axis]
      let zone = min(48, length / 4)
      let start = place[axis] - contentOffset[axis]
      let depth = start < zone ? start - zone : max(start - length + zone, 0)
      let limits = limits(axis)
      let hasRoom =
        depth < 0
        ? contentOffset[axis] > limits.lowerBound : contentOffset[axis] < limits.upperBound
      if hasRoom, zone > 0 { velocity[axis] = 1000 * min(max(depth / zone, -1), 1) }
    }
    return velocity
  }

  /// Brings content that was scrolled to rest: on its page or snap offset, or where it is.
  fileprivate final func restAfterScrolling() {
    let offset = contentOffset
    comeToRest()
    if movement == nil, !isHeld, contentOffset == offset { report(.settled) }
  }
}
