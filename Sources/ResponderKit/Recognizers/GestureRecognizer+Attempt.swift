// The present attempt of a recognizer, as its own code and subclasses see it.

extension GestureRecognizer.State {
  /// The state's name as traces write it.
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

  /// Whether nothing but a reset follows.
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
  /// The touches it has accepted since its last reset, lifted ones included.
  public final var touches: ContiguousArray<Touch> { attempt.touches }
  /// The presses it has accepted since its last reset.
  public final var presses: ContiguousArray<Press> { attempt.presses }
  /// When the first touch or press of the attempt began.
  public final var startTime: Instant { attempt.startTime }

  final var publicState: State { attempt.state }
  /// The state its own code has decided on and that is not public yet.
  final var wanted: State? { attempt.wanted }

  /// Whether its own code has decided on a state after which nothing more can come.
  final var hasDecided: Bool { publicState.isFinished || (wanted?.isFinished ?? false) }

  /// Whether its gesture has begun, or begins as soon as arbitration allows it.
  final var isUnderWay: Bool { publicState.isBegun || wanted == .began }

  /// Whether it has accepted a touch in this attempt.
  final func hasAccepted(_ touch: Touch) -> Bool { touches.contains { $0 === touch } }

  /// The moment of the running turn; between attempts, the start of the last one.
  final var presentTime: Instant { attempt.arbitration?.time ?? startTime }

  /// What decides about its attempts: the present one's, else that of its view's application.
  final var arbitration: Arbitration? { attempt.arbitration ?? view?.application?.arbitration }
}
