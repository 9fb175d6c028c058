// Which views can have focus, and how a key moves it from one to another.

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

  /// Where a key points in the order of the tree; nil for other keys.
  var step: Int? {
    switch self {
    case .next: 1
    case .previous: -1
    default: nil
    }
  }
}

extension View {
  private final func forEachFocusable(exploring: Bool = false, _ body: (View) -> Void) {
    guard isTouchable, !isInhibited else { return }
    if exploring ? isAccessibilityElement : canBecomeFocused { body(self) }
    for child in subviews { child.forEachFocusable(exploring: exploring, body) }
  }

  /// The first view in tree order that can have focus: this one, or one in it.
  final var firstFocusable: View? {
    var first: View?
    forEachFocusable { first = first ?? $0 }
    return first
  }

  /// Moves the focus from this view where a key points; false if there is no view.
  final func moveFocus(_ key: PressType) -> Bool {
    if let step = key.step { return moveFocus(by: step) }
    return key.direction.map { moveFocus(along: $0) } ?? false
  }

  // Calls with what can have the focus in this view; a group in it counts as one.
  private final func forEachStop(_ body: (View) -> Void) {
    for child in subviews where child.isTouchable && !child.isInhibited {
      if child.isFocusGroup, child.firstFocusable != nil {
        body(child)
      } else {
        if child.canBecomeFocused { body(child) }
        child.forEachStop(body)
      }
    }
  }

  /// Moves the focus from a group to the first view in it.
  final func enterFocusGroup() -> Bool {
    guard isFocusGroup, let application else { return false }
    var first: View?
    forEachStop { if first == nil, !$0.liesBehind { first = $0 } }
    first?.takeFocus(of: application)
    return first != nil
  }

  /// Moves the focus to the next view in tree order, or the one before; after the last one comes the
  /// group that they are in, or without one the first. Without this view among them it begins there.
  /// Fingers that explore come to texts, too, and know no groups.
  final func moveFocus(by step: Int, exploring: Bool = false) -> Bool {
    guard let application, let window else { return false }
    let all = presentation ?? window
    let around = sequence(first: self) { $0 === all ? nil : $0.superview }.dropFirst()
    let group = exploring ? nil : around.first { $0.isFocusGroup }
    var views: ContiguousArray<View> = []
    let add: (View) -> Void = { if !$0.liesBehind { views.append($0) } }
    if exploring {
      all.forEachFocusable(exploring: true, add)
    } else if let group {
      group.forEachStop(add)
      add(group)
    } else if all.isTouchable, !all.isInhibited {
      if all.canBecomeFocused { add(all) }
      all.forEachStop(add)
    }
    guard !views.isEmpty else { return false }
    let own = views.firstIndex { $0 === self } ?? (step > 0 ? -1 : 0)
    let view = views[(own + step + views.count) % views.count]
    if view !== self { view.takeFocus(of: application) }
    if exploring { application.zones.zone(of: view).explore(view) }
    return view !== self
  }

  /// It goes to the nearest view straight ahead, or if there is none, to the nearest that lies
  /// farther than this one and to a side; of equals, to the first in tree order.
  private final func moveFocus(along way: Point) -> Bool {
    guard let application, let window else { return false }
    let own = Lane(extentOnScreen, along: way)
    var best: (view: View, isAside: Bool, distance: Double)?
    (presentation ?? window).forEachFocusable { view in
      let its = Lane(view.extentOnScreen, along: way)
      let isAside = its.low >= own.high || its.high <= own.low
      guard its.near > own.near, its.far > own.far, !isAside || its.near >= own.far,
        !view.liesBehind
      else { return }
      let distance = isAside ? own.middle.distance(to: its.middle) : its.middle.x - own.middle.x
      if let best, best.isAside == isAside ? best.distance <= distance : isAside { return }
      best = (view, isAside, distance)
    }
    guard let best else { return false }
    best.view.takeFocus(of: application)
    return true
  }

  /// A finger has come to the view: content stays under it, and the window is key if the focus of
  /// another one is in front.
  final func becomeExplored(in application: Application) {
    let zone = application.zones.zone(of: self)
    zone.explore(self)
    if zone.focused !== self { zone.makeKey(window) }
  }

  // What has the focus is seen: content around it that is at rest moves there.
  private final func takeFocus(of application: Application) {
    application.focused = self
    var rect = bounds
    for view in sequence(first: self, next: { $0.superview }) {
      if view !== self { (view as? ScrollView)?.scrollToShow(rect) }
      rect = view.extent(of: rect)
    }
  }

  /// The smallest rectangle of the screen around the view.
  private final var extentOnScreen: Rect {
    sequence(first: self) { $0.superview }.reduce(bounds) { $1.extent(of: $0) }
  }
}

/// A rectangle as an arrow sees it: from where to where it lies along the arrow, and across it.
private struct Lane {
  let near, far, low, high: Double

  var middle: Point { Point(x: (near + far) / 2, y: (low + high) / 2) }

  init(_ rect: Rect, along way: Point) {
    // Turned views lie on whole coordinates but for rounding.
    func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }
    let x = (rounded(rect.minX), rounded(rect.maxX))
    let y = (rounded(rect.minY), rounded(rect.maxY))
    let along = way.y == 0 ? x : y
    (low, high) = way.y == 0 ? y : x
    (near, far) = way.x + way.y > 0 ? along : (-along.1, -along.0)
  }
}
