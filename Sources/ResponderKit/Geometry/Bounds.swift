// The range of every coordinate, length and factor: none is infinite, none is NaN.

/// Keeps coordinates, lengths and factors finite.
///
/// `Point`, `Size`, `EdgeInsets` and `AffineTransform` store no number outside of this range,
/// however they are computed. So no sum, product or conversion of them can overflow.
public enum Bounds {
  /// The range of numbers that geometry stores.
  @inlinable public static var range: ClosedRange<Double> { -1e9...1e9 }

  /// The nearest number in the range; 0 for NaN.
  @inlinable
  public static func nearest(_ number: Double) -> Double {
    number.magnitude <= 1e9 ? number : outside(number)
  }

  @usableFromInline
  static func outside(_ number: Double) -> Double {
    number.isNaN ? 0 : number < 0 ? range.lowerBound : range.upperBound
  }
}
