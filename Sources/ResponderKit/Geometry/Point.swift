// Points, vectors and sizes, in points.

/// A position in a coordinate system; also the vector from its origin.
public struct Point: Hashable, Sendable {
  @usableFromInline var storedX: Double
  @usableFromInline var storedY: Double

  @inlinable public var x: Double {
    get { storedX }
    set { storedX = Bounds.nearest(newValue) }
  }
  @inlinable public var y: Double {
    get { storedY }
    set { storedY = Bounds.nearest(newValue) }
  }

  /// A point with these coordinates.
  @inlinable
  public init(x: Double, y: Double) {
    storedX = Bounds.nearest(x)
    storedY = Bounds.nearest(y)
  }

  /// The origin.
  @inlinable public static var zero: Point { Point(x: 0, y: 0) }

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
  public var length: Double { squaredLength.squareRoot() }

  /// The square of the length, for which no root is computed.
  @inlinable
  public var squaredLength: Double { x * x + y * y }

  /// The distance to another point.
  @inlinable
  public func distance(to other: Point) -> Double { (other - self).length }
}

extension Point {
  /// Plain numbers, for sums in which not every part needs to be kept in the range of a point.
  var vector: SIMD2<Double> { SIMD2(storedX, storedY) }

  /// The point with these coordinates, kept in its range.
  // As a call it is 90 instructions of a moving frame.
  @inline(__always)
  init(_ vector: SIMD2<Double>) { self.init(x: vector.x, y: vector.y) }
}

/// A width and a height.
public struct Size: Hashable, Sendable {
  @usableFromInline var storedWidth: Double
  @usableFromInline var storedHeight: Double

  @inlinable public var width: Double {
    get { storedWidth }
    set { storedWidth = Bounds.nearest(newValue) }
  }
  @inlinable public var height: Double {
    get { storedHeight }
    set { storedHeight = Bounds.nearest(newValue) }
  }

  /// A size with this width and height.
  @inlinable
  public init(width: Double, height: Double) {
    storedWidth = Bounds.nearest(width)
    storedHeight = Bounds.nearest(height)
  }

  /// The size 0 × 0.
  @inlinable public static var zero: Size { Size(width: 0, height: 0) }
}
