// A drag from the edge of the screen.

/// Edges of a rectangle.
public struct RectEdge: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let top = RectEdge(rawValue: 1 << 0)
  public static let left = RectEdge(rawValue: 1 << 1)
  public static let bottom = RectEdge(rawValue: 1 << 2)
  public static let right = RectEdge(rawValue: 1 << 3)
  public static let all: RectEdge = [.top, .left, .bottom, .right]
}

/// A one-finger pan that begins at an edge of its window and moves inwards.
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  package override class var kindWord: StaticString { "screenEdgePan" }
  package override class var answersForOthers: Bool { self != ScreenEdgePanGestureRecognizer.self }
  open override class var measureNames: MeasureNames {
    MeasureNames("translation", "velocity", "progress")
  }

  /// The edges at which the pan may begin.
  public final var edges: RectEdge = []
  /// How close to the edge the finger must land, in points.
  public final var edgeRegion = 13.0
  /// The section of the edge in which the pan may begin, from 0 at its left or top end to 1.
  public final var section: ClosedRange<Double> = 0...1
  /// Whether the finger must land close to two of the edges, in a corner.
  public final var requiresCorner = false
  /// Whether it pops the page of the navigation controller whose root view it is on.
  public final var pops = false

  private final var nearEdges: RectEdge = []
  /// The edge from which it has begun.
  final var edge: RectEdge = []

  package override func dragThreshold(for swipe: SwipeGestureRecognizer) -> Double? { nil }

  /// A screen-edge pan with an id, and with its own default threshold.
  public override init(id: String) {
    super.init(id: id)
    threshold = 15
    maximumNumberOfTouches = 1
  }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    let isFirst = nearEdges.isEmpty
    super.touchesBegan(touches, with: event)
    guard isFirst, let touch = self.touches.first, let window = touch.window else { return }
    let location = touch.location(in: window) - window.bounds.origin
    let distances: [(RectEdge, Double, Double)] = [
      (.left, location.x, location.y / window.bounds.size.height),
      (.right, window.bounds.size.width - location.x, location.y / window.bounds.size.height),
      (.top, location.y, location.x / window.bounds.size.width),
      (.bottom, window.bounds.size.height - location.y, location.x / window.bounds.size.width),
    ]
    var nearest = Double.infinity
    for (edge, distance, along) in distances where edges.contains(edge) {
      nearest = min(nearest, distance)
      if distance <= edgeRegion, section.contains(along) { nearEdges.insert(edge) }
    }
    let isCorner =
      !nearEdges.isDisjoint(with: [.left, .right]) && !nearEdges.isDisjoint(with: [.top, .bottom])
    if nearEdges.isEmpty || (requiresCorner && !isCorner) {
      fail(.farFromEdge(nearest, limit: edgeRegion))
    }
  }

  override func advance(by step: Point) {
    guard let passing = displacement.passing(threshold, in: step) else { return }
    let way = displacement - step * (1 - passing)
    var best = -Double.infinity
    var isInward = false
    for (edge, inward, sideways) in [
      (RectEdge.left, way.x, way.y), (.right, -way.x, way.y), (.top, way.y, way.x),
      (.bottom, -way.y, way.x),
    ] where nearEdges.contains(edge) {
      best = max(best, inward)
      if inward > 0, inward >= abs(sideways) {
        isInward = true
        self.edge = edge
      }
    }
    if isInward {
      begin(rule: "ED2", after: displacement.length, passing: passing)
    } else {
      fail(.wrongWay(-best, rule: "ED2"))
    }
  }

  override func mayFollow(_ direction: Point) -> Bool {
    switch direction.longerAxis {
    case .horizontal: nearEdges.contains(direction.x > 0 ? .left : .right)
    case .vertical: nearEdges.contains(direction.y > 0 ? .top : .bottom)
    }
  }

  override var precedesDrags: Bool { !nearEdges.isEmpty }

  open override var measure: GestureMeasure {
    guard pops, let progress, case .vectors(let way, let speed) = super.measure else {
      return super.measure
    }
    return .vectorsAndNumber(way, speed, progress)
  }

  override func reasonNotToBegin() -> Reason? {
    pops && pageToPop == nil ? .other("there is no page to pop") : super.reasonNotToBegin()
  }

  override func stateDidChange() {
    if pops, publicState == .ended { popPage() }
  }

  open override func reset() {
    super.reset()
    nearEdges = []
    edge = []
  }
}
