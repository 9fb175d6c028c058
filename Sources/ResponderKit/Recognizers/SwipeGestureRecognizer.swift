// A quick stroke in one direction.

/// A discrete recognizer: all fingers move far enough in one direction, soon enough, without
/// drifting.
///
///     possible ──far enough──► ended (while the fingers still move)
///        └── backwards · drifted · too late · extra finger · lift ──► failed
open class SwipeGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "swipe" }
  package override class var answersForOthers: Bool { self != SwipeGestureRecognizer.self }
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
  /// When the latest movement was reported, in seconds of its window after the landing.
  private final var lastTime = 0.0
  /// The factor of the window's times, as it was when the stroke began.
  private final var timeScale = 1.0

  package override var requiredTouches: Int { numberOfTouchesRequired }
  open override var measure: GestureMeasure { .word(recognizedDirection.word) }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    if candidates == nil {
      candidates = direction
      timeScale = view?.appliedTimeScale ?? 1
    }
    if self.touches.count > numberOfTouchesRequired {
      fail(
        .tooManyTouches(
          self.touches.count, limit: numberOfTouchesRequired, rule: "SW3"))
    }
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    let time = age(at: event.timestamp)
    guard time <= maximumDuration else {
      return fail(
        .tooLong(time * timeScale, limit: maximumDuration * timeScale, rule: "SW2"))
    }
    defer { lastTime = time }
    let allowed = drift(at: time)
    var reason = Reason.proposed
    for way in [Direction.right, .left, .up, .down] where candidates?.contains(way) ?? false {
      if let part = arrival(in: way, at: time, event.number) {
        recognizedDirection = way
        let (along, _) = Self.split(touches[0].position - touches[0].startPosition, way)
        passLimit(at: part)
        return propose(
          .ended, because: .reached(along, limit: travel(at: time), unit: .points, rule: "SW1"))
      }
      for touch in self.touches {
        let (along, across) = Self.split(touch.position - touch.startPosition, way)
        if along < 0 {
          candidates?.remove(way)
          reason = .wrongWay(-along, rule: "SW3")
        } else if abs(across) > allowed {
          candidates?.remove(way)
          reason = .drifted(abs(across), limit: allowed, rule: "SW3")
        }
      }
    }
    if candidates?.isEmpty ?? false { fail(reason) }
  }

  /// The seconds from the landing to a moment, as they pass in the window.
  private final func age(at moment: Instant) -> TimeInterval {
    (moment - startTime) / timeScale
  }

  /// The distance that the fingers must have moved at a time after the landing.
  private final func travel(at time: TimeInterval) -> Double { minimumTravel - travelDecay * time }

  /// The distance that they may have drifted then.
  private final func drift(at time: TimeInterval) -> Double { maximumDrift - driftDecay * time }

  /// The part of the latest straight steps after which all fingers have moved far enough in a
  /// direction, without having drifted until then, however seldom they are reported; nil if they
  /// have not.
  private final func arrival(
    in way: Direction, at time: TimeInterval, _ event: UInt64
  ) -> Double? {
    guard touches.count == numberOfTouchesRequired else { return nil }
    func step(_ touch: Touch) -> Point { touch.eventNumber == event ? touch.step : .zero }
    var part = 0.0
    for touch in touches {
      let moved = touch.position - touch.startPosition
      let missing = travel(at: time) - Self.split(moved, way).along
      let before = travel(at: lastTime) - Self.split(moved - step(touch), way).along
      if missing > 0 { return nil }
      if before > 0 { part = max(part, before / (before - missing)) }
    }
    let allowed = drift(at: lastTime + (time - lastTime) * part)
    let isStraight = touches.allSatisfy { touch in
      let moved = touch.position - touch.startPosition - step(touch) * (1 - part)
      return abs(Self.split(moved, way).across) <= allowed
    }
    return isStraight ? part : nil
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    fail(.lifted(after: event.timestamp - startTime, rule: "SW3"))
  }

  private static func split(
    _ moved: Point, _ way: Direction
  ) -> (along: Double, across: Double) {
    switch way {
    case .right: (moved.x, moved.y)
    case .left: (-moved.x, moved.y)
    case .down: (moved.y, moved.x)
    default: (-moved.y, moved.x)
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
      && age(at: presentTime) <= maximumDuration
  }

  open override func reset() {
    candidates = nil
    lastTime = 0
    recognizedDirection = []
  }
}
