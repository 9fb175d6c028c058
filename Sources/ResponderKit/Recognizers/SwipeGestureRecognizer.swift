// A quick stroke in one direction.

/// A discrete recognizer: all fingers move far enough in one direction, soon enough, without
/// drifting.
///
///     possible ──far enough──► ended (while the fingers still move)
///        └── backwards · drifted · too late · extra finger · lift ──► failed
open class SwipeGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "swipe" }
  open override class var measureNames: MeasureNames { MeasureNames("direction") }

  /// Directions of a stroke.
  public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let right = Direction(rawValue: 1 << 0)
    public static let left = Direction(rawValue: 1 << 1)
    public static let up = Direction(rawValue: 1 << 2)
    public static let down = Direction(rawValue: 1 << 3)

    /// The name of a single direction.
    public var word: StaticString {
      switch self {
      case .right: "right"
      case .left: "left"
      case .up: "up"
      case .down: "down"
      default: "none"
      }
    }
  }

  /// The allowed directions.
  public final var direction: Direction = .right
  /// The number of fingers.
  public final var numberOfTouchesRequired = 1
  /// The longest duration of the stroke, in seconds.
  public final var maximumDuration: TimeInterval = 0.5
  /// The distance that the fingers must move, in points, at time 0.
  public final var minimumTravel = 50.0
  /// The decrease of that distance, in points per second.
  public final var travelDecay = 47.0
  /// The distance that the fingers may drift, in points, at time 0.
  public final var maximumDrift = 50.0
  /// The decrease of the allowed drift, in points per second.
  public final var driftDecay = 49.0

  /// The direction of the current stroke; empty until it is recognized.
  public private(set) final var recognizedDirection: Direction = []
  private final var candidates: Direction?

  package override var requiredTouches: Int { numberOfTouchesRequired }
  open override var measure: GestureMeasure { .word(recognizedDirection.word) }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    if candidates == nil { candidates = direction }
    if self.touches.count > numberOfTouchesRequired {
      fail(
        .tooManyTouches(
          self.touches.count, limit: numberOfTouchesRequired, rule: "SW3"))
    }
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    let time = event.timestamp - startTime
    guard time <= maximumDuration else {
      return fail(.tooLong(time, limit: maximumDuration, rule: "SW2"))
    }
    let needed = minimumTravel - travelDecay * time
    let allowed = maximumDrift - driftDecay * time
    var reason = Reason.proposed
    var complete: Direction = []
    var passing = 0.0
    for way in [Direction.right, .left, .up, .down] where candidates?.contains(way) ?? false {
      var isComplete = self.touches.count == numberOfTouchesRequired
      for touch in self.touches {
        let moved = touch.position - touch.startPosition
        let (along, across) = Self.split(moved, way)
        if along < 0 {
          candidates?.remove(way)
          reason = .wrongWay(-along, rule: "SW3")
        } else if across > allowed {
          candidates?.remove(way)
          reason = .drifted(across, limit: allowed, rule: "SW3")
        }
        if along < needed { isComplete = false }
        let step = Self.split(touch.step, way).along
        if step > 0 { passing = max(passing, 1 - (along - needed) / step) }
      }
      if isComplete, candidates?.contains(way) ?? false { complete.insert(way) }
    }
    if candidates?.isEmpty ?? false {
      fail(reason)
    } else if let way = [Direction.right, .left, .up, .down].first(where: complete.contains) {
      recognizedDirection = way
      let (along, _) = Self.split(touches[0].position - touches[0].startPosition, way)
      passLimit(at: passing)
      propose(.ended, because: .reached(along, limit: needed, unit: .points, rule: "SW1"))
    }
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    fail(.lifted(after: event.timestamp - startTime, rule: "SW3"))
  }

  private static func split(
    _ moved: Point, _ way: Direction
  ) -> (along: Double, across: Double) {
    switch way {
    case .right: (moved.x, abs(moved.y))
    case .left: (-moved.x, abs(moved.y))
    case .down: (moved.y, abs(moved.x))
    default: (-moved.y, abs(moved.x))
    }
  }

  override func mayFollow(_ direction: Point) -> Bool {
    let way: Direction =
      switch direction.longerAxis {
      case .horizontal: direction.x > 0 ? .right : .left
      case .vertical: direction.y > 0 ? .down : .up
      }
    return touches.count == numberOfTouchesRequired
      && (candidates ?? self.direction).contains(way)
      && presentTime - startTime <= maximumDuration
  }

  open override func reset() {
    candidates = nil
    recognizedDirection = []
  }
}
