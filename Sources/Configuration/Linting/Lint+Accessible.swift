// Warnings about what some people cannot do: gestures without another way, and small targets.

import ConfigurationText
import Protocol
import ResponderKit

extension Lint {
  /// Warns of gestures that no key and no control replaces, and of targets that are too small.
  func accessible(_ screens: [ScreenSettings], _ screenNodes: Node) {
    for screen in screens where screen.physicalSize == nil && !tree.isInside {
      warn(
        screenNodes[screen.id] ?? screenNodes,
        "no target on it is measured, because its size in millimetres is unknown; write "
          + "physicalSize: [WIDTH, HEIGHT]")
    }
    for window in tree.application.windows {
      let screen = screens.first { $0.id == (window.screen ?? tree.screens.first)?.id }
      window.forEachInSubtree { view in
        for recognizer in view.gestureRecognizers { irreplaceable(recognizer, on: view) }
        if let screen, screen.physicalSize != nil { small(view, in: window, screen) }
      }
    }
  }

  // MARK: Gestures

  private func irreplaceable(_ recognizer: GestureRecognizer, on view: View) {
    guard let demand = demand(of: recognizer, on: view),
      view.handles.isDisjoint(with: .presses)
    else { return }
    let names = recognizer.configured?.replacedBy ?? []
    let node = nodes[recognizer.id] ?? nodes[view.id]
    if names.isEmpty {
      warn(
        node,
        "\(demand), and nothing replaces it; name the controls, or views with a tap or presses, that "
          + "do the same: replacedBy: [ID]")
    }
    for name in names where !isEasy(name) {
      warn(
        node,
        "\(demand), and \"\(name)\", which replaces it, has neither a tap of one finger nor presses; "
          + "name a control")
    }
  }

  /// What a gesture demands that some hands cannot, with the clauses; nil if it demands nothing.
  private func demand(of recognizer: GestureRecognizer, on view: View) -> String? {
    if recognizer is ScrollPinchGestureRecognizer, let scrollView = view as? ScrollView,
      scrollView.zoomOnDoubleTap || !scrollView.canZoom
    {
      return nil
    }
    if recognizer.requiredTouches > 1 {
      return "needs \(recognizer.requiredTouches) fingers (EN 301 549 5.9, WCAG 2.5.1)"
    }
    let drag = "needs a drag (WCAG 2.5.7)"
    switch recognizer {
    case is ScrollPanGestureRecognizer:
      return (view as? ScrollView)?.isScrollEnabled ?? false ? drag : nil
    case is ScreenEdgePanGestureRecognizer, is SwipeGestureRecognizer, is PathGestureRecognizer:
      return "needs a stroke along a path (WCAG 2.5.1)"
    case is PanGestureRecognizer, is TransformGestureRecognizer: return drag
    case let press as LongPressGestureRecognizer: return press.drags ? drag : nil
    default: return nil
    }
  }

  // Whether one finger that taps, a switch or a key operates it.
  private func isEasy(_ name: String) -> Bool {
    guard case .responder(let responder) = tree.registry[name] else { return false }
    return responder is Control || !responder.handles.isDisjoint(with: .presses)
      || (responder as? View).map(isTapped) ?? false
  }

  private func isTapped(_ view: View) -> Bool {
    view.gestureRecognizers.contains {
      ($0 as? TapGestureRecognizer)?.numberOfTouchesRequired == 1
    }
  }

  // MARK: Targets

  // The number of its parts that are touched one by one.
  private func parts(of view: View) -> Int {
    let kind = ViewKind(of: view)
    let parts = ControlFacts.all[kind.rawValue]?.parts
    guard let key = parts?.string else { return parts?.int ?? 1 }
    return kind.ownKeys.first { $0.name == key }?.usual(view)?.int ?? 1
  }

  private func small(_ view: View, in window: Window, _ screen: ScreenSettings) {
    guard view is Control || isTapped(view), view.superview != nil,
      let density = window.screen?.pointsPerMillimeter ?? tree.screens.first?.pointsPerMillimeter
    else { return }
    let area = view.bounds.inset(by: view.hitInsets)
    let parts = parts(of: view)
    // A turned or scaled view is as large as its sides are on the screen.
    let corner = view.convert(area.origin, to: nil)
    func side(_ x: Double, _ y: Double) -> Double {
      view.convert(area.origin + Point(x: x, y: y), to: nil).distance(to: corner) / density
    }
    let (width, height) = (side(area.size.width / Double(parts), 0), side(0, area.size.height))
    // Rounding is no error.
    guard min(width, height) < screen.minimumTarget - 0.05 else { return }
    func tenths(_ number: Double) -> String { plain((number * 10).rounded() / 10) }
    warn(
      nodes[view.id],
      "\(parts > 1 ? "a part of it" : "it") is \(tenths(width)) mm × \(tenths(height)) mm, smaller than the "
        + "minimumTarget of \(tenths(screen.minimumTarget)) mm; enlarge its frame, or what is touched "
        + "with hit: { inset: -N }")
  }
}
