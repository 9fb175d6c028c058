// A view whose content is larger than itself.

/// A view that shows a part of its content; dragging moves the part, pinching its scale.
open class ScrollView: View {
  /// How large the content is.
  public final var contentSize = Size.zero { didSet { limitsDidChange() } }
  /// Room around the content that can be scrolled to as well.
  public final var contentInset = EdgeInsets.zero { didSet { limitsDidChange() } }
  /// Whether dragging scrolls; without it, no touch is held back from content.
  public final var isScrollEnabled = true {
    didSet {
      panGestureRecognizer.isEnabled = isScrollEnabled
      if !isScrollEnabled { application?.arbitration.end(delay, because: .disabled) }
    }
  }
  /// Whether content learns of a touch only after a delay, so that a drag can be told first.
  public final var delaysContentTouches = true {
    didSet {
      if delaysContentTouches {
        addGestureRecognizer(delay)
      } else {
        removeGestureRecognizer(delay)
      }
    }
  }
  /// That delay, in seconds.
  public final var contentDelay: TimeInterval = 0.15
  /// Whether content that has a touch may lose it to scrolling.
  public final var canCancelContentTouches = true
  /// Whether a drag that begins along one axis stays on it.
  public final var isDirectionalLockEnabled = false
  /// Whether scrolling stops at multiples of its own size.
  public final var isPagingEnabled = false
  /// Whether content can be pulled over its limits, and comes back.
  public final var bounces = true
  /// Whether it bounces up and down even when the content fits.
  public final var alwaysBounceVertical = false
  /// Whether it bounces sideways even when the content fits.
  public final var alwaysBounceHorizontal = false
  /// What is left of the speed after each millisecond of coasting.
  public final var decelerationRate = 0.998
  /// How often a coasting position is reported, in seconds.
  public final var decelerationStep: TimeInterval = 1.0 / 60
  /// The least scale.
  public final var minimumZoomScale = 1.0 { didSet { zoomLimitsChanged() } }
  /// The greatest scale; zooming is on when it is above the least.
  public final var maximumZoomScale = 1.0 { didSet { zoomLimitsChanged() } }
  /// The present scale of the content.
  public final internal(set) var zoomScale = 1.0
  /// The view in it that is scaled, while it is a subview.
  public final weak var zoomView: View?

  /// What a subclass's `touchesShouldBegin` would say of a content view, as a value.
  public final var shouldBeginContent: ((View) -> Bool)?
  /// What a subclass's `touchesShouldCancel` would say of a content view, as a value.
  public final var shouldCancelContent: ((View) -> Bool)?

  /// The pan that scrolls.
  public final let panGestureRecognizer: ScrollPanGestureRecognizer
  /// The pinch that zooms; nil while zooming is off.
  public final private(set) var pinchGestureRecognizer: ScrollPinchGestureRecognizer?

  final let delay: ContentDelayGestureRecognizer

  // MARK: What moves content

  /// The drag that is under way.
  final var drag: ContentDrag?
  /// How content moves by itself.
  final var deceleration: (x: Deceleration, y: Deceleration)?
  /// The scale at which the pinch began.
  final var startScale = 1.0
  /// The middle of the pinching fingers, from the scroll view's own top left corner.
  final var pinchMiddle: Point?
  /// The point of the content at scale 1 that lies under that middle while content is dragged, too.
  final var zoomAnchor: Point?
  /// Whether the scroll view itself is changing its bounds or the size of its content.
  final var isMovingContent = false
  /// Whether the offset was set from outside and not yet checked.
  final var hasNewOffset = false
  /// Whether the offset is to be checked at the end of the turn.
  final var awaitsCheck = false

  final lazy var stepTimer = EngineTimer(.minimum) { [unowned self] time in
    stepDeceleration(at: time)
  }

  /// A scroll view of this name; its recognizers are named after it.
  public override init(id: String, frame: Rect) {
    panGestureRecognizer = ScrollPanGestureRecognizer(id: id + ".pan")
    delay = ContentDelayGestureRecognizer(id: id + ".delay")
    super.init(id: id, frame: frame)
    addGestureRecognizer(panGestureRecognizer)
    addGestureRecognizer(delay)
  }

  deinit { application?.timers.stop(stepTimer) }

  open override class var hitTestsByGeometry: Bool { self == ScrollView.self }

  /// Whether content may have touches; asked of the innermost scroll view around the view.
  open func touchesShouldBegin(
    _ touches: ContiguousArray<Touch>, with event: Event, in view: View
  ) -> Bool {
    shouldBeginContent?(view) ?? true
  }

  /// Whether content may lose its touches to scrolling; by default, unless it is a control.
  open func touchesShouldCancel(in view: View) -> Bool {
    shouldCancelContent?(view) ?? !(view is Control)
  }

  override func boundsDidChange(from old: Rect) {
    guard !isMovingContent else { return }
    if bounds.origin != old.origin { hasNewOffset = true }
    limitsDidChange()
  }

  override func didEnterApplication() { limitsDidChange() }

  private final func zoomLimitsChanged() {
    if maximumZoomScale > minimumZoomScale {
      guard pinchGestureRecognizer == nil else { return }
      let pinch = ScrollPinchGestureRecognizer(id: id + ".pinch")
      pinchGestureRecognizer = pinch
      addGestureRecognizer(pinch)
    } else if let pinch = pinchGestureRecognizer {
      removeGestureRecognizer(pinch)
      pinchGestureRecognizer = nil
    }
  }
}
