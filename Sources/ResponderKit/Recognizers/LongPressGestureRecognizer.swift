// Fingers that stay down.

/// A continuous recognizer: fingers stay down long enough in one place, optionally after some taps.
///
///     tapping ──n taps──► landing ──all down──► holding ──time──► pressed ──lift──► ended
///        │                   │                     │                 └─ moves: changed
///        └── as a tap fails  └── lift              └── moved · lift · further finger ──► failed
open class LongPressGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "longPress" }
  package override class var answersForOthers: Bool { self != LongPressGestureRecognizer.self }
  open override class var measureNames: MeasureNames { MeasureNames("over") }

  /// How long the fingers must be down, in seconds.
  public final var minimumPressDuration: TimeInterval = 0.5
  /// How far the middle of the fingers may move before that, in points.
  public final var allowableMovement = 10.0
  /// The number of taps that come first.
  public final var numberOfTapsRequired = 0
  /// The number of fingers.
  public final var numberOfTouchesRequired = 1
  /// How far the fingers may move in the taps that come first, in points.
  public final var allowableTapMovement = 45.0
  /// The longest duration of one of these taps, in seconds.
  public final var maximumTapDuration: TimeInterval = 0.75
  /// The longest time from a lift to the next tap, or to the press, in seconds.
  public final var maximumTapInterval: TimeInterval = 0.35
  /// Whether it lifts its view, as a drag session does (not in UIKit as a property).
  public final var drags = false

  /// The drag session that is under way.
  final var session: DragSession?
  /// The index in the outbox of the view that the lifted one was over at the latest action.
  final var over: Int?
  final lazy var scrollStep = makeTimer(.minimum) { [unowned self] in scrollContent(at: $0) }

  private enum Step {
    case tapping
    case holding(origin: Point?)
    case pressed
  }
  private final var step = Step.tapping
  private final var sequence = TapSequence()

  private final lazy var press = makeTimer(.minimum) { [unowned self] _ in pressIsLongEnough() }
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
  override var startsWithBegan: Bool { true }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches where !hasDecided {
      if case .pressed = step {
        ignore(touch, for: event)
      } else {
        down(touch)
      }
    }
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    switch step {
    case .tapping: apply(sequence.moved(), at: event.timestamp)
    case .holding(let origin):
      guard let origin, let middle = sequence.middle else { return }
      let distance = middle.distance(to: origin)
      if distance > allowableMovement {
        fail(.moved(distance, limit: allowableMovement, rule: "LP2"))
      }
    case .pressed: propose(.changed, because: .goesOn)
    }
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches where !hasDecided { up(touch) }
  }

  open override func pressesBegan(_ presses: ContiguousArray<Press>, with event: Event) {
    for press in presses where !hasDecided {
      if case .pressed = step { ignore(press, for: event) } else { down(press) }
    }
  }

  open override func pressesEnded(_ presses: ContiguousArray<Press>, with event: Event) {
    for press in presses where !hasDecided { up(press) }
  }

  private final func down(_ finger: Deliverable) {
    if sequence.isBetweenTaps {
      sequence.required = numberOfTouchesRequired
      sequence.allowableMovement = allowableTapMovement
      stop(interval)
      // The last landing is the press itself, which has no longest duration.
      if sequence.taps < numberOfTapsRequired {
        start(duration, at: finger.timestamp + scaled(maximumTapDuration))
      }
    }
    apply(sequence.down(finger), at: finger.timestamp)
  }

  private final func up(_ finger: Deliverable) {
    switch step {
    case .tapping: apply(sequence.up(finger), at: finger.timestamp)
    case .holding: fail(.lifted(after: finger.timestamp - startTime, rule: "LP2"))
    case .pressed: propose(.ended, because: .fingersLifted)
    }
  }

  private final func apply(_ outcome: TapSequence.Outcome, at time: Instant) {
    switch outcome {
    case .pending: break
    case .reached:
      guard sequence.taps >= numberOfTapsRequired else { return }
      step = .holding(origin: sequence.middle)
      start(press, at: time + scaled(minimumPressDuration))
    case .tapped:
      stop(duration)
      start(interval, at: time + scaled(maximumTapInterval))
    case .failed(let reason): fail(reason)
    }
  }

  private final func pressIsLongEnough() {
    step = .pressed
    let milliseconds = scaled(minimumPressDuration) * 1000
    propose(
      .began,
      because: .reached(milliseconds, limit: milliseconds, unit: .milliseconds, rule: "LP1"))
  }

  open override var measure: GestureMeasure { over.map { .view($0) } ?? .none }

  override func stateDidChange() {
    if state == .began { view?.give(.impact) }
    if session != nil || drags { drag() }
  }

  open override func reset() {
    over = nil
    step = .tapping
    sequence.reset()
  }
}
