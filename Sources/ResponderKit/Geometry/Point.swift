// Points, vectors and sizes, in points.

/// A place in some coordinate system; also the vector from its origin.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  /// The place with these coordinates.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  @inlinable
  public static func + (left: Point, right: Point) -> Point {
    Point(x: left.x + right.x, y: left.y + right.y)
  }

  @inlinable
  public static func - (left: Point, right: Point) -> Point {
    Point(x: left.x - right.x, y: left.y - right.y)
  }

  @inlinable
  public static func * (vector: Point, factor: Double) -> Point {
    Point(x: vector.x * factor, y: vector.y * factor)
  }

  @inlinable
  public static func / (vector: Point, divisor: Double) -> Point {
    Point(x: vector.x / divisor, y: vector.y / divisor)
  }

  @inlinable
  public static func += (left: inout Point, right: Point) { left = left + right }

  /// The length of the vector.
  @inlinable
  public var length: Double { (x * x + y * y).squareRoot() }

  /// The straight distance to another place.
  @inlinable
  public func distance(to other: Point) -> Double { (other - self).length }
}

/// A width and a height.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  /// The size with these sides.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No extent at all.
  public static let zero = Size(width: 0, height: 0)
}
