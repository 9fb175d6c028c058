// The transform that maps some points to others with the least error.

/// Pairs of points, and the transforms that fit them best.
struct PointPairs {
  private var count = 0.0
  private var from = Point.zero
  private var to = Point.zero
  // Sums of products, about the origin.
  private var xx = 0.0
  private var xy = 0.0
  private var yy = 0.0
  private var xu = 0.0
  private var xv = 0.0
  private var yu = 0.0
  private var yv = 0.0

  mutating func append(_ source: Point, _ target: Point) {
    count += 1
    from += source
    to += target
    xx += source.x * source.x
    xy += source.x * source.y
    yy += source.y * source.y
    xu += source.x * target.x
    xv += source.x * target.y
    yu += source.y * target.x
    yv += source.y * target.y
  }

  /// The best translation.
  var translation: AffineTransform {
    count == 0 ? .identity : AffineTransform(translation: (to - from) / count)
  }

  /// The best rotation with uniform scaling and translation; with fewer than two pairs, a
  /// translation.
  var similarity: AffineTransform {
    guard count > 1 else { return translation }
    let (sxx, _, syy) = spread
    let spreadAll = sxx + syy
    guard spreadAll > 1e-9 else { return translation }
    let (suu, suv, svu, svv) = product
    let a = (suu + svv) / spreadAll
    let b = (suv - svu) / spreadAll
    return carryingMiddle(AffineTransform(a: a, b: b, c: -b, d: a, tx: 0, ty: 0))
  }

  /// The best affine transform; where the points are on one line, the best similarity.
  var affine: AffineTransform {
    let (sxx, sxy, syy) = spread
    let determinant = sxx * syy - sxy * sxy
    guard count > 2, determinant > 1e-6 * (sxx + syy) * (sxx + syy) else { return similarity }
    let (suu, suv, svu, svv) = product
    return carryingMiddle(
      AffineTransform(
        a: (suu * syy - svu * sxy) / determinant, b: (suv * syy - svv * sxy) / determinant,
        c: (svu * sxx - suu * sxy) / determinant, d: (svv * sxx - suv * sxy) / determinant,
        tx: 0, ty: 0))
  }

  /// Sums of squares about the mean of the sources.
  private var spread: (Double, Double, Double) {
    (
      xx - from.x * from.x / count, xy - from.x * from.y / count,
      yy - from.y * from.y / count
    )
  }

  /// Sums of products of source and target about their means.
  private var product: (Double, Double, Double, Double) {
    (
      xu - from.x * to.x / count, xv - from.x * to.y / count,
      yu - from.y * to.x / count, yv - from.y * to.y / count
    )
  }

  private func carryingMiddle(_ map: AffineTransform) -> AffineTransform {
    let shift = to / count - map.apply(to: from / count)
    return AffineTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: shift.x, ty: shift.y)
  }
}
