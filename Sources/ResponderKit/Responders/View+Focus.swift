// Which views can have focus, and how an arrow moves it from one to another.

extension PressType {
  /// Where an arrow points on the screen; nil for other keys.
  var direction: Point? {
    switch self {
    case .leftArrow: Point(x: -1, y: 0)
    case .rightArrow: Point(x: 1, y: 0)
    case .upArrow: Point(x: 0, y: -1)
    case .downArrow: Point(x: 0, y: 1)
    default: nil
    }
  }
}

extension View {
  /// The first view in tree order that can have focus: this one, or one in it.
  final var firstFocusable: View? {
    guard isTouchable, !isInhibited else { return nil }
    if canBecomeFocused { return self }
    for child in subviews { if let first = child.firstFocusable { return first } }
    return nil
  }

  private final func forEachFocusable(_ body: (View) -> Void) {
    guard isTouchable, !isInhibited else { return }
    if canBecomeFocused { body(self) }
    for child in subviews { child.forEachFocusable(body) }
  }

  /// Moves the focus from this view where an arrow points; false if there is no view.
  ///
  /// Views beside this one across the arrow come only if no view lies straight ahead; of several, the
  /// nearest, and of equals the first in tree order.
  final func moveFocus(_ key: PressType) -> Bool {
    guard let application, let window, let way = key.direction else { return false }
    let own = extentOnScreen
    var best: (view: View, place: FocusPlace)?
    (presentation ?? window).forEachFocusable { view in
      guard view !== self, !view.liesBehind else { return }
      let place = FocusPlace(of: view.extentOnScreen, from: own, along: way)
      guard place.isAhead else { return }
      if best.map({ place.isBetter(than: $0.place) }) ?? true { best = (view, place) }
    }
    guard let best else { return false }
    application.focused = best.view
    return true
  }

  /// The smallest rectangle of the screen around the view.
  private final var extentOnScreen: Rect {
    var rect = extent(of: bounds)
    var ancestor = superview
    while let each = ancestor {
      rect = each.extent(of: rect)
      ancestor = each.superview
    }
    return rect
  }
}

/// Where a rectangle lies from another one, seen along an arrow.
private struct FocusPlace {
  // Places that differ by less are the same, but for rounding.
  private static let slack = 1e-6
  /// Whether it lies in the direction of the arrow: both its edges are farther, and all of it if it
  /// lies beside the way.
  let isAhead: Bool
  /// Whether it lies beside the way, and not on it.
  let isAside: Bool
  let distance: Double

  init(of other: Rect, from own: Rect, along way: Point) {
    let isHorizontal = way.y == 0
    let sign = isHorizontal ? way.x : way.y
    func extent(_ rect: Rect, _ isAlong: Bool) -> ClosedRange<Double> {
      isAlong == isHorizontal ? rect.minX...rect.maxX : rect.minY...rect.maxY
    }
    func edges(_ rect: Rect) -> (near: Double, far: Double) {
      let range = extent(rect, true)
      return sign > 0
        ? (range.lowerBound, range.upperBound) : (-range.upperBound, -range.lowerBound)
    }
    let mine = edges(own)
    let its = edges(other)
    let beside = extent(own, false)
    let itsBeside = extent(other, false)
    isAside =
      itsBeside.lowerBound > beside.upperBound - Self.slack
      || itsBeside.upperBound < beside.lowerBound + Self.slack
    isAhead =
      its.near > mine.near + Self.slack && its.far > mine.far + Self.slack
      && (!isAside || its.near > mine.far - Self.slack)
    distance =
      isAside ? own.center.distance(to: other.center) : its.near + its.far - mine.near - mine.far
  }

  func isBetter(than other: FocusPlace) -> Bool {
    isAside == other.isAside ? distance < other.distance - Self.slack : other.isAside
  }
}
