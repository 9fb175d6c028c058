// Frames, and the conversion of points between views.

extension View {
  /// The rectangle in the superview; with a transform, the smallest rectangle around the view.
  public final var frame: Rect {
    get {
      guard turned != nil else {
        return Rect(
          x: center.x - bounds.size.width / 2, y: center.y - bounds.size.height / 2,
          width: bounds.size.width, height: bounds.size.height)
      }
      return extent(of: bounds)
    }
    set {
      // With a transform, the size of the bounds is set so that the transformed bounds fill the
      // frame.
      if turned == nil {
        if bounds.size != newValue.size { bounds.size = newValue.size }
      } else if let undone = transform.inverted {
        let width = abs(undone.a) * newValue.size.width + abs(undone.c) * newValue.size.height
        let height = abs(undone.b) * newValue.size.width + abs(undone.d) * newValue.size.height
        bounds.size = Size(width: width, height: height)
      }
      if center != newValue.center { center = newValue.center }
    }
  }

  /// The smallest rectangle of the superview around a rectangle of the view.
  final func extent(of rect: Rect) -> Rect {
    guard turned != nil else { return Rect(origin: toSuperview(rect.origin), size: rect.size) }
    let corners = [
      toSuperview(Point(x: rect.minX, y: rect.minY)),
      toSuperview(Point(x: rect.maxX, y: rect.minY)),
      toSuperview(Point(x: rect.minX, y: rect.maxY)),
      toSuperview(Point(x: rect.maxX, y: rect.maxY)),
    ]
    var low = corners[0]
    var high = corners[0]
    for corner in corners {
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// A rotation, scaling or other transform about the view's middle.
  public final var transform: AffineTransform {
    get { turned?.transform ?? .identity }
    set {
      turned = newValue.isIdentity ? nil : TurnedView(newValue)
      geometryChanged()
    }
  }

  final func geometryChanged() {
    turned?.move(center: center, bounds: bounds)
    hitTestChanged()
    if window === self { fillContainers() }
  }

  /// Resizes the containers of presented controllers with the bounds of their window.
  private final func fillContainers() {
    guard let window else { return }
    for case let container as PresentationContainer in subviews
    where container.bounds != window.bounds {
      container.fill(window)
      application?.hasChanged(container)
    }
  }

  /// Whether points of the superview can be converted to the view.
  final var isInvertible: Bool { turned?.isInvertible ?? true }

  /// Converts a point of the superview to the view.
  @inline(__always)
  final func fromSuperview(_ point: Point) -> Point {
    if let turned { return turned.inverse?.apply(to: point) ?? Point(x: .nan, y: .nan) }
    // Relative to the edge, not to the middle: a point on the edge stays there at any offset.
    return Point(
      x: point.x - (center.x - bounds.size.width / 2) + bounds.origin.x,
      y: point.y - (center.y - bounds.size.height / 2) + bounds.origin.y)
  }

  /// Converts a point of the view to the superview.
  final func toSuperview(_ point: Point) -> Point {
    let fromMiddle = point - bounds.center
    guard let turned else { return fromMiddle + center }
    return turned.transform.apply(to: fromMiddle) + center
  }

  /// Converts a point of another view to this view; nil means the screen.
  public final func convert(_ point: Point, from view: View?) -> Point {
    guard let view else {
      // A view without area has one point for all points of the superview: its middle.
      guard isInvertible else { return bounds.center }
      return fromSuperview(parent?.read { $0.convert(point, from: nil) } ?? point)
    }
    return view === self ? point : convert(view.convert(point, to: nil), from: nil)
  }

  /// Converts a point of a window, which is at a place on the screen, to this view in or outside of
  /// that window.
  final func convert(_ point: Point, from window: Window, at place: Point) -> Point {
    if self === window { return point }
    guard let parent, isInvertible else { return convert(place, from: nil) }
    return fromSuperview(parent.read { $0.convert(point, from: window, at: place) })
  }

  /// Converts a point of this view to another view; nil means the screen.
  public final func convert(_ point: Point, to view: View?) -> Point {
    if let view { return view.convert(point, from: self) }
    let outside = toSuperview(point)
    return superview?.convert(outside, to: nil) ?? outside
  }

  /// Converts a vector of the screen to the view: rotated and scaled, not translated.
  public final func convertVectorFromScreen(_ vector: Point) -> Point {
    let outside = parent?.read { $0.convertVectorFromScreen(vector) } ?? vector
    guard let turned else { return outside }
    return turned.inverse?.apply(toVector: outside) ?? .zero
  }

  /// Converts a vector of the view to the screen: rotated and scaled, not translated.
  public final func convertVectorToScreen(_ vector: Point) -> Point {
    let outside = turned?.transform.apply(toVector: vector) ?? vector
    return superview.map { $0.convertVectorToScreen(outside) } ?? outside
  }
}

/// A view's transform about its middle, and the inverse.
final class TurnedView {
  let transform: AffineTransform
  private let undone: AffineTransform?
  /// The transform from the superview's coordinates to the view's own.
  private(set) var inverse: AffineTransform?

  init(_ transform: AffineTransform) {
    self.transform = transform
    undone = transform.inverted
  }

  var isInvertible: Bool { undone != nil }

  func move(center: Point, bounds: Rect) {
    guard let undone else { return }
    inverse = AffineTransform(translation: Point(x: -center.x, y: -center.y))
      .concatenating(undone)
      .concatenating(AffineTransform(translation: bounds.center))
  }
}
