// From a place on a device's surface to a place on its screen: the only stage that turns anything.
//
//     surface, 0 to 1 ─► calibration matrix ─► mirror ─► rotate ─► region of the screen, in points

package import Configuration
package import ResponderKit

/// From a place on a device's surface to a place on its screen.
package struct SurfaceMapping: Hashable, Sendable {
  /// The part of the screen that the surface covers, in points.
  package let region: Rect
  /// From units of the surface to points of the screen.
  package let transform: AffineTransform
  /// From points of the screen to units of the surface.
  package let wayBack: AffineTransform

  /// A map that calibrates, mirrors, rotates, and then fills a region.
  package init(
    region: Rect, matrix: CalibrationMatrix = .identity, mirror: Mirror = [],
    rotate: Rotation = .none
  ) {
    self.region = region
    let mirrored = AffineTransform(
      a: mirror.contains(.horizontal) ? -1 : 1, b: 0, c: 0,
      d: mirror.contains(.vertical) ? -1 : 1,
      tx: mirror.contains(.horizontal) ? 1 : 0, ty: mirror.contains(.vertical) ? 1 : 0)
    let rotated =
      switch rotate {
      case .none: AffineTransform.identity
      case .quarter: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
      case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
      case .threeQuarters: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
      }
    let placed = AffineTransform(
      a: region.size.width, b: 0, c: 0, d: region.size.height, tx: region.minX, ty: region.minY)
    transform = matrix.transform.concatenating(mirrored).concatenating(rotated)
      .concatenating(placed)
    // Only an empty region cannot be undone, and nothing is touched there.
    wayBack = transform.inverted ?? .identity
  }

  /// The position on the screen for a position on the surface; the surface's edges are in the
  /// region.
  package func point(_ x: Double, _ y: Double) -> Point {
    let point = transform.apply(to: Point(x: x, y: y))
    return Point(
      x: inside(point.x, region.minX, region.maxX), y: inside(point.y, region.minY, region.maxY))
  }

  /// A turn maps the surface's first value to exactly the far edge, which is no longer inside.
  private func inside(_ value: Double, _ minimum: Double, _ maximum: Double) -> Double {
    let rounding = (maximum - minimum) * 1e-9
    if value >= maximum, value <= maximum + rounding { return maximum.nextDown }
    if value < minimum, value >= minimum - rounding { return minimum }
    return value
  }
}
