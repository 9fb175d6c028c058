// Flings of content that a touch has just caught: the second one is faster than the hand.

/// Content that moved by itself when a touch stopped it.
struct CaughtContent {
  /// Where it would have come to rest.
  let rest: Point
  /// Its velocity then.
  let velocity: Point
  let time: Instant
  /// What it moved to.
  let landing: ScrollLanding
}

/// What a drag may add to its own velocity.
struct Momentum {
  /// The velocity of the content that the touch caught.
  let velocity: Point
  /// Where the fingers were when they moved last, and when that was.
  var place: Point
  var moved: Instant
}

extension ScrollView {
  private static let longestWait: TimeInterval = 0.3
  private static let standstill: TimeInterval = 0.02
  private static let highestSpeed = 8000.0

  /// Notes how the content moves, because a touch stops it.
  final func catchContent() {
    guard let movement, let now = application?.turn.time else { return }
    var landing = ScrollLanding()
    if case .scrolling = movement { landing = self.landing }
    caught = CaughtContent(
      rest: movement.end, velocity: movement.velocity(at: now), time: now, landing: landing)
  }

  /// Whether a touch has caught the content on its way to a page or snap offset.
  final var isPageCaught: Bool { caught?.landing.hasNumber ?? false }

  /// Lets the content continue to its page, because another scroll view takes the touch that caught
  /// it.
  final func goOn() {
    guard let landing = caught?.landing, !isHeld, movement == nil else { return }
    caught = nil
    decelerate(velocity: .zero, to: landing)
  }

  /// The momentum of a drag that begins now.
  final func momentum(at now: Instant) -> Momentum? {
    guard let caught, now - caught.time <= Self.longestWait else { return nil }
    return Momentum(
      velocity: caught.velocity, place: panGestureRecognizer.screenTranslation, moved: now)
  }

  /// Takes the momentum away from fingers that stand still.
  final func keepMomentum() {
    guard let drag, let momentum = drag.momentum, let now = application?.turn.time else { return }
    if drag.pan.stands(since: momentum.moved, for: Self.standstill) {
      self.drag?.momentum = nil
      return
    }
    let place = drag.pan.screenTranslation
    guard place != momentum.place else { return }
    self.drag?.momentum?.place = place
    self.drag?.momentum?.moved = now
  }

  /// The speed of content that is flung along an axis, with the momentum of the drag.
  final func flung(_ drag: ContentDrag?, along axis: ScrollAxis, _ speed: Double) -> Double {
    guard let caught = drag?.momentum?.velocity[axis], caught * speed > 0,
      abs(speed) >= abs(caught) / 2
    else { return speed }
    let sum = abs(speed) + 0.000816 * exponential(1.967 * logarithm(abs(caught)))
    return min(max(Self.highestSpeed, abs(speed)), sum) * (speed < 0 ? -1 : 1)
  }
}
