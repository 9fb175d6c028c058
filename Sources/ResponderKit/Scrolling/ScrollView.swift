// A view whose content is larger than itself.

/// Where a drag begins to move content.
public enum DragStartBehavior: String, Hashable, Sendable, CaseIterable {
  case threshold, landing
}

/// What happens to a drag whose content reaches its end, and a scroll view around it has room.
public enum NestedScrolling: String, Hashable, Sendable, CaseIterable {
  /// The drag stays with the scroll view for which it has begun.
  case once
  /// The scroll view around continues the drag.
  case chain
}

/// A view that shows a part of its content; a drag moves the content, a pinch zooms it.
open class ScrollView: View {
  package override class var kindWord: StaticString { "scrollView" }

  /// The size of the content at scale 1.
  public final var contentSize = Size.zero { didSet { limitsDidChange() } }
  /// Additional space around the content that can be scrolled to.
  public final var contentInset = EdgeInsets.zero { didSet { limitsDidChange() } }
  /// Whether a drag scrolls; if not, no touch is held back from the content.
  public final var isScrollEnabled = true {
    didSet {
      panGestureRecognizer.isEnabled = isScrollEnabled
      if !isScrollEnabled, let drag, drag.pan !== panGestureRecognizer { release(velocity: .zero) }
      if !isScrollEnabled { application?.arbitration.end(delay, because: .disabled) }
    }
  }
  /// Whether the content receives a touch only after a delay, in case the touch is a drag.
  public final var delaysContentTouches = true {
    didSet {
      if delaysContentTouches {
        addGestureRecognizer(delay)
      } else {
        removeGestureRecognizer(delay)
      }
    }
  }
  /// The delay, in seconds.
  public final var contentDelay: TimeInterval = 0.15
  /// Whether the touches of content are cancelled when a drag begins.
  public final var canCancelContentTouches = true
  /// Whether a drag that begins along one axis moves the content on this axis only.
  public final var isDirectionalLockEnabled = false
  /// Whether scrolling stops at multiples of the scroll view's size.
  public final var isPagingEnabled = false
  /// The horizontal offsets at which content comes to rest after a drag: the nearest one to the place
  /// of rest without them. Pages take precedence.
  public final var horizontalSnapOffsets: [Double] = []
  /// The vertical offsets.
  public final var verticalSnapOffsets: [Double] = []
  /// Whether content can be pulled beyond its limits and springs back.
  public final var bounces = true
  /// Whether the content bounces vertically even when it fits.
  public final var alwaysBounceVertical = false
  /// Whether the content bounces horizontally even when it fits.
  public final var alwaysBounceHorizontal = false
  /// The factor by which the speed decreases in each millisecond of coasting.
  public final var decelerationRate = 0.998
  /// Whether dragged content follows the finger from the threshold or from its landing.
  public final var dragStartBehavior = DragStartBehavior.threshold
  /// Whether a scroll view around continues a drag that has brought the content to its end.
  public final var nested = NestedScrolling.once
  /// The interval between reports of coasting positions, in seconds.
  public final var decelerationStep: TimeInterval = 1.0 / 60
  /// The smallest scale.
  public final var minimumZoomScale = 1.0 { didSet { zoomLimitsChanged() } }
  /// The largest scale; zooming is enabled if it is above the smallest.
  public final var maximumZoomScale = 1.0 { didSet { zoomLimitsChanged() } }
  /// Whether fingers can zoom beyond the limits, from where the content springs back.
  public final var bouncesZoom = true
  /// Whether a double tap on the content zooms, and a drag after its second landing.
  public final var zoomOnDoubleTap = false {
    didSet {
      guard zoomOnDoubleTap != oldValue else { return }
      if zoomOnDoubleTap {
        let doubleTap = ScrollDoubleTapGestureRecognizer(id: id + ".doubleTap")
        doubleTapGestureRecognizer = doubleTap
        addGestureRecognizer(doubleTap)
        // As if it had always been there.
        orderGestureRecognizers(by: partIDs)
      } else if let doubleTap = doubleTapGestureRecognizer {
        removeGestureRecognizer(doubleTap)
        doubleTapGestureRecognizer = nil
      }
    }
  }
  /// The subview that is scaled.
  public final weak var zoomView: View? {
    didSet {
      guard zoomView !== oldValue else { return }
      if let oldValue { fit(oldValue, from: scale, to: 1) }
      unzoomed = nil
      if let zoomView { fit(zoomView, from: 1, to: scale) }
    }
  }

  /// The answer of `touchesShouldBegin`, as a closure instead of an override.
  public final var shouldBeginContent: ((View) -> Bool)?
  /// The answer of `touchesShouldCancel`, as a closure instead of an override.
  public final var shouldCancelContent: ((View) -> Bool)?

  /// The pan that scrolls.
  public final let panGestureRecognizer: ScrollPanGestureRecognizer
  /// The pinch that zooms; nil while zooming is disabled.
  public final private(set) var pinchGestureRecognizer: ScrollPinchGestureRecognizer?

  /// The ids of the recognizers that it brings along, or may, in their order.
  package final var partIDs: [String] {
    ["pan", "delay", "pinch", "doubleTap"].map { "\(id).\($0)" }
  }

  final let delay: ContentDelayGestureRecognizer
  private final var doubleTapGestureRecognizer: ScrollDoubleTapGestureRecognizer?

  // MARK: Movement of the content

  /// The drag that is under way.
  final var drag: ContentDrag?
  /// The zoom by fingers that is under way.
  final var zoom: ContentZoom?
  /// How far fingers can pull the content beyond its limits, for each axis.
  final var pullExtent = Size.zero
  /// The movement of the content by itself.
  final var movement: ContentMovement? {
    didSet {
      guard (oldValue == nil) != (movement == nil) else { return }
      application?.scrolling.countMoving(movement == nil ? -1 : 1)
    }
  }
  /// Ends the turn of a wheel after a while; nil while no wheel turns.
  final var wheel: EngineTimer?
  /// Where the movement ends.
  final var landing = ScrollLanding()
  /// How the content moved by itself when a touch stopped it.
  final var caught: CaughtContent?
  /// The present scale of the content.
  final var scale = 1.0
  /// The zoom view as it is at scale 1, and as it was zoomed last.
  final var unzoomed: UnzoomedView?
  /// The offset and scale of the latest record.
  final var reported = ContentPlace(offset: .zero, scale: 1)
  /// Whether the scroll view itself is changing its bounds.
  final var isMovingContent = false
  /// Whether a program has set the offset and it is not checked yet.
  final var hasNewOffset = false
  /// Whether the offset is checked at the end of the turn.
  final var awaitsCheck = false

  final lazy var stepTimer = EngineTimer(.minimum) { [unowned self] time in
    stepDeceleration(at: time)
  }

  /// A scroll view with an id; the ids of its recognizers begin with it.
  public override init(id: String, frame: Rect) {
    panGestureRecognizer = ScrollPanGestureRecognizer(id: id + ".pan")
    delay = ContentDelayGestureRecognizer(id: id + ".delay")
    super.init(id: id, frame: frame)
    addGestureRecognizer(panGestureRecognizer)
    addGestureRecognizer(delay)
  }

  deinit {
    application?.timers.stop(stepTimer)
    if let wheel { application?.timers.stop(wheel) }
  }

  open override class var hitTestsByGeometry: Bool { self == ScrollView.self }

  /// Whether the content receives touches; the innermost scroll view around the view is asked.
  open func touchesShouldBegin(
    _ touches: ContiguousArray<Touch>, with event: Event, in view: View
  ) -> Bool {
    shouldBeginContent?(view) ?? true
  }

  /// Whether the content loses its touches to scrolling; by default, unless the view is a control.
  open func touchesShouldCancel(in view: View) -> Bool {
    shouldCancelContent?(view) ?? !(view is Control)
  }

  override func boundsDidChange(from old: Rect) {
    if bounds.origin != old.origin { application?.hover.contentDidMove() }
    guard !isMovingContent else { return }
    if bounds.origin != old.origin { hasNewOffset = true }
    limitsDidChange()
  }

  override func didEnterApplication() {
    reported = place
    limitsDidChange()
  }

  private final func zoomLimitsChanged() {
    if maximumZoomScale > minimumZoomScale {
      if pinchGestureRecognizer == nil {
        let pinch = ScrollPinchGestureRecognizer(id: id + ".pinch")
        pinchGestureRecognizer = pinch
        addGestureRecognizer(pinch)
      }
    } else if let pinch = pinchGestureRecognizer {
      removeGestureRecognizer(pinch)
      pinchGestureRecognizer = nil
    }
    limitsDidChange()
  }
}
