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
  private final var base = 1.0
  private final var startDistance = 0.0

  /// The change of scale a second, over the last moments.
  public final var velocity: Double {
    velocityHistory.velocity(at: server?.outbox.time ?? startTime).x
  }

  open override var measure: GestureMeasure { .pinch(scale: scale, velocity: velocity) }

  override func pairBegan() {
    startDistance = distance
    if publicState.isBegun || wanted == .began { rebase(to: scale) }
  }

  override func pairMoved(hasBegun: Bool, at time: Instant) {
    if hasBegun {
      measure(at: time)
    } else if abs(distance - startDistance) > threshold {
      base = max(distance, .leastNonzeroMagnitude)
      velocityHistory.begin(at: startTime, place: Point(x: 1, y: 0))
      measure(at: time)
      propose(
        .began,
        because: .reached(
          abs(distance - startDistance), limit: threshold, unit: .points, rule: "PI1"))
    }
  }

  private final var distance: Double { line?.length ?? 0 }

  private final func measure(at time: Instant) {
    isMeasuring = true
    scale = distance / base
    isMeasuring = false
    velocityHistory.move(to: Point(x: scale, y: 0), at: time)
  }

  /// Chooses the base so that the present distance means this scale.
  private final func rebase(to scale: Double) {
    guard scale > 0, distance > 0 else { return }
    base = distance / scale
  }

  open override func reset() {
    super.reset()
    isMeasuring = true
    scale = 1
    isMeasuring = false
    base = 1
    startDistance = 0
    velocityHistory.begin(at: startTime, place: Point(x: 1, y: 0))
  }
}
