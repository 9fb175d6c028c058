// A rectangle on the screen that can be touched.

/// A node of the view tree: it has a place, children, and recognizers.
open class View: Responder {
  // MARK: Hierarchy

  /// The view it lies in.
  public internal(set) unowned var superview: View?
  /// The views that lie in it; later ones in front.
  public internal(set) var subviews: ContiguousArray<View> = []
  /// The window it lies in; a window lies in itself.
  public internal(set) unowned var window: Window?
  /// The controller whose root view it is.
  public internal(set) unowned var viewController: ViewController?
  /// The recognizers attached to it, in the order of addition.
  public internal(set) var gestureRecognizers: ContiguousArray<GestureRecognizer> = []

  // MARK: Geometry, kept in View+Geometry.swift

  /// Its own coordinate system: origin and extent; the origin is a scroll view's offset.
  public final var bounds: Rect { didSet { geometryChanged() } }
  /// Where its middle lies in its superview.
  public final var center: Point { didSet { geometryChanged() } }
  /// A rotation, scaling or other map about its middle.
  public final var transform = AffineTransform.identity { didSet { geometryChanged() } }

  /// What to add to a point of the superview, where there is no transform.
  var shift = Point.zero
  /// The way from the superview's coordinates to its own; nil for a mere shift.
  var inverse: AffineTransform?
  /// Whether points can be carried over from the superview at all.
  var isInvertible = true
  /// Where it stands among its superview's children; increases from back to front.
  var order: Int64 = 0

  // MARK: Gates

  /// Whether touches may meet it and its children.
  public final var isUserInteractionEnabled = true { didSet { gateChanged() } }
  /// Whether it is not there at all.
  public final var isHidden = false { didSet { gateChanged() } }
  /// How opaque it is drawn; almost invisible views are not touched.
  public final var alpha = 1.0 { didSet { gateChanged() } }
  /// Whether it is a control that is switched off.
  final var isDisabled = false { didSet { gateChanged() } }
  /// Whether all recognition below it is stopped; `Application.inhibit` sets it.
  public internal(set) final var isInhibited = false
  /// Whether it is given several fingers at once.
  public final var isMultipleTouchEnabled = false
  /// Whether it and the other views of its window shut each other out.
  public final var isExclusiveTouch = false
  /// How far in front it is drawn; hit-testing does not look at it.
  public final var zPosition = 0.0

  // MARK: What a subclass would override, as values

  /// The part of the bounds, grown by the insets, that counts as inside.
  public final var hitShape = HitShape.rectangle
  /// Distances by which the touchable area is smaller than the bounds; negative makes it larger.
  public final var hitInsets = EdgeInsets.zero { didSet { geometryChanged() } }
  /// Whether touches that meet none of its children go through it.
  public final var isPassthrough = false
  /// The view that is touched in its place.
  public final weak var hitRedirect: View?
  /// Whether the view says no when a recognizer wants to begin.
  public final var vetoes: ((GestureRecognizer) -> Bool)?

  /// Finds children quickly where there are many of them.
  var index: HitIndex?
  /// Where the superview's index keeps it.
  var indexPlace = HitIndex.Place.nowhere

  /// A view of this name at a place in its superview.
  public init(id: String, frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.size)
    center = frame.center
    super.init(id: id)
    geometryChanged()
  }

  deinit {
    for recognizer in gestureRecognizers { recognizer.view = nil }
    for child in subviews {
      child.superview = nil
      child.changeWindow(to: nil)
    }
  }

  open override var next: Responder? { nextOverride ?? viewController ?? superview }

  open override var application: Application? { window?.shownBy }

  // MARK: Questions

  /// The front-most view at a point of its own coordinates, itself included; nil if none.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    defaultHitTest(point, with: event)
  }

  /// Whether a point of its own coordinates lies inside.
  open func point(inside point: Point, with event: Event?) -> Bool {
    hitShape.contains(point, in: bounds.inset(by: hitInsets))
  }

  /// Whether a recognizer of its own or of an ancestor may begin with this view's touches.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    !(vetoes?(recognizer) ?? false)
  }

  /// Whether it is a control that keeps its default action from a recognizer on an ancestor.
  func protects(against recognizer: GestureRecognizer) -> Bool { false }

  /// Whether `point(inside:)` can be true only inside the bounds and insets.
  ///
  /// A subclass with its own `hitTest` or `point(inside:)` answers false, which is the default
  /// for classes from outside the engine.
  open class var hitTestsByGeometry: Bool { self == View.self }
}

/// The shape of a view's touchable area.
public enum HitShape: Hashable, Sendable {
  case rectangle
  /// The ellipse inside the rectangle.
  case ellipse
  /// Corners in the view's own coordinates.
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
