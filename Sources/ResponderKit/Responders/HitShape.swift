// The shapes that a touch can hit.

/// The shape of a view's touchable area.
public enum HitShape: Hashable, Sendable {
  case rectangle
  /// The ellipse inside the rectangle.
  case ellipse
  /// A polygon in the view's own coordinates.
  case polygon([Point])

  func contains(_ point: Point, in rect: Rect) -> Bool {
    switch self {
    case .rectangle: return rect.contains(point)
    case .ellipse:
      guard rect.size.width > 0, rect.size.height > 0 else { return false }
      let x = (point.x - rect.midX) / (rect.size.width / 2)
      let y = (point.y - rect.midY) / (rect.size.height / 2)
      return x * x + y * y <= 1
    case .polygon(let corners):
      guard rect.contains(point), var previous = corners.last else { return false }
      var isInside = false
      for corner in corners {
        if (corner.y > point.y) != (previous.y > point.y),
          point.x < (previous.x - corner.x) * (point.y - corner.y) / (previous.y - corner.y)
            + corner.x
        {
          isInside.toggle()
        }
        previous = corner
      }
      return isInside
    }
  }
}
