// Why a touch at a point would not reach a recognizer, answered before there is a touch.

/// A reason why a touch at a point does not reach a recognizer.
public enum Obstacle {
  /// The recognizer is on no view of the application.
  case notAttached
  /// The recognizer is disabled.
  case disabled
  /// The recognizer does not allow direct touches.
  case typeNotAllowed
  /// A view, the recognizer's own or an ancestor, refuses touches for itself and its subviews.
  case refused(by: View, Gate)
  /// The point is outside of a view, the recognizer's own or an ancestor.
  case outside(View)
  /// No window has a view at the point.
  case nothingHit
  /// Another view is hit, which is not in the recognizer's view.
  case hitElsewhere(View)
  /// The control that is hit protects its default action: the recognizer never begins there.
  case protected(by: View)
  /// The view that is hit vetoes the recognizer: it never begins there.
  case vetoed(by: View)

  /// What makes a view refuse touches.
  public enum Gate: String, Sendable {
    case hidden, page, interaction, alpha, control, inhibited, transform
  }

  /// The rule code of the obstacle.
  public var rule: String {
    switch self {
    case .notAttached, .disabled: "G2"
    case .typeNotAllowed: "T9"
    case .refused(_, .control): "H13"
    case .refused(_, .transform), .outside: "H4"
    case .refused: "H3"
    case .nothingHit: "H14"
    case .hitElsewhere: "D4"
    case .protected: "P8"
    case .vetoed: "G7"
    }
  }

  /// The view of the obstacle, if there is one.
  public var view: View? {
    switch self {
    case .notAttached, .disabled, .typeNotAllowed, .nothingHit: nil
    case .refused(let view, _), .outside(let view), .hitElsewhere(let view),
      .protected(let view), .vetoed(let view):
      view
    }
  }
}

extension Obstacle: CustomStringConvertible {
  /// The obstacle in words, to be read after the view's name if there is one.
  public var description: String {
    switch self {
    case .notAttached: "is not on a view of a visible window"
    case .disabled: "is disabled"
    case .typeNotAllowed: "does not allow direct touches"
    case .refused(_, .hidden): "is hidden"
    case .refused(_, .page): "is behind another page"
    case .refused(_, .interaction): "receives no touches: isUserInteractionEnabled is false"
    case .refused(_, .alpha): "is too transparent to be touched"
    case .refused(_, .control): "is a disabled control"
    case .refused(_, .inhibited): "is inhibited"
    case .refused(_, .transform): "has a transform without area"
    case .outside: "does not reach this point"
    case .nothingHit: "no view is hit there"
    case .hitElsewhere: "is hit instead"
    case .protected: "protects its default action, so the recognizer does not begin there"
    case .vetoed: "vetoes the recognizer, which does not begin there"
    }
  }
}

extension Application {
  /// All obstacles for a touch at a point of a screen; empty if a touch would reach the recognizer.
  public final func obstacles(
    to recognizer: GestureRecognizer, at point: Point, on screen: Screen?
  ) -> [Obstacle] {
    guard let view = recognizer.view, let window = view.window, window.shownBy === self else {
      return [.notAttached]
    }
    var found: [Obstacle] = []
    if !recognizer.isEnabled { found.append(.disabled) }
    if !recognizer.allowedTouchTypes.contains(.direct) { found.append(.typeNotAllowed) }
    var path: [View] = []
    var ancestor: View? = view
    while let each = ancestor {
      path.append(each)
      ancestor = each.superview
    }
    // From the window inwards; subviews of a view that refuses touches are not checked.
    for each in path.reversed() {
      if let gate = each.closedGate {
        found.append(.refused(by: each, gate))
        return found
      }
      if !each.point(inside: each.convert(point, from: nil), with: nil) {
        found.append(.outside(each))
        return found
      }
    }
    guard let hit = hitTest(point, on: screen, with: nil) else { return found + [.nothingHit] }
    if !hit.isDescendant(of: view) { found.append(.hitElsewhere(hit)) }
    if let inhibited = hit.inhibitingView { found.append(.refused(by: inhibited, .inhibited)) }
    if let veto = veto(by: hit, of: recognizer) { found.append(veto) }
    return found
  }

  // What a control protects depends on the way of the finger, except for taps.
  private final func veto(by hit: View, of recognizer: GestureRecognizer) -> Obstacle? {
    if recognizer is TapGestureRecognizer, hit.protects(against: recognizer) {
      return .protected(by: hit)
    }
    return hit.vetoes?(recognizer) == true ? .vetoed(by: hit) : nil
  }
}

extension View {
  fileprivate final var closedGate: Obstacle.Gate? {
    if isHidden { return .hidden }
    if isBehindPage { return .page }
    if !isUserInteractionEnabled { return .interaction }
    if isDisabled { return .control }
    if !isTouchable { return .alpha }
    return isInvertible ? nil : .transform
  }
}
