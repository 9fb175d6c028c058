// A rectangle on the screen that can be touched.

/// A node of the view tree: it has a place, children, and recognizers.
open class View: Responder {
  // What hit-testing reads stands together and first: there may be very many views.

  // What is above is walked on every event, so these references do not count; whoever goes away
  // takes itself out of them in its deinit.

  /// The view it lies in.
  public internal(set) final var superview: View? {
    get { parent?.view }
    set { parent = newValue.map(ParentView.init) }
  }
  /// The superview, for walks up the tree: reading it counts no reference.
  final var parent: ParentView?
  /// The window it lies in; a window lies in itself.
  @safe public internal(set) final unowned(unsafe) var window: Window?
  /// The views that lie in it; later ones in front.
  public internal(set) final var subviews: ContiguousArray<View> = []
  /// Finds children quickly where there are many of them.
  final var index: HitIndex?

  /// Its own coordinate system: origin and extent; the origin is a scroll view's offset.
  public final var bounds: Rect {
    didSet {
      geometryChanged()
      boundsDidChange(from: oldValue)
    }
  }
  /// Where its middle lies in its superview.
  public final var center: Point { didSet { geometryChanged() } }
  /// Its transform, where it has one, and the way back.
  final var turned: TurnedView?
  /// What few views need.
  final var exceptions: ViewExceptions?

  /// How opaque it is drawn; almost invisible views are not touched.
  public final var alpha = 1.0 { didSet { gateChanged() } }
  /// Whether touches may meet it and its children.
  public final var isUserInteractionEnabled = true { didSet { gateChanged() } }
  /// Whether it is not there at all.
  public final var isHidden = false {
    didSet {
      gateChanged()
      if isHidden && !oldValue { application?.stopTracking(in: self) }
    }
  }
  /// Whether it is a control that is switched off.
  final var isDisabled = false {
    didSet {
      gateChanged()
      if isDisabled && !oldValue { application?.stopTracking(in: self) }
    }
  }
  /// Whether touches that meet none of its children go through it.
  public final var isPassthrough = false
  /// Whether all recognition below it is stopped; `Application.inhibit` sets it.
  public internal(set) final var isInhibited = false
  /// Whether it is given several fingers at once.
  public final var isMultipleTouchEnabled = false
  /// Whether it and the other views of its window shut each other out.
  public final var isExclusiveTouch = false
  /// Whether it gives touches to the rest of the system, which counts as handling them.
  public final var passesOn = false {
    didSet { if passesOn != oldValue { window?.passingViews += passesOn ? 1 : -1 } }
  }

  /// The controller whose root view it is.
  @safe public internal(set) final unowned(unsafe) var viewController: ViewController?
  /// The recognizers attached to it, in the order of addition.
  public internal(set) final var gestureRecognizers: ContiguousArray<GestureRecognizer> = []
  /// Where it stands among its superview's children; increases from back to front.
  final var order: Int64 = 0
  /// Where the superview's index keeps it.
  final var indexPlace = HitIndex.Place.nowhere
  /// Where it lay when that was asked last.
  final var latestPath: ViewPath?

  /// A view of this name at a place in its superview.
  public init(id: String, frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.size)
    center = frame.center
    super.init(id: id)
  }

  deinit {
    for recognizer in gestureRecognizers { recognizer.view = nil }
    // What nobody else holds goes with it, all at once: a tree may be very deep.
    var leaving = subviews
    subviews = []
    while var child = leaving.popLast() {
      child.superview = nil
      guard isKnownUniquelyReferenced(&child) else {
        child.changeWindow(to: nil)
        continue
      }
      leaving.append(contentsOf: child.subviews)
      child.subviews = []
    }
  }

  package override var hierarchyNext: Responder? { viewController ?? superview }

  override final var isAttached: Bool { window?.shownBy != nil }

  package override final var path: ViewPath? { currentPath }

  override final var passesTouchesOn: Bool { passesOn }

  open override var application: Application? { window?.shownBy }

  /// Its part in leaving a superview, once it has left, for another one in the given window.
  func didLeave(for destination: Window?) { viewController?.viewDidLeave(for: destination) }

  // MARK: Questions

  /// The front-most view at a point of its own coordinates, itself included; nil if none.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    defaultHitTest(point, with: event)
  }

  /// Whether a point of its own coordinates lies inside.
  open func point(inside point: Point, with event: Event?) -> Bool {
    guard let exceptions else { return bounds.contains(point) }
    return exceptions.hitShape.contains(point, in: bounds.inset(by: exceptions.hitInsets))
  }

  /// Whether a recognizer of its own or of an ancestor may begin with this view's touches.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    !(vetoes?(recognizer) ?? false)
  }

  /// Reports a change of its bounds.
  func boundsDidChange(from old: Rect) {}

  /// Reports that an application shows the window it lies in.
  func didEnterApplication() {}

  /// Whether it is a control that keeps its default action from a recognizer on an ancestor.
  func protects(against recognizer: GestureRecognizer) -> Bool { false }

  /// Whether `point(inside:)` can be true only inside the bounds and insets.
  ///
  /// A subclass with its own `hitTest` or `point(inside:)` answers false, which is the default
  /// for classes from outside the engine.
  open class var hitTestsByGeometry: Bool { self == View.self }
}
