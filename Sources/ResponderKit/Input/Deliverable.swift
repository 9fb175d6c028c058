// What touches and presses have in common: a window delivers, holds back and cancels them.

/// The phases of a touch, and of a press, whose changed counts as moved.
public enum TouchPhase: UInt8, Sendable, CaseIterable {
  case began, moved, stationary, ended, cancelled

  /// The phase in a word.
  public var word: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

/// A touch or a press: something with a beginning and an end that a window delivers.
public class Deliverable {
  /// The engine's number, never used again: from 1, and from 1,000,000,001 in a view whose
  /// audience is not everybody.
  public final let id: Int
  /// The phase of the latest event; stationary where that event did not change it.
  public private(set) final var phase = TouchPhase.began
  /// When it began.
  public final let startTime: Instant
  /// When it last changed.
  public private(set) final var timestamp: Instant
  /// The view it was assigned to when it began; it never changes.
  public final let view: View?
  /// Where that view lay when it began.
  package final let path: ViewPath?
  /// Who may learn of it: the audience of the view it landed on, as it was when it began.
  public final let audience: Audience
  /// The recognizers that have accepted it and not let go of it.
  public private(set) final var gestureRecognizers: ContiguousArray<GestureRecognizer> = []

  /// Whom the window serves: the hit view, or the responder with focus.
  final let target: Responder
  /// The number of the event that last changed it, and its place in that event.
  private(set) final var eventNumber: UInt64 = 0
  private(set) final var eventIndex = 0
  /// The version of the tree in which it began.
  final let treeVersion: UInt64
  /// The number of the reset pass that looked at it last.
  private final var resetPass: UInt64 = 0

  /// How far the target's own stream of phases has come.
  ///
  ///     pending ──► delivered ──► endedHeld ──► finished
  ///        │  ╲         ▲ │                        ▲
  ///        │   ╲        │ └── ended · cancelled ───┤
  ///        │    ► beganHeld ── dropped ────────────┤
  ///        └── refused (never hears of it) ────────┘
  enum Progress {
    /// Its began has not come to the window's turn yet.
    case pending
    /// Its began is held back, and with it everything after.
    case beganHeld
    /// Its began was delivered.
    case delivered
    /// Its ended is held back.
    case endedHeld
    /// Ended, cancelled or dropped: nothing more will be delivered.
    case finished
    /// The target was not entitled to it.
    case refused
  }
  private(set) final var progress = Progress.pending
  /// Since when a phase is held back.
  private(set) final var heldSince: Instant?
  /// The responders that have handled its began and expect to handle its end.
  private(set) final var handlers: ContiguousArray<Handler> = []

  /// A responder that has handled a began, and the callbacks that it handled then.
  struct Handler {
    var responder: Responder
    var handles: Handling
    /// Where the responder lay then.
    var path: ViewPath?
  }

  init(
    id: Int, time: Instant, view: View?, target: Responder, audience: Audience, treeVersion: UInt64
  ) {
    self.id = id
    startTime = time
    timestamp = time
    self.view = view
    path = view?.currentPath
    self.audience = audience
    self.target = target
    self.treeVersion = treeVersion
  }

  /// Whether it has neither ended nor been cancelled.
  public var isDown: Bool { phase != .ended && phase != .cancelled }

  /// Whether its target tracks it: delivered or held, and neither ended nor cancelled.
  final var isTracked: Bool {
    isDown && (progress == .delivered || progress == .beganHeld)
  }

  /// Whether its target heard of its beginning and not yet of its end, which may be held back.
  final var isKnownToTarget: Bool { progress == .delivered || progress == .endedHeld }

  /// Whether the window still owes its target something.
  final var isOwed: Bool {
    switch progress {
    case .pending, .beganHeld, .delivered, .endedHeld: true
    case .finished, .refused: false
    }
  }

  // MARK: Events

  final func change(to phase: TouchPhase, at time: Instant) {
    self.phase = phase
    timestamp = time
  }

  /// An event begins, and has not changed it yet.
  final func becomeStationary() { phase = .stationary }

  final func markChanged(in event: UInt64, at index: Int) {
    eventNumber = event
    eventIndex = index
  }

  // MARK: Recognizers

  final func addRecognizer(_ recognizer: GestureRecognizer) {
    gestureRecognizers.append(recognizer)
  }

  final func removeRecognizer(_ recognizer: GestureRecognizer) {
    gestureRecognizers.removeAll { $0 === recognizer }
  }

  /// Forgets all finished recognizers at once, once in a pass: there may be very many.
  final func removeFinishedRecognizers(in pass: UInt64) {
    guard resetPass != pass else { return }
    resetPass = pass
    gestureRecognizers.removeAll { $0.publicState.isFinished }
  }

  // MARK: Progress of the delivery

  /// The began is held back, or the ended of a began that was delivered.
  final func holdDelivery(of phase: TouchPhase, since time: Instant) {
    assert(phase == .began ? progress == .pending : progress == .delivered)
    progress = phase == .began ? .beganHeld : .endedHeld
    heldSince = time
  }

  /// The began is delivered.
  final func deliverBegan() {
    assert(progress == .pending || progress == .beganHeld)
    progress = .delivered
    heldSince = nil
  }

  /// The target never gets anything.
  final func refuseDelivery() {
    assert(progress == .pending || progress == .beganHeld)
    progress = .refused
    heldSince = nil
  }

  /// The target gets nothing more.
  final func finishDelivery() {
    progress = .finished
    heldSince = nil
  }

  /// A responder has handled the began.
  final func addHandler(_ responder: Responder) {
    if handlers.contains(where: { $0.responder === responder }) { return }
    handlers.append(
      Handler(responder: responder, handles: responder.takes, path: responder.path ?? path))
  }

  /// Where a responder lay when it handled the began, or lies now if it did not; a responder that
  /// lies nowhere acts where the view is.
  final func path(of responder: Responder) -> ViewPath? {
    for handler in handlers where handler.responder === responder { return handler.path }
    return responder.path ?? path
  }

  /// A responder has handled the end.
  final func removeHandler(_ responder: Responder) {
    handlers.removeAll { $0.responder === responder }
  }

  final func removeHandlers() { handlers.removeAll() }
}
