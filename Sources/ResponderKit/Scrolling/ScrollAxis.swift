// The two axes of scrolling, and the coordinates along them.

/// An axis of a scroll view, in the scroll view's coordinates.
enum ScrollAxis {
  case horizontal, vertical

  var crosswise: ScrollAxis {
    switch self {
    case .horizontal: .vertical
    case .vertical: .horizontal
    }
  }
}

/// What has a value along each axis.
protocol HasAxes {
  associatedtype Value
  var x: Value { get set }
  var y: Value { get set }
}

extension HasAxes {
  /// The value along an axis.
  subscript(axis: ScrollAxis) -> Value {
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
}

extension Point: HasAxes {
  /// The axis along which the vector is longer; the horizontal one when both are equal.
  var longerAxis: ScrollAxis { abs(x) >= abs(y) - 1e-9 ? .horizontal : .vertical }

  /// The part of the vector along an axis.
  func along(_ axis: ScrollAxis) -> Point {
    switch axis {
    case .horizontal: Point(x: x, y: 0)
    case .vertical: Point(x: 0, y: y)
    }
  }

  /// The part of a straight step that ends here, from 0 to 1, after which it first is so long; nil if
  /// it is shorter.
  func passing(_ limit: Double, in step: Point) -> Double? {
    guard length >= limit - 1e-9 else { return nil }
    let start = self - step
    let square = step.x * step.x + step.y * step.y
    let missing = limit * limit - start.x * start.x - start.y * start.y
    guard missing > 0, square > 0 else { return 0 }
    let inward = start.x * step.x + start.y * step.y
    return min(((inward * inward + square * missing).squareRoot() - inward) / square, 1)
  }
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
