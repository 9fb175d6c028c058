// Touches at the edges of a screen, held back in case they are a system gesture.

/// Where on a screen, and for how long, touches wait for system gestures.
public struct EdgeGate: Hashable, Sendable {
  /// The edges at which touches are held back.
  public var edges: RectEdge
  /// The width of the region at an edge, in points.
  public var edgeRegion = 13.0
  /// The longest time for which a touch is held back, in seconds.
  public var timeout: TimeInterval = 0.15

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
    fail(.noEdgeGesture(gate?.timeout ?? 0))
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
    let open = window.frontViewController?.preferredScreenEdgesDeferringSystemGestures ?? []
    return gate.holds(touch.startPosition, on: screen, except: open)
  }

  public override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard !timer.isRunning, let gate else { return }
    start(timer, at: event.timestamp + gate.timeout)
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
