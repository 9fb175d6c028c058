// Two fingers that move apart or together.

/// A continuous recognizer of the distance between two fingers.
open class PinchGestureRecognizer: TwoFingerGestureRecognizer {
  /// By how much the distance must change before it begins, in points.
  public final var threshold = 8.0

  /// The distance in relation to that at the moment it began; settable, as UIKit's.
  public final var scale = 1.0 {
    didSet { if !isMeasuring { rebase(to: scale) } }
  }
  private final var isMeasuring = false
  /// The distance that means a scale of 1; nil until the fingers are far enough apart.
  private final var base: Double?
  /// The distance from which a change is measured; nil until the fingers are far enough apart.
  private final var startDistance: Double?

  /// Fingers that are nearer to each other have no ratio, in points.
  static let leastDistance = 1.0

  /// The change of scale a second, over the last moments.
  public final var velocity: Double {
    velocityHistory.velocity(at: presentTime).x
  }

  open override var measure: GestureMeasure { .pinch(scale: scale, velocity: velocity) }

  override func pairBegan() {
    if isUnderWay {
      rebase(to: scale)
    } else {
      startDistance = distance
    }
  }

  override func pairMoved(hasBegun: Bool, at time: Instant) {
    guard let distance else { return }
    if hasBegun {
      if base == nil { rebase(to: scale) }
      return measure(at: time)
    }
    guard let startDistance else {
      self.startDistance = distance
      return
    }
    guard abs(distance - startDistance) > threshold else { return }
    base = distance
    velocityHistory.begin(at: startTime, place: Point(x: 1, y: 0))
    measure(at: time)
    propose(
      .began,
      because: .reached(
        abs(distance - startDistance), limit: threshold, unit: .points, rule: "PI1"))
  }

  /// How far the fingers are from each other; nil while that is too near to have a ratio.
  private final var distance: Double? {
    guard let distance = line?.length, distance >= Self.leastDistance else { return nil }
    return distance
  }

  private final func measure(at time: Instant) {
    guard let distance, let base else { return }
    isMeasuring = true
    scale = distance / base
    isMeasuring = false
    velocityHistory.move(to: Point(x: scale, y: 0), at: time)
  }

  /// Chooses the base so that the present distance means this scale.
  private final func rebase(to scale: Double) {
    base = distance.flatMap { scale > 0 && scale.isFinite ? $0 / scale : nil }
  }

  open override func reset() {
    super.reset()
    isMeasuring = true
    scale = 1
    isMeasuring = false
    base = nil
    startDistance = nil
    velocityHistory.begin(at: startTime, place: Point(x: 1, y: 0))
  }
}
