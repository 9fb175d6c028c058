// Affine transforms: rotation, scaling, shift.

/// An affine map of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct AffineTransform: Hashable, Sendable {
  public let a: Double
  public let b: Double
  public let c: Double
  public let d: Double
  public let tx: Double
  public let ty: Double

  /// The map with these coefficients.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = Bounds.nearest(a)
    self.b = Bounds.nearest(b)
    self.c = Bounds.nearest(c)
    self.d = Bounds.nearest(d)
    self.tx = Bounds.nearest(tx)
    self.ty = Bounds.nearest(ty)
  }

  /// The identity transform.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A rotation about the origin, clockwise on screen, by an angle in radians.
  public init(rotation angle: Double) {
    // Quarter turns are exact, so that the edges of a rotated panel stay whole numbers.
    let angle = Bounds.nearest(angle)
    let quarter = angle / (Double.pi / 2)
    let nearest = quarter.rounded()
    if abs(quarter - nearest) < 1e-12 {
      let turn = Int(nearest.truncatingRemainder(dividingBy: 4))
      let (sine, cosine) = [(0.0, 1.0), (1, 0), (0, -1), (-1, 0)][(turn + 4) % 4]
      self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    } else {
      let (s, c) = (ResponderKit.sine(angle), ResponderKit.cosine(angle))
      self.init(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    }
  }

  /// A scaling about the origin.
  @inlinable
  public init(scaleX: Double, y scaleY: Double) {
    self.init(a: scaleX, b: 0, c: 0, d: scaleY, tx: 0, ty: 0)
  }

  /// A shift.
  @inlinable
  public init(translation: Point) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: translation.x, ty: translation.y)
  }

  /// Whether the map changes nothing.
  @inlinable public var isIdentity: Bool { self == .identity }

  /// The factor by which areas grow; zero means that the transform has no inverse.
  @inlinable public var determinant: Double { a * d - b * c }

  /// The transform that applies this one first and then the other.
  @inlinable
  public func concatenating(_ other: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d,
      c: c * other.a + d * other.c, d: c * other.b + d * other.d,
      tx: tx * other.a + ty * other.c + other.tx, ty: tx * other.b + ty * other.d + other.ty)
  }

  /// The inverse transform, or nil if there is none.
  @inlinable
  public var inverted: AffineTransform? {
    let determinant = self.determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// The transformed point.
  @inlinable
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The transformed vector: the translation is not applied.
  @inlinable
  public func apply(toVector vector: Point) -> Point {
    Point(x: a * vector.x + c * vector.y, y: b * vector.x + d * vector.y)
  }
}
