// Warnings for settings that are allowed, but rarely meant.

import ConfigurationText
import ResponderKit

/// Looks through a tree for what its owner will wonder about.
struct Lint {
  let tree: Tree
  let reader: Reader
  /// Where everything that has a name is written.
  let nodes: NamedNodes

  /// Adds a warning for everything doubtful.
  func run(_ root: Node) {
    if tree.application.windows.isEmpty {
      warn(root, "there are no windows, so no touch meets anything; add application.windows")
    }
    for cycle in WaitingCycles.find(in: tree) {
      let names = (cycle + cycle.prefix(1)).map(\.id).joined(separator: " → ")
      warn(
        nodes[cycle[0].id],
        "waits in a cycle, which ends only when one of them fails by itself: \(names)")
    }
    focusWithoutKeys(root["focused"])
    touchesWithoutEnd(for: tree.application)
    if let delegate = tree.application.delegate as? Responder { touchesWithoutEnd(for: delegate) }
    for window in tree.application.windows {
      unreachable(in: window)
      window.forEachInSubtree { view in
        deadRegion(view)
        touchesWithoutEnd(for: view)
        if let controller = view.viewController { touchesWithoutEnd(for: controller) }
        if let control = view as? Control {
          unperformedActions(of: control)
          deadParts(of: control, in: control)
        }
        if let scrollView = view as? ScrollView { idleDoubleTap(on: scrollView) }
        let recognizers = view.gestureRecognizers
        if recognizers.count > 1 { warnOfEarlyTaps(on: view) }
        for recognizer in recognizers {
          silent(recognizer, on: view)
          if let edgePan = recognizer as? ScreenEdgePanGestureRecognizer {
            silentEdge(edgePan, on: view, in: window)
          }
          slowControls(recognizer, on: view)
          swipeUnderPan(recognizer, on: view)
        }
      }
    }
  }

  /// Adds a warning at the line of an id.
  func warn(_ node: Node?, _ message: String) {
    guard let node else { return }
    reader.complain(node.complaint(message, severity: .warning))
  }

  // MARK: Views

  // Parts of a view that stick out of its superview are never touched.
  private func deadRegion(_ view: View) {
    guard let parent = view.superview, view.isUserInteractionEnabled,
      parent.hitShape == .rectangle, !isEmpty(parent)
    else { return }
    var live = parent.bounds.inset(by: parent.hitInsets)
    if let scrollView = parent as? ScrollView {
      live = live.union(Rect(origin: .zero, size: scrollView.zoomedContentSize))
    }
    let frame = view.frame
    // Rounding of percentages is no error.
    let slack = 0.5
    guard
      frame.minX < live.minX - slack || frame.minY < live.minY - slack
        || frame.maxX > live.maxX + slack || frame.maxY > live.maxY + slack
    else { return }
    let isOutside =
      frame.minX >= live.maxX || frame.maxX <= live.minX || frame.minY >= live.maxY
      || frame.maxY <= live.minY
    warn(
      nodes[view.id],
      isOutside
        ? "never touched, because it lies outside of \"\(parent.id)\""
        : "never touched where it sticks out of \"\(parent.id)\" (\(words(frame)) in "
          + "\(words(live)))")
  }

  // What is in front in the key window has the keys; what is behind it has focus when it returns.
  private func focusWithoutKeys(_ node: Node?) {
    for node in node?.oneOrMore ?? [] {
      guard let name = node.scalar?.text,
        case .responder(let responder) = tree.registry[name], !responder.liesBehind,
        !responder.isFocused
      else { continue }
      warn(
        node,
        "\"\(name)\" receives no presses, because the key window shows a page or a modal "
          + "presentation, and they go there; focus a view of the key window")
    }
  }

  // Content of one scale has no other one to zoom to.
  private func idleDoubleTap(on scrollView: ScrollView) {
    guard scrollView.zoomOnDoubleTap, !scrollView.canZoom else { return }
    warn(
      nodes[scrollView.id],
      "zoomOnDoubleTap has no effect; set a maximumZoomScale above the minimumZoomScale")
  }

  func words(_ rect: Rect) -> String {
    let numbers = [rect.minX, rect.minY, rect.size.width, rect.size.height]
    return "[" + numbers.map { plain(($0 * 10).rounded() / 10) }.joined(separator: ", ") + "]"
  }

  // MARK: Recognizers

  // A recognizer on a view that no touch can meet is never given one.
  private func silent(_ recognizer: GestureRecognizer, on view: View) {
    var current: View? = view
    while let here = current {
      if !here.isUserInteractionEnabled {
        warn(
          nodes[recognizer.id],
          "never receives a touch, because \"\(here.id)\" has isUserInteractionEnabled: false")
        return
      }
      current = here.superview
    }
  }

  // Touches at an edge meet a window that lets them all through only if a gate gives them to it.
  private func silentEdge(
    _ edgePan: ScreenEdgePanGestureRecognizer, on view: View, in window: Window
  ) {
    guard !tree.screens.contains(where: { $0.edgeGate?.window == window.id }) else { return }
    var takesTouches = false
    view.forEachInSubtree { takesTouches = takesTouches || !$0.isPassthrough }
    guard !takesTouches else { return }
    warn(
      nodes[edgePan.id],
      "never receives a touch, because everything in \"\(view.id)\" lets touches through; name the "
        + "window in the screen's edgeGate: { window: \(window.id) }")
  }

  // A recognizer that waits for a second tap holds back the lift of every first one.
  private func slowControls(_ recognizer: GestureRecognizer, on view: View) {
    guard let tap = recognizer as? TapGestureRecognizer, tap.numberOfTapsRequired > 1,
      tap.numberOfTouchesRequired == 1, tap.delaysTouchesEnded
    else { return }
    var slow: [String] = []
    view.forEachInSubtree { below in
      guard below is Control, !(tap.configured?.shouldReceive.deniesAll(of: below) ?? false)
      else { return }
      slow.append(below.id)
    }
    guard !slow.isEmpty else { return }
    let names = slow.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
    let more = slow.count > 3 ? " and \(slow.count - 3) more" : ""
    let delay = Int((tap.maximumTapInterval * 1000).rounded())
    warn(
      nodes[tap.id],
      "makes \(names)\(more) answer \(delay) ms late, waiting for the next tap; set "
        + "delaysTouchesEnded: false, or shouldReceive: [{deny: {view: {isControl: true}}}]")
  }

  // A pan begins long before a swipe is long enough, and then excludes it.
  private func swipeUnderPan(_ recognizer: GestureRecognizer, on view: View) {
    guard let swipe = recognizer as? SwipeGestureRecognizer else { return }
    for other in relatives(of: view) {
      guard let threshold = other.dragThreshold(for: swipe),
        Relation.between(other, swipe) == .excludes
      else { continue }
      warn(
        nodes[swipe.id],
        "never recognized, because \"\(other.id)\" begins after \(plain(threshold)) pt and "
          + "excludes it; let it be requiredToFailBy: [\(other.id)]")
    }
  }

  // The recognizers on a view, on its ancestors, and on everything in it.
  private func relatives(of view: View) -> [GestureRecognizer] {
    var result: [GestureRecognizer] = []
    view.forEachInSubtree { result += $0.gestureRecognizers }
    var current = view.superview
    while let here = current {
      result += here.gestureRecognizers
      current = here.superview
    }
    return result
  }
}
