// What fingers on moving content mean, and the moment at which offsets are checked.

/// A finger that stopped content that moved by itself.
struct ContentCatch {
  let scrollView: ScrollView
  let touch: Touch
}

extension Application {
  // MARK: Fingers on moving content

  /// The outermost scroll view around a hit view, or the hit view itself, whose content moves by
  /// itself or is being dragged: a new touch is its own and does not reach the content.
  final func scrollViewKeepingTouches(in view: View) -> ScrollView? {
    var answer: ScrollView?
    var candidate = view as? ScrollView ?? view.enclosingScrollView
    while let each = candidate {
      if each.isDecelerating || each.panGestureRecognizer.publicState.isBegun { answer = each }
      candidate = each.enclosingScrollView
    }
    return answer
  }

  /// A new touch stops all content that moves by itself around the view it landed on.
  final func stopContent(under touch: Touch, around view: View) {
    if touch.view !== view, let owner = touch.view as? ScrollView,
      outbox.wants.contains(.explain)
    {
      outbox.say(
        .refused(
          touch, by: .responder(view),
          owner.isDecelerating ? .stopsContent(owner) : .joinsDrag(owner)))
    }
    var candidate = view as? ScrollView ?? view.enclosingScrollView
    while let each = candidate {
      if each.isDecelerating {
        each.stop()
        each.report(.settled)
        catches.append(ContentCatch(scrollView: each, touch: touch))
      }
      candidate = each.enclosingScrollView
    }
  }

  /// Lets caught content come to rest when the last finger on it has lifted.
  final func releaseContent() {
    let over = catches.filter { !$0.touch.isDown }
    guard !over.isEmpty else { return }
    catches.removeAll { !$0.touch.isDown }
    for each in over {
      let scrollView = each.scrollView
      let holder = liveTouches.first { $0.view?.isDescendant(of: scrollView) ?? false }
      if let holder {
        catches.append(ContentCatch(scrollView: scrollView, touch: holder))
      } else if !catches.contains(where: { $0.scrollView === scrollView }) {
        scrollView.comeToRest()
      }
    }
  }

  /// Content that leaves its window comes to rest.
  final func stopContent(in root: View) {
    catches.removeAll { $0.scrollView.isDescendant(of: root) }
    root.forEachInSubtree { ($0 as? ScrollView)?.willLeaveApplication() }
  }

  // MARK: Offsets

  /// Has a scroll view's offset checked when the running turn ends; at once where none is running.
  final func checkLimits(of scrollView: ScrollView) {
    uncheckedScrollViews.append(scrollView)
    settleSoon()
  }

  final func checkScrollViews() {
    guard !uncheckedScrollViews.isEmpty else { return }
    let scrollViews = uncheckedScrollViews
    uncheckedScrollViews.removeAll(keepingCapacity: true)
    for scrollView in scrollViews { scrollView.checkLimits() }
  }

  // MARK: Controls

  /// Ends the tracking of controls in a subtree that take no touches any more.
  final func stopTracking(in root: View) {
    guard !delivery.tracked(in: root).isEmpty else { return }
    guard isInTurn else { return perform(at: now) { delivery.stopTracking(in: root) } }
    delivery.stopTracking(in: root)
  }
}
