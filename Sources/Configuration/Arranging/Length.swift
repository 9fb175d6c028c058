// A length that is not known before the parent is: of a view that its parent arranges.

import ResponderKit

/// So many points, so many millimetres, and a part of a whole.
struct Length: Hashable {
  var points = 0.0
  var millimeters = 0.0
  /// 1 is the whole.
  var part = 0.0

  static let whole = Length(part: 1)

  /// The length in points, where the parent has a size.
  func points(of whole: Double, _ pointsPerMillimeter: Double?) -> Double {
    let sum = points + millimeters * (pointsPerMillimeter ?? 0) + part * whole
    // A fifth of 480, three times, is 288; and parts of parts grow from view to view.
    let rounded = (sum * 1_000_000).rounded() / 1_000_000
    return min(max(rounded, Bounds.range.lowerBound), Bounds.range.upperBound)
  }

  static func + (one: Length, other: Length) -> Length {
    Length(
      points: one.points + other.points, millimeters: one.millimeters + other.millimeters,
      part: one.part + other.part)
  }

  static func * (length: Length, factor: Double) -> Length {
    Length(
      points: length.points * factor, millimeters: length.millimeters * factor,
      part: length.part * factor)
  }

  static func - (one: Length, other: Length) -> Length { one + other * -1 }
}
