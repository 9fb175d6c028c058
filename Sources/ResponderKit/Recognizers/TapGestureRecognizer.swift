// One or more taps with one or more fingers.

/// A discrete recognizer: fingers go down and up again, in time, without moving away.
///
///     possible ──n taps──► ended
///        └── moved · too many or too few fingers · tap too long · next tap late ──► failed
open class TapGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "tap" }
  package override class var answersForOthers: Bool { self != TapGestureRecognizer.self }

  /// The number of taps in a row.
  public final var numberOfTapsRequired = 1
  /// The number of fingers.
  public final var numberOfTouchesRequired = 1
  /// How far the middle of the fingers may move from the first tap, in points.
  public final var allowableMovement = 45.0
  /// The longest duration of one tap, in seconds.
  public final var maximumTapDuration: TimeInterval = 0.75
  /// The longest time from a lift to the next tap, in seconds.
  public final var maximumTapInterval: TimeInterval = 0.35

  /// The buttons that must be pressed when a pen, a touchpad's finger or a pointer touches.
  public final var buttonMaskRequired: ButtonMask = .primary

  private final var sequence = TapSequence()
  private final lazy var duration = makeTimer(.maximum) { [unowned self] _ in
    let limit = scaled(maximumTapDuration)
    fail(.tooLong(limit, limit: limit, rule: "TAP4"))
  }
  private final lazy var interval = makeTimer(.maximum) { [unowned self] _ in
    fail(.noNextTap(scaled(maximumTapInterval)))
  }

  package override var requiredTaps: Int? { numberOfTapsRequired }
  package override var requiredTouches: Int { numberOfTouchesRequired }
  open override var receivesPresses: Bool { true }

  override func buttonsMissing(for touch: Touch) -> ButtonMask {
    touch.type == .direct ? [] : buttonMaskRequired.subtracting(touch.buttonMask)
  }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches where !hasDecided { down(touch) }
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    apply(sequence.moved(), at: event.timestamp)
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches where !hasDecided { apply(sequence.up(touch), at: touch.timestamp) }
  }

  open override func pressesBegan(_ presses: ContiguousArray<Press>, with event: Event) {
    for press in presses where !hasDecided { down(press) }
  }

  open override func pressesEnded(_ presses: ContiguousArray<Press>, with event: Event) {
    for press in presses where !hasDecided { apply(sequence.up(press), at: press.timestamp) }
  }

  private final func down(_ finger: Deliverable) {
    if sequence.isBetweenTaps {
      sequence.required = numberOfTouchesRequired
      sequence.allowableMovement = allowableMovement
      stop(interval)
      start(duration, at: finger.timestamp + scaled(maximumTapDuration))
    }
    apply(sequence.down(finger), at: finger.timestamp)
  }

  private final func apply(_ outcome: TapSequence.Outcome, at time: Instant) {
    switch outcome {
    case .pending, .reached: break
    case .failed(let reason): fail(reason)
    case .tapped:
      stop(duration)
      if sequence.taps >= numberOfTapsRequired {
        propose(
          .ended,
          because: .reached(
            Double(sequence.taps), limit: Double(numberOfTapsRequired), unit: .taps, rule: "TAP1"))
      } else {
        start(interval, at: time + scaled(maximumTapInterval))
      }
    }
  }

  open override func reset() { sequence.reset() }

  open override var screenLocation: Point { sequence.origin ?? super.screenLocation }

  /// A tap never prevents a tap with more taps.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let tap = other as? TapGestureRecognizer else { return true }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }
}
