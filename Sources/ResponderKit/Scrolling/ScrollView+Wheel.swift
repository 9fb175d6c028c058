// Content that a wheel moves, or fingers that scroll and pinch on a touchpad.
//
//     still ──moves · zooms──► turning    began, changed · zooming
//       ▲                        │ moves · zooms: changed · zooming
//       └────────────────────────┘ no movement for a while, or another movement of the content: ended
//
// Along an axis with pages or snap offsets, content goes to the next of these by itself instead.

extension ScrollView {
  // Two turns with a shorter pause are one for GTK, too.
  private static let longestPause: TimeInterval = 0.15

  /// Moves the content by a way on the screen, at once and at most to its end.
  fileprivate final func scroll(byTurning way: Point) {
    guard !isBound else { return }
    let own = convertVectorFromScreen(way)
    var place = withinLimits(contentOffset)
    var next = ScrollLanding()
    for axis in [ScrollAxis.horizontal, .vertical] where abs(own[axis]) > 1e-9 {
      if let stop = stop(along: axis, towards: own[axis]) {
        next[axis] = stop
      } else {
        place[axis] = limits(axis).nearest(to: contentOffset[axis] + own[axis])
      }
    }
    if next.hasNumber { return decelerate(velocity: .zero, to: next) }
    if place != contentOffset { turn(to: ContentPlace(offset: place, scale: scale), .changed) }
  }

  /// Zooms the content within its limits; what is at a position of the screen stays there.
  fileprivate final func zoom(byPinching factor: Double, at position: Point) {
    guard !isBound else { return }
    let end = place(at: scale * factor, about: convert(position, from: nil) / scale)
    if end.scale != scale { turn(to: end, .zooming) }
  }

  private final func turn(to end: ContentPlace, _ phase: ScrollPhase) {
    guard let application else { return }
    stop()
    let timer =
      wheel
      ?? EngineTimer(.maximum) { [unowned self] _ in
        wheel = nil
        // A zoom may have left its page.
        release(velocity: .zero)
      }
    if wheel == nil { report(.began) }
    // What it reports itself does not end it.
    wheel = nil
    setScale(end.scale)
    move(to: end.offset)
    report(phase)
    wheel = timer
    application.timers.start(timer, at: application.turn.time + Self.longestPause)
  }

  /// Ends what a wheel or a pinch has begun, because something else moves the content.
  final func endTurning() {
    guard let wheel else { return }
    self.wheel = nil
    application?.timers.stop(wheel)
    report(.ended, target: contentOffset)
  }

  /// Whether content goes to a page, a snap offset or a scale by itself.
  private final var isBound: Bool {
    switch movement {
    case .zooming: true
    case .scrolling: landing.hasNumber
    case nil: false
    }
  }

  /// The next page or snap offset in a direction; the present offset after the last one, and nil
  /// where content rests anywhere.
  private final func stop(along axis: ScrollAxis, towards way: Double) -> ScrollLanding.Place? {
    let offset = contentOffset[axis]
    if isPagingEnabled, bounds.size[axis] > 0 {
      let page = offset / bounds.size[axis]
      return .page(
        way > 0 ? (page + 1e-9).rounded(.down) + 1 : (page - 1e-9).rounded(.up) - 1)
    }
    let offsets = snapOffsets(axis)
    guard !offsets.isEmpty else { return nil }
    let further = offsets.indices.filter { (offsets[$0] - offset) * way > 0 }
    return further.min { abs(offsets[$0] - offset) < abs(offsets[$1] - offset) }.map { .snap($0) }
      ?? .offset(offset)
  }
}

extension View {
  /// The innermost scroll view here or around that can change its offset this way on the screen.
  fileprivate final func scrollView(withRoomFor way: Point) -> ScrollView? {
    guard way != .zero else { return nil }
    // Fingers would go the other way.
    let fingers = way * -1
    if let own = self as? ScrollView, own.canScroll(by: fingers) { return own }
    return scrollViewAround(withRoomFor: fingers)
  }
}

extension Application {
  /// Moves the content below a pointer, each axis that of the innermost scroll view with room.
  final func feedScroll(_ change: ScrollChange, of device: Device, at time: Instant) {
    feed(.scroll, change.position, of: device, at: time) { hit in
      let way = change.movement
      let horizontal = hit.scrollView(withRoomFor: way.along(.horizontal))
      let vertical = hit.scrollView(withRoomFor: way.along(.vertical))
      if horizontal === vertical {
        vertical?.scroll(byTurning: way)
      } else {
        horizontal?.scroll(byTurning: way.along(.horizontal))
        vertical?.scroll(byTurning: way.along(.vertical))
      }
    }
  }

  /// Zooms the content below a pointer, that of the innermost scroll view that zooms.
  final func feedZoom(_ change: ZoomChange, of device: Device, at time: Instant) {
    feed(.transform, change.position, of: device, at: time) { hit in
      var candidate = hit as? ScrollView ?? hit.enclosingScrollView
      while let each = candidate, !(each.pinchGestureRecognizer?.isEnabled ?? false) || each.isHeld
      {
        candidate = each.enclosingScrollView
      }
      candidate?.zoom(byPinching: change.factor, at: change.position)
    }
  }

  // An inhibited view receives nothing, nor does a view around it.
  private final func feed(
    _ type: Event.Kind, _ position: Point, of device: Device, at time: Instant,
    _ body: (View) -> Void
  ) {
    beginTurn(.acting, at: time)
    event.begin(type)
    let hit = hitTest(position, on: device.screen, with: event)
    if let hit, hit.inhibitingView == nil { body(hit) }
    updatePass()
    endTurn()
  }
}
