// Recognizers are given an event's phases, deepest view first.

extension Application {
  /// Gives each accepting recognizer all its phases of the event before the next is served.
  final func serveRecognizers() {
    if orderIsStale { sortActive() }
    let number = event.number
    var position = 0
    while position < active.count {
      let recognizer = active[position]
      position += 1
      let touches = recognizer.touches
      var phases: UInt8 = 0
      var changed = 0
      var lastIndex = -1
      var isInOrder = true
      for touch in touches where touch.eventNumber == number {
        phases |= 1 << touch.phase.rawValue
        changed += 1
        if touch.eventIndex < lastIndex { isInOrder = false }
        lastIndex = touch.eventIndex
      }
      guard changed > 0 else { continue }
      // Mostly all its touches did the same, and its own list can be handed out as it is.
      if changed == touches.count, isInOrder, phases & (phases - 1) == 0 {
        give(touches, touches[0].phase, to: recognizer)
      } else {
        servingBuffers.removeAll()
        for touch in event.touches where recognizer.hasAccepted(touch) {
          servingBuffers.append(touch)
        }
        give(servingBuffers.began, .began, to: recognizer)
        give(servingBuffers.moved, .moved, to: recognizer)
        give(servingBuffers.ended, .ended, to: recognizer)
        give(servingBuffers.cancelled, .cancelled, to: recognizer)
      }
    }
  }

  private final func give(
    _ touches: ContiguousArray<Touch>, _ phase: TouchPhase, to recognizer: GestureRecognizer
  ) {
    guard !touches.isEmpty else { return }
    guard !recognizer.hasDecided else {
      // A gesture that was decided on but is still blocked does not survive its touches.
      if phase == .cancelled { recognizer.end(because: .touchesCancelled(event.cancelReason)) }
      return
    }
    if outbox.wants.contains(.recognizerTouches) {
      let range = outbox.note(touches, in: recognizer.view)
      outbox.say(.recognizerTouches(phase, recognizer, range))
    }
    switch phase {
    case .began: recognizer.touchesBegan(touches, with: event)
    case .moved: recognizer.touchesMoved(touches, with: event)
    case .stationary: break
    case .ended: recognizer.touchesEnded(touches, with: event)
    case .cancelled where event.cancelReason == .contact && recognizer.goesOnWithoutTakenContacts:
      recognizer.touchesEnded(touches, with: event)
    case .cancelled:
      recognizer.touchesCancelled(touches, with: event)
      if !recognizer.hasDecided {
        recognizer.propose(
          .cancelled, because: .touchesCancelled(event.cancelReason), byItself: false)
      }
    }
  }

  // MARK: Order

  /// Deepest view first; at equal depth in tree order; on one view the last added first.
  ///
  /// It compares depths as they were when the order was made last.
  final func isServedBefore(_ one: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    guard let view = one.view, let otherView = other.view else { return one.view != nil }
    if view === otherView { return one.attachment > other.attachment }
    return one.depth == other.depth ? isBefore(view, otherView) : one.depth > other.depth
  }

  /// Whether a view comes before another of the same depth in tree order.
  private final func isBefore(_ one: View, _ other: View) -> Bool {
    var left = one
    var right = other
    while let leftParent = left.superview, let rightParent = right.superview,
      leftParent !== rightParent
    {
      left = leftParent
      right = rightParent
    }
    if left.superview != nil, right.superview != nil { return left.order < right.order }
    let windowOrder = windows.firstIndex { $0 === left || $0 === right }
    return windowOrder.map { windows[$0] === left } ?? false
  }

  /// Puts the active recognizers into the order of arbitration.
  final func sortActive() {
    orderIsStale = false
    if depthsAreStale {
      depthsAreStale = false
      for recognizer in active { recognizer.depth = recognizer.view?.depth ?? 0 }
    }
    guard active.count > 1 else { return }
    // Recognizers of one touch come in order already, and a sort finds that out in one pass.
    active.sort { isServedBefore($0, $1) }
  }
}

extension View {
  /// How many views lie around it.
  var depth: Int {
    var count = 0
    var ancestor = superview
    while let each = ancestor {
      count += 1
      ancestor = each.superview
    }
    return count
  }
}
