// A rectangle on the screen that can be touched.

/// A node of the view tree: it has a frame, subviews, and recognizers.
open class View: Responder {
  package override class var kindWord: StaticString { "view" }

  /// Whether the view and its subviews can be hit.
  public final var isUserInteractionEnabled = true { didSet { gateChanged() } }
  /// Whether the view and its subviews are hidden; hidden views are not hit.
  public final var isHidden = false {
    didSet {
      gateChanged()
      if isHidden && !oldValue { application?.stopTracking(in: self) }
      (self as? Window)?.isOpenChanged()
    }
  }
  /// Whether the view is a page behind another one; `NavigationController` sets it.
  package internal(set) final var isBehindPage = false {
    didSet {
      gateChanged()
      if isBehindPage && !oldValue { application?.endAll(in: self, because: .behindPage) }
    }
  }
  /// Whether the view is a disabled control.
  final var isDisabled = false {
    didSet {
      gateChanged()
      if isDisabled && !oldValue { application?.stopTracking(in: self) }
    }
  }
  /// Whether a drag session carries the view.
  final var isLifted = false { didSet { hitTestChanged() } }
  /// Whether touches that hit no subview pass through the view.
  public final var isPassthrough = false { didSet { hitTestChanged() } }
  /// Whether recognition in the view and its subviews is stopped.
  ///
  /// Touches, presses and pointers in the view are cancelled, and attempts that have one of them
  /// end. Later touches there reach no responder, neither in the view nor behind it.
  public final var isInhibited = false {
    didSet { if isInhibited && !oldValue { application?.stopRecognition(in: self) } }
  }
  /// Whether the view receives several touches at once.
  public final var isMultipleTouchEnabled = false
  /// Whether the view has changed in the running turn, and that is not reported yet.
  final var hasUnreportedChange = false
  /// The answer of `canBecomeFocused`; nil: that of the view's kind.
  public final var mayBecomeFocused: Bool?
  /// Whether `next` and `previous` take what can have the focus in the view as one, until `select`
  /// lets them in.
  public final var isFocusGroup = false
  /// Whether a text says what the view is.
  public final var hasAccessibilityLabel = false
  /// Whether no other view of the window receives touches while this one has one, and vice versa.
  public final var isExclusiveTouch = false
  /// Whether the view passes touches on to other programs; then it handles them.
  public final var passesOn = false {
    didSet { if passesOn != oldValue { window?.passingViews += passesOn ? 1 : -1 } }
  }
  /// How touches that land in the view are taken; nil: as around it.
  public final var touchAccommodations: TouchAccommodations? {
    get { accommodation.settings }
    set { accommodation.settings = newValue }
  }
  final var accommodation: Accommodation?
  /// The controller whose root view this is.
  public internal(set) final unowned var viewController: ViewController?
  /// The part of the bounds, with the insets, that is touchable.
  public final var hitShape = HitShape.rectangle
  /// Distances by which the touchable area is smaller than the bounds; negative ones enlarge it.
  public final var hitInsets = EdgeInsets.zero { didSet { geometryChanged() } }
  /// The view that is hit instead of this one.
  public final weak var hitRedirect: View?
  /// Whether the view refuses that a recognizer begins.
  public final var vetoes: ((GestureRecognizer) -> Bool)?
  /// The opacity; almost invisible views are not hit.
  public final var alpha = 1.0 { didSet { gateChanged() } }
  /// The transform and its inverse, if the view has one.
  final var turned: TurnedView?
  /// The drawing order in front; hit-testing ignores it.
  public final var zPosition = 0.0
  /// The program that acts on what happens in the view and its subviews; nil: that of the
  /// superview.
  public final var actor: String? { didSet { application?.pathsChanged() } }
  /// Where the superview's index stores the view.
  final var indexPlace = HitIndex.Place.nowhere

  /// The superview.
  public internal(set) final var superview: View? {
    get { parent?.object }
    set { parent = newValue.map(Uncounted.init) }
  }
  // Here and for the window: counted, ten fingers take 20 % more instructions.
  /// The superview, for walks up the tree.
  final var parent: Uncounted<View>?
  /// The window of the view; a window is its own window.
  public internal(set) final var window: Window? {
    get { ownWindow?.object }
    set { ownWindow = newValue.map(Uncounted.init) }
  }
  private final var ownWindow: Uncounted<Window>?
  /// The subviews, from back to front.
  public internal(set) final var subviews: ContiguousArray<View> = []
  /// The index for hit tests, if there are many subviews.
  final var index: HitIndex?

  /// The view's own coordinate system: origin and size; the origin is a scroll view's offset.
  public final var bounds: Rect {
    didSet {
      geometryChanged()
      boundsDidChange(from: oldValue)
    }
  }
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
    bounds = Rect(origin: .zero, size: frame.size)
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
    hitShape.contains(point, in: bounds.inset(by: hitInsets))
  }

  /// Whether a recognizer of the view or of an ancestor may begin with this view's touches.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    !(vetoes?(recognizer) ?? false)
  }

  /// Whether the view can have the focus; the default is `mayBecomeFocused`, or that of its kind.
  open var canBecomeFocused: Bool { mayBecomeFocused ?? false }

  /// A key moves the focus away from the view that has it, unless the view handles presses; where
  /// nothing has it, `next` and `previous` give it to the first or the last view.
  open override func pressesBegan(_ presses: ContiguousArray<Press>, with event: Event) {
    super.pressesBegan(presses, with: event)
    for press in presses where press.target === self {
      let focused = application?.zones.zone(of: self).focused
      if focused === self ? uses(press) : focused == nil && takesFocus(with: press) {
        press.markUsed()
      }
    }
  }

  private final func takesFocus(with press: Press) -> Bool {
    guard !handles.contains(.pressesBegan), let step = press.type.step else { return false }
    return moveFocus(by: step)
  }

  /// Acts on a key because the view has focus; false if the key does nothing.
  func uses(_ press: Press) -> Bool {
    guard isAccessibilityElement || isFocusGroup, !handles.contains(.pressesBegan)
    else { return false }
    return press.type == .select ? enterFocusGroup() : moveFocus(press.type)
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
