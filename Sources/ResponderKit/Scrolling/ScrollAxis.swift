// The two axes of scrolling, and the coordinates along them.

/// An axis of a scroll view, in the scroll view's coordinates.
enum ScrollAxis { case horizontal, vertical }

extension Point {
  /// The coordinate along an axis.
  subscript(axis: ScrollAxis) -> Double {
    get {
      switch axis {
      case .horizontal: x
      case .vertical: y
      }
    }
    set {
      switch axis {
      case .horizontal: x = newValue
      case .vertical: y = newValue
      }
    }
  }

  /// The axis along which the vector is longer; the vertical one when both are equal.
  var longerAxis: ScrollAxis { abs(x) > abs(y) ? .horizontal : .vertical }
}

extension Size {
  /// The length along an axis.
  subscript(axis: ScrollAxis) -> Double {
    switch axis {
    case .horizontal: width
    case .vertical: height
    }
  }
}

extension ClosedRange<Double> {
  /// The number of the range that is closest to another number.
  func nearest(to number: Double) -> Double { Swift.min(Swift.max(number, lowerBound), upperBound) }
}
