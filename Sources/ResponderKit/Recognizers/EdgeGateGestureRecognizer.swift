// Touches at the edges of a screen, held back for a moment in case they are a system's gesture.

/// Where on a screen, and for how long, views wait for the gestures of a system.
public struct EdgeGate: Hashable, Sendable {
  /// The edges at which touches are held back.
  public var edges: RectEdge
  /// How near to the edge a touch must land, in points.
  public var edgeRegion = 13.0
  /// How long a touch is held back at most, in seconds.
  public var timeout: TimeInterval = 0.15

  /// A gate at these edges.
  public init(edges: RectEdge) { self.edges = edges }

  /// Whether a touch that lands here is held back, if some edges are left open.
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

/// The recognizer by which a window holds touches back at the edges of its screen.
///
///     possible ── its time is up · a finger lifts · another is recognized ──► failed
///
/// It recognizes nothing.  A gesture that is recognized while it holds a touch keeps that touch
/// from the views, unless it does not cancel touches; else they get it when this one fails.
public final class EdgeGateGestureRecognizer: GestureRecognizer {
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
  /// The controller whose view is in front: the one presented last over the root's.
  var frontViewController: ViewController? {
    var front = rootViewController
    while let presented = front?.presentedViewController { front = presented }
    return front
  }

  /// Adds the recognizer that its screen's gate needs, or takes it off where there is no gate any
  /// more; answers whether something has changed.
  package func followEdgeGate() -> Bool {
    let before = edgeGateGestureRecognizer
    if screen?.edgeGate == nil, let before {
      removeGestureRecognizer(before)
      edgeGateGestureRecognizer = nil
    }
    closeEdgeGate()
    return edgeGateGestureRecognizer !== before
  }

  /// Adds the recognizer that its screen's gate needs, once.
  func closeEdgeGate() {
    guard screen?.edgeGate != nil, edgeGateGestureRecognizer == nil else { return }
    let gate = EdgeGateGestureRecognizer(id: id + ".edgeGate")
    edgeGateGestureRecognizer = gate
    addGestureRecognizer(gate)
  }
}
