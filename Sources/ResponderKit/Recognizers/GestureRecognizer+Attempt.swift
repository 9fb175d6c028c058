// The current attempt of a recognizer, as its own code and subclasses see it.

extension GestureRecognizer.State {
  /// The state's name in traces.
  public var word: String {
    switch self {
    case .possible: "Possible"
    case .began: "Began"
    case .changed: "Changed"
    case .ended: "Ended"
    case .cancelled: "Cancelled"
    case .failed: "Failed"
    }
  }

  /// Whether only a reset follows.
  public var isFinished: Bool {
    switch self {
    case .possible, .began, .changed: false
    case .ended, .cancelled, .failed: true
    }
  }

  /// Whether a continuous gesture is under way.
  public var isBegun: Bool { self == .began || self == .changed }
}

extension GestureRecognizer {
  /// The touches that the recognizer has accepted since its last reset, lifted ones included.
  public final var touches: ContiguousArray<Touch> { attempt.touches }
  /// The presses that the recognizer has accepted since its last reset.
  public final var presses: ContiguousArray<Press> { attempt.presses }
  /// The time of the first touch or press of the attempt.
  public final var startTime: Instant { attempt.startTime }

  /// The path of the view when the gesture began, or now if it has not begun; nil without a view.
  final var gesturePath: ViewPath? { attempt.path ?? view?.currentPath }

  final var publicState: State { attempt.state }
  /// The state that the recognizer's own code has set and that is not public yet.
  final var wanted: State? { attempt.wanted }

  /// Whether the recognizer's own code has set a final state.
  final var hasDecided: Bool { publicState.isFinished || (wanted?.isFinished ?? false) }

  /// Whether the gesture has begun, or begins as soon as arbitration allows it.
  final var isUnderWay: Bool { publicState.isBegun || wanted == .began }

  /// Whether the recognizer has accepted a touch in this attempt.
  final func hasAccepted(_ touch: Touch) -> Bool {
    for index in attempt.touches.indices where attempt.touches[index] === touch { return true }
    return false
  }

  /// Marks that the current event passed the limit of a drag, at a part of its straight step.
  final func passLimit(at part: Double) {
    guard let number = attempt.arbitrationReference?.read({ $0.event.number }) else { return }
    attempt.passLimit(at: Double(number) + min(max(part, 0), 1))
  }

  /// The time of the running turn; between attempts, the start of the last attempt.
  final var presentTime: Instant {
    attempt.arbitrationReference?.read { $0.time } ?? startTime
  }

  /// The arbitration of the current attempt, or else of the view's application.
  final var arbitration: Arbitration? { attempt.arbitration ?? view?.application?.arbitration }
}
