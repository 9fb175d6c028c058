// Touches on moving content, and the time at which offsets are checked.

/// Stores the touches that stopped content, and the scroll views whose offsets must be checked.
final class ScrollCoordinator {
  unowned var application: Application!

  /// A touch that stopped content that was moving by itself.
  private struct Catch {
    let scrollView: ScrollView
    let touch: Touch
  }
  private var catches: ContiguousArray<Catch> = []
  private var unchecked: ContiguousArray<ScrollView> = []
  /// The number of scroll views whose content moves by itself.
  private(set) var moving = 0

  /// Counts scroll views whose content begins to move by itself, or comes to rest.
  func countMoving(_ change: Int) { moving += change }

  // MARK: Touches on moving content

  /// The outermost scroll view around a hit view, or the hit view itself, whose content moves by
  /// itself or is being dragged: a new touch is not delivered to the content.
  func scrollViewKeepingTouches(in view: View) -> ScrollView? {
    var answer: ScrollView?
    // The finger joins a pan that was handed over where its recognizer is.
    var joined: ScrollPanGestureRecognizer?
    var candidate = view as? ScrollView ?? view.enclosingScrollView
    while let each = candidate {
      let pan = each.panGestureRecognizer
      if pan.publicState.isBegun { joined = pan }
      let isDragged = each.drag.map { $0.pan !== joined } ?? false
      if each.keepsTouches || pan.publicState.isBegun || isDragged { answer = each }
      candidate = each.enclosingScrollView
    }
    return answer
  }

  /// Stops all content that moves by itself around the view of a new touch.
  func stopContent(under touch: Touch, around view: View) {
    let outbox = application.outbox
    if touch.view !== view, let owner = touch.view as? ScrollView,
      outbox.wants.contains(.explain)
    {
      outbox.append(
        .refused(
          touch, by: .responder(view),
          owner.keepsTouches ? .stopsContent(owner) : .joinsDrag(owner)))
    }
    var candidate = view as? ScrollView ?? view.enclosingScrollView
    while let each = candidate {
      if each.keepsTouches {
        each.catchContent()
        each.stop()
        each.report(.settled)
        catches.append(Catch(scrollView: each, touch: touch))
      } else if !each.isVisiblyMoving {
        each.finish()
      }
      candidate = each.enclosingScrollView
    }
  }

  /// Offers a touch that caught a page to the pans of the scroll views in it, too: along the other
  /// axis one of these may scroll at once.
  func offerInside(_ touch: Touch, around view: View) {
    guard let caught = touch.view as? ScrollView, caught.isPageCaught, isCaught(caught) else {
      return
    }
    var inner = view as? ScrollView ?? view.enclosingScrollView
    while let each = inner, each !== caught {
      application.arbitration.offer(touch, to: each.panGestureRecognizer, depth: each.depth)
      inner = each.enclosingScrollView
    }
  }

  /// Lets pages continue that the touches of a pan have caught, because another scroll view scrolls.
  func letGo(of pan: GestureRecognizer, for scrollView: ScrollView) {
    guard !catches.isEmpty else { return }
    let free = catches.filter {
      $0.scrollView !== scrollView && $0.scrollView.isPageCaught && pan.hasAccepted($0.touch)
    }
    for each in free {
      catches.removeAll { $0.scrollView === each.scrollView }
      each.scrollView.goOn()
    }
  }

  /// Brings stopped content to rest when the last finger on it has lifted.
  func releaseContent() {
    guard !catches.isEmpty else { return }
    let over = catches.filter { !$0.touch.isDown }
    guard !over.isEmpty else { return }
    catches.removeAll { !$0.touch.isDown }
    for each in over {
      let scrollView = each.scrollView
      let holder = application.liveTouches.first { $0.view?.isDescendant(of: scrollView) ?? false }
      if let holder {
        catches.append(Catch(scrollView: scrollView, touch: holder))
      } else if !isCaught(scrollView) {
        scrollView.comeToRest()
      }
    }
  }

  /// Brings content to rest that leaves its window.
  func stopContent(in root: View) {
    catches.removeAll { $0.scrollView.isDescendant(of: root) }
    root.forEachInSubtree { ($0 as? ScrollView)?.willLeaveApplication() }
  }

  /// Whether a touch holds the content where it stopped it.
  func isCaught(_ scrollView: ScrollView) -> Bool {
    catches.contains { $0.scrollView === scrollView }
  }

  // MARK: Offsets

  /// Requests a check of a scroll view's offset at the end of the turn; at once if no turn is
  /// running.
  func setNeedsCheck(_ scrollView: ScrollView) {
    unchecked.append(scrollView)
    hasChecks = true
    application.setNeedsUpdate()
  }

  /// Requests that the views under a resting pointer are found again at the end of the turn.
  func setNeedsHover() { hasChecks = true }

  /// Whether something is to be checked at the end of the turn.
  private(set) var hasChecks = false

  func checkLimits() {
    hasChecks = false
    guard !unchecked.isEmpty else { return }
    let scrollViews = unchecked
    unchecked.removeAll(keepingCapacity: true)
    for scrollView in scrollViews { scrollView.checkLimits() }
  }
}

extension Application {
  /// The number of scroll views whose content moves by itself.
  package final var movingScrollViews: Int { scrolling.moving }
}
