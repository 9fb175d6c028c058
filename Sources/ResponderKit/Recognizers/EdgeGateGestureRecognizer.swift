// Touches at the edges of a screen, held back in case they are a system gesture.

/// Where on a screen, and for how long, touches wait for system gestures.
public struct EdgeGate: Hashable, Sendable {
  /// The edges at which touches are held back.
  public var edges: RectEdge
  /// The width of the region at an edge, in points.
  public var edgeRegion = 13.0
  /// The longest time for which a touch is held back, in seconds.
  public var timeout: TimeInterval = 0.15
  /// The id of the window to which such touches belong first, whatever lies in front.
  public var window: String?

  /// A gate at these edges.
  public init(edges: RectEdge) { self.edges = edges }

  /// Whether a touch that lands at a point is held back, if some edges are open.
  func holds(_ point: Point, on screen: Screen, except open: RectEdge) -> Bool {
    let distances: [(RectEdge, Double)] = [
      (.left, point.x), (.right, screen.size.width - point.x), (.top, point.y),
      (.bottom, screen.size.height - point.y),
    ]
    return distances.contains { edge, distance in
      distance <= edgeRegion && edges.contains(edge) && !open.contains(edge)
    }
  }
}

/// The recognizer with which a window holds back touches at the edges of its screen.
///
///     possible ── its time is up · a finger lifts · another is recognized ──► failed
///
/// It is never recognized. If a gesture is recognized while this recognizer holds back its touch,
/// the views never receive the touch, unless the gesture does not cancel touches in views.
public final class EdgeGateGestureRecognizer: GestureRecognizer {
  package override class var answersForOthers: Bool { false }

  private var gate: EdgeGate? { (view as? Window)?.screen?.edgeGate }
  private lazy var timer = makeTimer(.minimum) { [unowned self] _ in
    fail(.noEdgeGesture(scaled(gate?.timeout ?? 0)))
  }

  override init(id: String) {
    super.init(id: id)
    cancelsTouchesInView = false
    delaysTouchesBegan = true
    delaysTouchesEnded = false
    allowedTouchTypes = [.direct]
  }

  public override func shouldReceive(_ touch: Touch) -> Bool {
    guard let window = view as? Window, let screen = window.screen, let gate else { return false }
    if touch.isLent || (window.shownBy?.isBeginningAgain ?? false) { return touch.isLent }
    let open = window.frontViewController?.preferredScreenEdgesDeferringSystemGestures ?? []
    return gate.holds(touch.startPosition, on: screen, except: open)
  }

  public override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    if !timer.isRunning, let gate { start(timer, at: event.timestamp + scaled(gate.timeout)) }
    rivalsDidFail()
  }

  // A window keeps a touch of another one only while an edge pan of it may begin.
  override func rivalsDidFail() {
    guard touches.contains(where: \.isLent) else { return }
    let isAwaited = touches.contains { touch in
      touch.gestureRecognizers.contains {
        $0 is ScreenEdgePanGestureRecognizer && $0.publicState == .possible && $0.wanted != .failed
      }
    }
    if !isAwaited { fail(.noEdgeGesture(0)) }
  }

  override func stateDidChange() {
    guard publicState == .failed, let application = view?.application else { return }
    for touch in touches where touch.isLent {
      let isTaken = touch.gestureRecognizers.contains {
        $0.publicState.isBegun || $0.publicState == .ended
      }
      if !isTaken { application.beginAgain(touch) }
    }
  }

  public override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    fail(.lifted(after: event.timestamp - startTime, rule: "DL4"))
  }

  public override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
}

extension Window {
  /// The controller whose view is in front: the one that was presented last over the root
  /// controller.
  var frontViewController: ViewController? {
    var front = rootViewController
    while let presented = front?.presentedViewController { front = presented }
    return front
  }

  /// Adds the recognizer for the screen's gate, or removes it if the screen has no gate any more;
  /// returns whether something has changed.
  package func followEdgeGate() -> Bool {
    let before = edgeGateGestureRecognizer
    if screen?.edgeGate == nil, let before {
      removeGestureRecognizer(before)
      edgeGateGestureRecognizer = nil
    }
    closeEdgeGate()
    return edgeGateGestureRecognizer !== before
  }

  /// Adds the recognizer for the screen's gate, once.
  func closeEdgeGate() {
    guard screen?.edgeGate != nil, edgeGateGestureRecognizer == nil else { return }
    let gate = EdgeGateGestureRecognizer(id: id + ".edgeGate")
    edgeGateGestureRecognizer = gate
    addGestureRecognizer(gate)
  }
}

extension Application {
  /// The view to which a touch belongs before the one that was hit: one of the gate's window, with
  /// an edge pan around it. A private window keeps its touches.
  final func viewBeforeOthers(_ hit: View?, for contact: Contact, of device: Device) -> View? {
    guard let screen = device.screen, let gate = screen.edgeGate, let id = gate.window,
      !isBeginningAgain, Touch.type(of: contact.tool, on: device) == .direct,
      let window = windows.first(where: {
        $0.id == id && $0.isOpen && ($0.screen ?? screen) === screen
      }),
      window.edgeGateGestureRecognizer != nil, hit?.window !== window,
      !(hit?.window?.isPrivate ?? false)
    else { return nil }
    let open = hit?.window?.frontViewController?.preferredScreenEdgesDeferringSystemGestures ?? []
    guard gate.holds(contact.position, on: screen, except: open) else { return nil }
    let view = window.hitTest(window.fromSuperview(contact.position), with: event) ?? window
    var around: View? = view.inhibitingView == nil ? view : nil
    while let each = around {
      let pans = each.gestureRecognizers.lazy.filter { $0 is ScreenEdgePanGestureRecognizer }
      if pans.contains(where: \.isEnabled) { return view }
      around = each.superview
    }
    return nil
  }

  /// Lets a touch that the gate's window has had begin again where the hit test finds a view, with
  /// its first time and place.
  final func beginAgain(_ touch: Touch) {
    delivery.dropBegan(of: touch)
    afterTurn { [unowned self] in
      guard touch.phase != .cancelled else { return }
      let (isDown, time, place) = (touch.isDown, touch.timestamp, touch.position)
      cancel({ $0 === touch }, because: .contact, at: turn.time)
      isBeginningAgain = true
      feed(.down, touch.startPosition, of: touch, at: touch.startTime)
      isBeginningAgain = false
      if place != touch.startPosition { feed(.move, place, of: touch, at: time) }
      if !isDown { feed(.up, place, of: touch, at: time) }
    }
  }

  private final func feed(
    _ change: Contact.Change, _ place: Point, of touch: Touch, at time: Instant
  ) {
    var frame = Frame(time: time, device: touch.device)
    frame.contacts = [Contact(id: touch.contact, change: change, position: place)]
    feedContacts(frame)
  }
}
