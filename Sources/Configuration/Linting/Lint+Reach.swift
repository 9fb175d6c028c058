// Views that handle touches and that no touch can meet.

import ConfigurationText
import ResponderKit

extension Lint {
  /// Warns of views that are transparent, empty or covered, each group of them once.
  func unreachable(in window: Window) {
    // Without a trace, hit-testing passes over what cannot answer, and leaves nothing in the
    // outbox.
    let outbox = tree.application.outbox
    let wants = outbox.wants
    outbox.wants = []
    visit(window, in: window)
    outbox.wants = wants
  }

  private func visit(_ view: View, in window: Window) {
    // A hidden or disabled view is meant to be so, and may be shown later; so is a page behind
    // another one.
    guard !view.isHidden, !view.isBehindPage, view.isUserInteractionEnabled else { return }
    if view.alpha <= tree.application.constants.hitTestAlphaLimit {
      warnIfAnythingListens(
        in: view, "because its alpha is \(plain(view.alpha)); set isHidden to hide it for a while")
      return
    }
    if isEmpty(view) {
      warnIfAnythingListens(
        in: view, "because its frame \(words(view.frame)) is empty; give it a width and a height")
      return
    }
    // A view that lets touches through is touched only where its subviews are.
    if listens(view), !view.isPassthrough, let cover = Cover(of: view, in: window) {
      warn(
        nodes[cover.covered.id],
        "\(never(cover.covered)) touched, because \"\(cover.front.id)\" lies in front of it and "
          + "takes its touches; put it further back, or let it be hit: { passthrough: true }")
      // Subviews of a covered view are not reported again.
      if cover.covered === view { return }
    }
    for child in view.subviews { visit(child, in: window) }
  }

  private func warnIfAnythingListens(in view: View, _ reason: String) {
    var isListening = false
    view.forEachInSubtree { if listens($0) { isListening = true } }
    if isListening { warn(nodes[view.id], "\(never(view)) touched, \(reason)") }
  }

  private func never(_ view: View) -> String {
    listens(view) ? "never" : "nothing in it is ever"
  }

  /// Whether a view contains no point.
  func isEmpty(_ view: View) -> Bool {
    let area = view.bounds.inset(by: view.hitInsets)
    return area.size.width <= 0 || area.size.height <= 0
  }

  // Whether touches in a view do anything.
  private func listens(_ view: View) -> Bool {
    !view.handles.isDisjoint(with: .touches) || view.passesOn || !view.gestureRecognizers.isEmpty
      || view is Control
  }
}

/// A view that is completely behind another one of its window.
private struct Cover {
  /// The view that is covered: the one looked at, or the largest around it that is covered, too.
  let covered: View
  /// The view in front of it.
  let front: View

  /// The view that covers another view; nil if a touch can hit the view, or if that is uncertain.
  init?(of view: View, in window: Window) {
    guard let area = Cover.area(of: view, in: window) else { return nil }
    // Nearly every view is hit in its middle.
    guard let hit = window.hitTest(Cover.middle(of: area), with: nil), hit !== view,
      !hit.isDescendant(of: view)
    else { return nil }
    let corners = Cover.corners(of: area)
    var found: (covered: View, front: View)?
    var candidate: View? = hit
    // Of several covers around each other, the outermost covers most.
    while let front = candidate, !view.isDescendant(of: front) {
      if Cover.isCover(front, of: view, corners, in: window) {
        var covered = view
        while let parent = covered.superview, !front.isDescendant(of: parent),
          let area = Cover.area(of: parent, in: window),
          Cover.isCover(front, of: parent, Cover.corners(of: area), in: window)
        {
          covered = parent
        }
        found = (covered, front)
      }
      candidate = front.superview
    }
    guard let found else { return nil }
    (covered, front) = found
  }

  // The part of a view that its superviews leave to be touched, in the window; nil for what is
  // turned, moves with scroll content, or is outside.
  private static func area(of view: View, in window: Window) -> Rect? {
    var area = view.bounds.inset(by: view.hitInsets)
    var current = view
    while current !== window {
      guard current.transform.isIdentity, let parent = current.superview else { return nil }
      let shift = current.convert(Point.zero, to: parent)
      area = Rect(
        x: area.minX + shift.x, y: area.minY + shift.y, width: area.size.width,
        height: area.size.height)
      area = Cover.shared(area, parent.bounds.inset(by: parent.hitInsets))
      guard area.size.width > 0, area.size.height > 0 else { return nil }
      current = parent
    }
    return area
  }

  private static func corners(of area: Rect) -> [Point] {
    let end = Cover.end(of: area)
    return [
      area.origin, Point(x: end.x, y: area.minY), end, Point(x: area.minX, y: end.y),
    ]
  }

  private static func middle(of area: Rect) -> Point { (area.origin + Cover.end(of: area)) / 2 }

  // The right and the lower edge are outside.
  private static func end(of area: Rect) -> Point {
    Point(x: area.maxX - area.size.width * 1e-6, y: area.maxY - area.size.height * 1e-6)
  }

  private static func shared(_ one: Rect, _ other: Rect) -> Rect {
    let (x, y) = (max(one.minX, other.minX), max(one.minY, other.minY))
    return Rect(
      x: x, y: y, width: min(one.maxX, other.maxX) - x, height: min(one.maxY, other.maxY) - y)
  }

  // Whether a view handles every touch at the corners, and so everywhere between them.
  private static func isCover(
    _ front: View, of view: View, _ corners: [Point], in window: Window
  ) -> Bool {
    guard !front.isPassthrough, front.hitRedirect == nil, !isPresented(front) else { return false }
    guard !scrolls(view, against: front), !scrolls(front, against: view) else { return false }
    var current: View? = front
    while let here = current, !view.isDescendant(of: here) {
      guard here.hitShape == .rectangle,
        corners.allSatisfy({ here.point(inside: here.convert($0, from: window), with: nil) })
      else { return false }
      current = here.superview
    }
    return true
  }

  // A controller is presented to be dismissed, and so is its container.
  private static func isPresented(_ view: View) -> Bool {
    var current: View? = view
    while let here = current {
      if here is PresentationContainer { return true }
      if here.viewController?.presentingViewController != nil { return true }
      current = here.superview
    }
    return false
  }

  // Whether a view moves against another one when a scroll view around it scrolls.
  private static func scrolls(_ view: View, against other: View) -> Bool {
    var current = view.superview
    while let here = current, !other.isDescendant(of: here) {
      if here is ScrollView { return true }
      current = here.superview
    }
    return false
  }
}
