// The invariants between two turns; tests check them after every step.

extension Application {
  /// A sentence for every broken invariant; empty if there is none.
  public final func checkInvariants() -> [String] {
    var broken: [String] = []
    if turn.isRunning { broken.append("asked inside a turn") }
    for touch in liveTouches {
      if !touch.isDown { broken.append("touch \(touch.id) is live and lifted") }
      if touch.progress != .finished, touch.progress != .refused,
        touch.view?.liesBehindPage ?? false
      {
        broken.append("touch \(touch.id) continues on a page behind another one")
      }
      if touch.progress == .pending { broken.append("touch \(touch.id) was never decided on") }
    }
    for press in livePresses where press.target.liesBehind {
      broken.append("press \(press.id) continues behind a page or modal presentation")
    }
    for item in delivery.owed where !item.isOwed {
      broken.append("touch or press \(item.id) is kept after its delivery is finished")
    }
    for item in delivery.owed {
      if item.progress == .beganHeld, delivery.holderOfBegan(item) == nil {
        broken.append("no recognizer holds the held began of \(item.id)")
      }
      if item.progress == .endedHeld, delivery.holderOfEnded(item) == nil {
        broken.append("no recognizer holds the held ended of \(item.id)")
      }
      if item.progress == .delivered, !item.isDown {
        broken.append("\(item.id) is over, but its view has not received the end")
      }
    }
    for recognizer in arbitration.active {
      if recognizer.publicState.isFinished {
        broken.append("\(recognizer.id) is finished and was not reset")
      }
      if !recognizer.attempt.isActive { broken.append("\(recognizer.id) is listed and not active") }
      for touch in recognizer.touches
      where !touch.gestureRecognizers.contains(where: { $0 === recognizer }) {
        broken.append("\(recognizer.id) has touch \(touch.id), which does not list it")
      }
    }
    for (last, recognizer) in zip(arbitration.active, arbitration.active.dropFirst())
    where !arbitration.due.contains(.order) && !arbitration.isServedBefore(last, recognizer) {
      broken.append("\(recognizer.id) is out of order")
    }
    for window in windows {
      window.forEachInSubtree { view in
        if let scrollView = view as? ScrollView { broken += brokenPromises(of: scrollView) }
        let presses = view.gestureRecognizers.lazy.compactMap { $0 as? LongPressGestureRecognizer }
        if view.isLifted != presses.contains(where: { $0.session != nil }) {
          broken.append("\(view.id) is \(view.isLifted ? "" : "not ")lifted")
        }
        if view.isBehindPage != isBehindPage(view) {
          broken.append("\(view.id) is \(view.isBehindPage ? "" : "not ")behind a page")
        }
      }
    }
    if liveTouches.isEmpty && livePresses.isEmpty && deadline == nil && hover.isIdle {
      // A recognizer class from outside of the engine may stay possible; that is its own error.
      for recognizer in arbitration.active
      where recognizer.publicState != .possible && recognizer.startsWithBegan {
        broken.append("\(recognizer.id) continues with no finger down and no timer running")
      }
      // A stuck recognizer holds back its own phases, and those of recognizers that wait for it.
      for item in delivery.owed
      where !arbitration.active.contains(where: { $0.attempt.hasReportedStuck }) {
        broken.append("a phase of \(item.id) is held with no finger down and no timer running")
      }
    }
    return broken
  }

  private final func isBehindPage(_ view: View) -> Bool {
    guard view.viewController != nil,
      let navigation = view.superview?.viewController as? NavigationController
    else { return false }
    return navigation.topViewController?.view !== view
  }

  /// Checks that resting content is within its limits and needs no finger and no timer.
  private final func brokenPromises(of scrollView: ScrollView) -> [String] {
    var broken: [String] = []
    let id = scrollView.id
    let isHeld = scrolling.isCaught(scrollView)
    if !scrollView.isHeld, !scrollView.isDecelerating, !isHeld, !scrollView.isWithinLimits {
      broken.append("the content of \(id) rests beyond its limits")
    }
    let pan = scrollView.panGestureRecognizer
    let isDraggedByOther = scrollView.drag.map { $0.pan !== pan && $0.pan.publicState.isBegun }
    if !(isDraggedByOther ?? false),
      scrollView.isDragging != (pan.draggedScrollView === scrollView && pan.publicState.isBegun)
    {
      broken.append("\(id) and its pan do not agree on whether content is dragged")
    }
    if !scrollView.place.isNear(scrollView.reported) {
      broken.append("the content of \(id) has moved without a record")
    }
    if let zoomView = scrollView.zoomView, zoomView.superview === scrollView,
      zoomView.unzoomedTransform == .identity,
      zoomView.transform != AffineTransform(scaleX: scrollView.scale, y: scrollView.scale)
    {
      broken.append("\(zoomView.id) has not the scale of \(id)")
    }
    if scrollView.isDecelerating, !scrollView.stepTimer.isRunning {
      broken.append("the content of \(id) moves by itself without a timer")
    }
    if !scrollView.zoomScale.isFinite || scrollView.zoomScale <= 0 {
      broken.append("\(id) has the scale \(scrollView.zoomScale)")
    }
    return broken
  }
}
