// Two fingers that move apart or together.

/// A continuous recognizer of the distance between two fingers.
open class PinchGestureRecognizer: TwoFingerGestureRecognizer {
  package override class var kindWord: StaticString { "pinch" }
  package override class var answersForOthers: Bool { self != PinchGestureRecognizer.self }
  open override class var measureNames: MeasureNames { MeasureNames("scale", "scaleVelocity") }

  /// How far the distance must change before the pinch begins, in points.
  public final var threshold = 8.0

  /// The distance relative to that at the beginning; settable, as in UIKit.
  public final var scale = 1.0 {
    didSet { if !isMeasuring { rebase(to: scale) } }
  }
  private final var isMeasuring = false
  /// The distance at scale 1; nil until the fingers are far enough apart.
  private final var base: Double?
  /// The distance at the start of a change; nil until the fingers are far enough apart.
  private final var startDistance: Double?

  /// The distance below which two fingers have no scale, in points.
  static let leastDistance = 1.0

  /// The change of scale per second.
  public final var velocity: Double {
    velocityHistory.velocity(at: presentTime).x
  }

  open override var measure: GestureMeasure { .numbers(scale, velocity) }

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
    passThreshold(from: startDistance, to: distance)
    velocityHistory.begin(at: startTime, position: Point(x: 1, y: 0))
    measure(at: time)
    propose(
      .began,
      because: .reached(
        abs(distance - startDistance), limit: threshold, unit: .points, rule: "PI1"))
  }

  /// Called when the latest step of the fingers passed the threshold.
  func passThreshold(from start: Double, to distance: Double) {}

  /// The distance of the fingers; nil while it is too small for a scale.
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

  /// Chooses the base so that the current distance has this scale.
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
    velocityHistory.begin(at: startTime, position: Point(x: 1, y: 0))
  }
}
