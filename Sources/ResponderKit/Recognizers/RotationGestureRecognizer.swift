// Two fingers that rotate around each other.

/// A continuous recognizer of the angle of the line between two fingers.
open class RotationGestureRecognizer: TwoFingerGestureRecognizer {
  package override class var kindWord: StaticString { "rotation" }
  package override class var answersForOthers: Bool { self != RotationGestureRecognizer.self }
  open override class var measureNames: MeasureNames {
    MeasureNames("rotation", "rotationVelocity")
  }

  /// How far the angle must change before the rotation begins, in radians.
  public final var threshold = 5 * Double.pi / 180

  /// The angle since the beginning, in radians, clockwise on screen; settable, as in UIKit.
  public final var rotation = 0.0
  private final var turned = 0.0
  /// The angle in the last event; nil until the fingers are far enough apart for an angle.
  private final var lastAngle: Double?

  /// The change of angle per second.
  public final var velocity: Double {
    velocityHistory.velocity(at: presentTime).x
  }

  open override var measure: GestureMeasure { .numbers(rotation, velocity) }

  override func pairBegan() {
    lastAngle = lineAngle
    if !isUnderWay { turned = 0 }
  }

  override func pairMoved(hasBegun: Bool, at time: Instant) {
    guard let now = lineAngle else {
      // A rotation while the fingers are at one point is ignored.
      lastAngle = nil
      return
    }
    guard let last = lastAngle else {
      lastAngle = now
      return
    }
    var step = now - last
    // The shorter of the two directions.
    if step > .pi { step -= 2 * .pi }
    if step <= -.pi { step += 2 * .pi }
    lastAngle = now
    if hasBegun {
      rotation += step
      velocityHistory.move(to: velocityHistory.position + Point(x: step, y: 0), at: time)
    } else {
      turned += step
      if abs(turned) > threshold {
        rotation = 0
        velocityHistory.begin(at: startTime)
        velocityHistory.move(to: .zero, at: time)
        let degree = Double.pi / 180
        propose(
          .began,
          because: .reached(
            abs(turned) / degree, limit: threshold / degree, unit: .degrees, rule: "RO1"))
      }
    }
  }

  /// The angle of the line between the fingers; nil where they are too close to each other.
  private final var lineAngle: Double? {
    guard let line, line.length >= PinchGestureRecognizer.leastDistance else { return nil }
    return angle(of: line)
  }

  open override func reset() {
    super.reset()
    rotation = 0
    turned = 0
    lastAngle = nil
    velocityHistory.begin(at: startTime)
  }
}
