// Rectangles and insets.

/// A rectangle with sides parallel to the axes.
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  /// A rectangle with this origin and size.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle with these numbers.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle of size 0 × 0 at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  @inlinable public var minX: Double { origin.x }
  @inlinable public var minY: Double { origin.y }
  @inlinable public var maxX: Double { origin.x + size.width }
  @inlinable public var maxY: Double { origin.y + size.height }
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  @inlinable public var midY: Double { origin.y + size.height / 2 }

  /// The middle of the rectangle.
  @inlinable public var center: Point { Point(x: midX, y: midY) }

  /// Whether the point is inside; points on the minimum edges are, points on the maximum edges are
  /// not.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The rectangle reduced by the insets, or enlarged where they are negative.
  @inlinable
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: size.width - insets.left - insets.right,
      height: size.height - insets.top - insets.bottom)
  }

  /// The smallest rectangle that contains both.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// Distances from the four edges inwards.
public struct EdgeInsets: Hashable, Sendable {
  @usableFromInline var storedTop: Double
  @usableFromInline var storedLeft: Double
  @usableFromInline var storedBottom: Double
  @usableFromInline var storedRight: Double

  @inlinable public var top: Double {
    get { storedTop }
    set { storedTop = Bounds.nearest(newValue) }
  }
  @inlinable public var left: Double {
    get { storedLeft }
    set { storedLeft = Bounds.nearest(newValue) }
  }
  @inlinable public var bottom: Double {
    get { storedBottom }
    set { storedBottom = Bounds.nearest(newValue) }
  }
  @inlinable public var right: Double {
    get { storedRight }
    set { storedRight = Bounds.nearest(newValue) }
  }

  /// The insets with these distances.
  @inlinable
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    storedTop = Bounds.nearest(top)
    storedLeft = Bounds.nearest(left)
    storedBottom = Bounds.nearest(bottom)
    storedRight = Bounds.nearest(right)
  }

  /// Insets of 0 on all sides.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}
