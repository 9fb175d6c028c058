// The default of hit-testing: gates, inside, children from the front.

extension View {
  /// Whether touches may meet it at all.
  var isTouchable: Bool {
    mayBeTouchable && (alpha >= 1 || alpha > (application?.constants.hitTestAlphaLimit ?? 0.01))
  }

  /// Whether touches may meet it, its alpha aside: the limit of that can change at any time.
  var mayBeTouchable: Bool { isUserInteractionEnabled && !isHidden && !isDisabled }

  final func gateChanged() {
    superview?.index?.childChanged(self)
    window?.shownBy?.hover.viewDidClose()
  }

  final func defaultHitTest(_ point: Point, with event: Event?) -> View? {
    let outbox = application?.hitTrace
    outbox?.append(.hitTest(self))
    guard isTouchable else { return nil }
    let isInside = self.point(inside: point, with: event)
    outbox?.append(.pointInside(self, isInside))
    guard isInside else { return nil }
    // With a trace every child is asked; without, those that cannot answer are passed over.
    if outbox == nil, let index {
      if let hit = index.hitTest(point, with: event) { return hit }
    } else {
      for child in subviews.reversed() {
        if let hit = child.hitTest(child.fromSuperview(point), with: event) { return hit }
      }
    }
    return isPassthrough ? nil : (exceptions?.hitRedirect ?? self)
  }

  /// The view, itself or around it, that is inhibited.
  final var inhibitingView: View? {
    var ancestor: View? = self
    while let each = ancestor, !each.isInhibited { ancestor = each.superview }
    return ancestor
  }

  /// Whether neither it nor anything around it is hidden.
  final var isShown: Bool {
    var ancestor: View? = self
    while let each = ancestor {
      if each.isHidden { return false }
      ancestor = each.superview
    }
    return true
  }

  /// The scroll view nearest around it whose content it belongs to.
  final var enclosingScrollView: ScrollView? {
    var ancestor = superview
    while let each = ancestor {
      if let scrollView = each as? ScrollView { return scrollView }
      ancestor = each.superview
    }
    return nil
  }
}
