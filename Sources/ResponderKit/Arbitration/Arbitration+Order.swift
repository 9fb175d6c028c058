// The order in which recognizers receive touches and are recognized.

extension Arbitration {
  /// Whether one recognizer comes before the other: deepest view first; at equal depth in tree
  /// order; on one view the last added first.
  ///
  /// It compares the depths of the latest sort.
  func isServedBefore(_ one: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    guard let view = one.view, let otherView = other.view else { return one.view != nil }
    if view === otherView { return one.attachment > other.attachment }
    let depth = one.attempt.depth
    let otherDepth = other.attempt.depth
    return depth == otherDepth ? isBefore(view, otherView) : depth > otherDepth
  }

  /// Whether a view comes before another view of the same depth in tree order.
  private func isBefore(_ one: View, _ other: View) -> Bool {
    var left = one
    var right = other
    while let leftParent = left.superview, let rightParent = right.superview,
      leftParent !== rightParent
    {
      left = leftParent
      right = rightParent
    }
    if left.superview != nil, right.superview != nil { return left.order < right.order }
    let windows = application.windows
    let first = windows.first { $0 === left || $0 === right }
    return first.map { $0 === left } ?? false
  }
}

extension View {
  /// The number of ancestors of the view.
  var depth: Int {
    var count = 0
    var ancestor = superview
    while let each = ancestor {
      count += 1
      ancestor = each.superview
    }
    return count
  }
}
