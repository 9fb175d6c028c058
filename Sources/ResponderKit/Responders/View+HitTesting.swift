// The default hit test: properties, shape, subviews from the front.

extension View {
  /// Whether the view can be hit.
  var isTouchable: Bool {
    mayBeTouchable && (alpha >= 1 || alpha > (application?.constants.hitTestAlphaLimit ?? 0.01))
  }

  /// Whether the view can be hit, without its alpha, whose limit can change at any time.
  var mayBeTouchable: Bool {
    isUserInteractionEnabled && !isHidden && !isDisabled && !isBehindPage && !isLifted
  }

  final func hitTestChanged() { superview?.index?.childChanged(self) }

  final func gateChanged() {
    hitTestChanged()
    window?.shownBy?.hover.viewDidClose()
    window?.shownBy?.zones.setNeedsReport()
  }

  /// Whether the questions of a hit test are reported.
  private var isHitTestTraced: Bool {
    window?.shownBy?.outbox.wants.contains(.hitTest) ?? false
  }

  final func defaultHitTest(_ point: Point, with event: Event?) -> View? {
    let outbox = isHitTestTraced ? application?.outbox : nil
    outbox?.append(.hitTest(self))
    guard isTouchable else { return nil }
    let isInside = self.point(inside: point, with: event)
    outbox?.append(.pointInside(self, isInside))
    guard isInside else { return nil }
    // With a trace every subview is asked; without one, subviews that cannot be hit are skipped.
    if outbox == nil, let index {
      if let hit = index.hitTest(point, with: event) { return hit }
    } else {
      for child in subviews.reversed() {
        if let hit = child.hitTest(child.fromSuperview(point), with: event) { return hit }
      }
    }
    // A page behind another one is as if it were in no window (H18).
    let other = hitRedirect.flatMap { $0.window == nil || $0.liesBehindPage ? nil : $0 }
    guard isPassthrough || other != nil else { return self }
    let answer = isPassthrough ? nil : other
    outbox?.append(.answered(self, with: answer))
    return answer
  }

  /// The view itself or an ancestor that is inhibited.
  final var inhibitingView: View? {
    var ancestor: View? = self
    while let each = ancestor, !each.isInhibited { ancestor = each.superview }
    return ancestor
  }

  /// Whether neither the view nor an ancestor is hidden, or a page behind another one.
  final var isShown: Bool {
    var ancestor: View? = self
    while let each = ancestor {
      if each.isHidden || each.isBehindPage { return false }
      ancestor = each.superview
    }
    return true
  }

  /// The innermost scroll view of whose content the view is a part.
  final var enclosingScrollView: ScrollView? {
    var ancestor = superview
    while let each = ancestor {
      if let scrollView = each as? ScrollView { return scrollView }
      ancestor = each.superview
    }
    return nil
  }
}
