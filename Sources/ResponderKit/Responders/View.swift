// A rectangle on the screen that can be touched.

/// A node of the view tree: it has a frame, subviews, and recognizers.
open class View: Responder {
  package override class var kindWord: StaticString { "view" }

  // The properties that hit-testing reads come first and together: there may be very many views.
  // The small ones come before all others, so that no gap is left after those of the superclass.

  /// Whether the view and its subviews can be hit.
  public final var isUserInteractionEnabled = true { didSet { gateChanged() } }
  /// Whether the view and its subviews are hidden; hidden views are not hit.
  public final var isHidden = false {
    didSet {
      gateChanged()
      if isHidden && !oldValue { application?.stopTracking(in: self) }
    }
  }
  /// Whether the view is a page behind another one; `NavigationController` sets it.
  package internal(set) final var isBehindPage = false {
    didSet {
      gateChanged()
      if isBehindPage && !oldValue { application?.viewWillLeave(self, because: .behindPage) }
    }
  }
  /// Whether the view is a disabled control.
  final var isDisabled = false {
    didSet {
      gateChanged()
      if isDisabled && !oldValue { application?.stopTracking(in: self) }
    }
  }
  /// Whether touches that hit no subview pass through the view.
  public final var isPassthrough = false { didSet { hitTestChanged() } }
  /// Whether recognition in the view is stopped; `Application.inhibit` sets it.
  public internal(set) final var isInhibited = false
  /// Whether the view receives several touches at once.
  public final var isMultipleTouchEnabled = false
  /// Whether the view has changed in the running turn, and that is not reported yet.
  final var hasUnreportedChange = false
  /// Whether no other view of the window receives touches while this one has one, and vice versa.
  public final var isExclusiveTouch = false
  /// Whether the view passes touches on to other programs; then it handles them.
  public final var passesOn = false {
    didSet { if passesOn != oldValue { window?.passingViews += passesOn ? 1 : -1 } }
  }
  /// Where the superview's index stores the view.
  final var indexPlace = HitIndex.Place.nowhere

  // References up the tree are read in every event, so they are not counted; an object that is
  // deallocated removes them in its deinit.

  /// The superview.
  public internal(set) final var superview: View? {
    get { parent?.object }
    set { parent = newValue.map(Uncounted.init) }
  }
  /// The superview, for walks up the tree: reading it does not count a reference.
  final var parent: Uncounted<View>?
  /// The window of the view; a window is its own window.
  public internal(set) final var window: Window? {
    get { windowReference?.object }
    set { windowReference = newValue.map(Uncounted.init) }
  }
  /// The window, read without counting a reference.
  final var windowReference: Uncounted<Window>?
  /// The subviews, from back to front.
  public internal(set) final var subviews: ContiguousArray<View> = []
  /// The index for hit tests, if there are many subviews.
  final var index: HitIndex?

  /// The view's own coordinate system: origin and size; the origin is a scroll view's offset.
  public final var bounds: Rect {
    get { Rect(origin: boundsOrigin, size: boundsSize) }
    set {
      let old = bounds
      boundsSize = newValue.size
      boundsOrigin = newValue.origin
      geometryChanged()
      boundsDidChange(from: old)
    }
  }
  private final var boundsSize: Size
  /// The position of the view's middle in its superview.
  public final var center: Point { didSet { geometryChanged() } }
  /// The recognizers of the view, in the order of addition.
  public internal(set) final var gestureRecognizers: ContiguousArray<GestureRecognizer> = []
  /// The order among the siblings; increases from back to front.
  final var order: Int64 = 0
  /// The latest known path of the view.
  final var latestPath: ViewPath?

  /// A view with an id and a frame in its superview.
  public init(id: String, frame: Rect) {
    boundsSize = frame.size
    center = frame.center
    super.init(id: id)
  }

  deinit {
    for recognizer in gestureRecognizers { recognizer.view = nil }
    // Subviews are released one by one, not recursively: a tree may be very deep.
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

  override final func makeRarities() -> Rarities { ViewExceptions() }

  override final func raritiesChanged() { hitTestChanged() }

  override final var isAttached: Bool { window?.shownBy != nil }

  package override final var path: ViewPath? { currentPath }

  override final var passesTouchesOn: Bool { passesOn }

  open override var application: Application? { window?.shownBy }

  /// Called when the view has left its superview; `destination` is the window of its next
  /// superview.
  func didLeave(for destination: Window?) { viewController?.viewDidLeave(for: destination) }

  // MARK: Questions

  /// The front-most view at a point of the view's coordinates, itself included; nil if there is
  /// none.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    defaultHitTest(point, with: event)
  }

  /// Whether a point of the view's coordinates is inside.
  open func point(inside point: Point, with event: Event?) -> Bool {
    guard let exceptions else { return Rect(origin: .zero, size: boundsSize).contains(point) }
    return exceptions.hitShape.contains(point, in: bounds.inset(by: exceptions.hitInsets))
  }

  /// Whether a recognizer of the view or of an ancestor may begin with this view's touches.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    !(vetoes?(recognizer) ?? false)
  }

  /// Called when the bounds have changed.
  func boundsDidChange(from old: Rect) {}

  /// Called when an application shows the window of the view.
  func didEnterApplication() {}

  /// Whether the view is a control that protects its default action from a recognizer.
  func protects(against recognizer: GestureRecognizer) -> Bool { false }

  /// Whether `point(inside:)` can be true only inside the bounds and insets.
  ///
  /// A subclass with its own `hitTest` or `point(inside:)` answers false, which is the default
  /// for classes from outside the engine.
  open class var hitTestsByGeometry: Bool { self == View.self }
}
