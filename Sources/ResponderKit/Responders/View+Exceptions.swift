// Properties that few views need, stored apart so that most views stay small.

/// Rarely used properties of a view: those that replace an override, and those for drawing.
final class ViewExceptions: Rarities {
  @safe unowned(unsafe) var viewController: ViewController?
  var boundsOrigin = Point.zero
  var hitShape = HitShape.rectangle
  var hitInsets = EdgeInsets.zero
  weak var hitRedirect: View?
  var vetoes: ((GestureRecognizer) -> Bool)?
  var turned: TurnedView?
  var alpha = 1.0
  var zPosition = 0.0
  var actor: String?
}

extension View {
  /// The rarely used properties, if there are any.
  @inline(__always)
  final var exceptions: ViewExceptions? {
    // A view makes no other ones.
    rarities.map { unsafe unsafeDowncast($0, to: ViewExceptions.self) }
  }

  final var madeExceptions: ViewExceptions {
    unsafe unsafeDowncast(madeRarities, to: ViewExceptions.self)
  }

  /// The origin of the bounds.
  final var boundsOrigin: Point {
    // As for `turned`.
    @inline(__always) get { rarities == nil ? .zero : exceptions?.boundsOrigin ?? .zero }
    set { if rarities != nil || newValue != .zero { madeExceptions.boundsOrigin = newValue } }
  }

  /// The controller whose root view this is.
  public internal(set) final var viewController: ViewController? {
    get { exceptions?.viewController }
    set {
      if exceptions != nil || newValue != nil { madeExceptions.viewController = newValue }
    }
  }

  /// The part of the bounds, with the insets, that is touchable.
  public final var hitShape: HitShape {
    get { exceptions?.hitShape ?? .rectangle }
    set { madeExceptions.hitShape = newValue }
  }

  /// Distances by which the touchable area is smaller than the bounds; negative ones enlarge it.
  public final var hitInsets: EdgeInsets {
    get { exceptions?.hitInsets ?? .zero }
    set {
      madeExceptions.hitInsets = newValue
      geometryChanged()
    }
  }

  /// The view that is hit instead of this one.
  public final var hitRedirect: View? {
    get { exceptions?.hitRedirect }
    set { madeExceptions.hitRedirect = newValue }
  }

  /// Whether the view refuses that a recognizer begins.
  public final var vetoes: ((GestureRecognizer) -> Bool)? {
    get { exceptions?.vetoes }
    set { madeExceptions.vetoes = newValue }
  }

  /// The opacity; almost invisible views are not hit.
  public final var alpha: Double {
    get { exceptions?.alpha ?? 1 }
    set {
      if exceptions != nil || newValue != 1 { madeExceptions.alpha = newValue }
      gateChanged()
    }
  }

  /// The transform and its inverse, if the view has one.
  final var turned: TurnedView? {
    // A view without exceptions is not asked for them: that would count a reference.
    @inline(__always) get { rarities == nil ? nil : exceptions?.turned }
    set { if rarities != nil || newValue != nil { madeExceptions.turned = newValue } }
  }

  /// The drawing order in front; hit-testing ignores it.
  public final var zPosition: Double {
    get { exceptions?.zPosition ?? 0 }
    set { madeExceptions.zPosition = newValue }
  }

  /// The program that acts on what happens in the view and its subviews; nil: that of the
  /// superview.
  public final var actor: String? {
    get { exceptions?.actor }
    set {
      madeExceptions.actor = newValue
      application?.pathsChanged()
    }
  }
}

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
