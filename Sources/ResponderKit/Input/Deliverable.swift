// The part that touches and presses share: a window delivers, holds back and cancels them.

/// The phases of a touch, and of a press, whose `changed` is `moved` here.
public enum TouchPhase: UInt8, Sendable, CaseIterable {
  case began, moved, stationary, ended, cancelled

  /// The phase's name in records.
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

/// A touch or a press: a window delivers its phases, from began to ended or cancelled.
public class Deliverable {
  /// The engine's number, from 1 and never used again.
  public final let id: Int
  /// The phase of the latest event; stationary if that event did not change the touch or press.
  public private(set) final var phase = TouchPhase.began
  /// The time of the began phase.
  public final let startTime: Instant
  /// The time of the latest change.
  public private(set) final var timestamp: Instant
  /// The view that the touch was assigned to when it began; it never changes.
  public final let view: View?
  /// The path of that view when the touch began.
  package final let path: ViewPath?
  /// The recognizers that have accepted the touch and not released it.
  public private(set) final var gestureRecognizers: ContiguousArray<GestureRecognizer> = []

  /// The responder that receives the phases: the hit view, or the responder with focus.
  final let target: Responder
  /// The number of the event that last changed the touch, and the touch's index in that event.
  private(set) final var eventNumber: UInt64 = 0
  private(set) final var eventIndex = 0
  /// The number of the latest event whose phase its view was offered.
  private final var servedEvent: UInt64 = 0
  /// The version of the tree at the beginning.
  final let treeVersion: UInt64
  /// The number of the reset pass that last looked at the touch.
  private final var resetPass: UInt64 = 0

  /// The progress of the delivery to the target.
  ///
  ///     pending ──► delivered ──► endedHeld ──► finished
  ///        │  ╲         ▲ │                        ▲
  ///        │   ╲        │ └── ended · cancelled ───┤
  ///        │    ► beganHeld ── dropped ────────────┤
  ///        └── refused ────────────────────────────┘
  enum Progress {
    /// The began has not been decided yet.
    case pending
    /// The began is held back, and with it every later phase.
    case beganHeld
    /// The began was delivered.
    case delivered
    /// The ended is held back.
    case endedHeld
    /// Ended, cancelled or dropped: no more phase is delivered.
    case finished
    /// The target was refused the touch.
    case refused
  }
  private(set) final var progress = Progress.pending
  /// The time since which a phase is held back.
  private(set) final var heldSince: Instant?
  /// The responders that have handled the began and expect to handle the end.
  private(set) final var handlers: ContiguousArray<Handler> = []

  /// The responders for which it was cancelled while it continues for others.
  private final var leavers: ContiguousArray<Responder> = []

  /// A responder that has handled a began, and the callbacks that it handled then.
  struct Handler {
    var responder: Responder
    var handles: Handling
    /// The path of the responder at that time.
    var path: ViewPath?
  }

  init(
    id: Int, time: Instant, view: View?, target: Responder, treeVersion: UInt64
  ) {
    self.id = id
    startTime = time
    timestamp = time
    self.view = view
    path = view?.currentPath
    self.target = target
    self.treeVersion = treeVersion
  }

  /// Whether the touch or press has neither ended nor been cancelled.
  public final var isDown: Bool { phase != .ended && phase != .cancelled }

  /// Whether it is down, or ended at a time or later.
  final func isCurrent(since end: Instant) -> Bool { isDown || timestamp >= end }

  /// Whether the target tracks the touch: delivered or held, and neither ended nor cancelled.
  final var isTracked: Bool {
    isDown && (progress == .delivered || progress == .beganHeld)
  }

  /// Whether the target received the began and not yet the end, which may be held back.
  final var isKnownToTarget: Bool { progress == .delivered || progress == .endedHeld }

  /// Whether the target may receive more phases.
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

  /// Marks the touch as unchanged when an event begins.
  final func becomeStationary() { phase = .stationary }

  final func markChanged(in event: UInt64, at index: Int) {
    eventNumber = event
    eventIndex = index
  }

  /// Whether the view was offered the phase of an event.
  final func isServed(in event: UInt64) -> Bool { servedEvent == event }

  final func markServed(in event: UInt64) { servedEvent = event }

  // MARK: Recognizers

  final func addRecognizer(_ recognizer: GestureRecognizer) {
    gestureRecognizers.append(recognizer)
  }

  final func removeRecognizer(_ recognizer: GestureRecognizer) {
    gestureRecognizers.removeAll { $0 === recognizer }
  }

  /// Removes all finished recognizers, once in a pass: there may be very many.
  final func removeFinishedRecognizers(in pass: UInt64) {
    guard resetPass != pass else { return }
    resetPass = pass
    gestureRecognizers.removeAll { $0.publicState.isFinished }
  }

  // MARK: Progress of the delivery

  /// Holds back the began, or the ended of a began that was delivered.
  final func holdDelivery(of phase: TouchPhase, since time: Instant) {
    assert(phase == .began ? progress == .pending : progress == .delivered)
    progress = phase == .began ? .beganHeld : .endedHeld
    heldSince = time
  }

  /// Marks the began as delivered.
  final func deliverBegan() {
    assert(progress == .pending || progress == .beganHeld)
    progress = .delivered
    heldSince = nil
  }

  /// Marks the touch as refused: the target receives no phase.
  final func refuseDelivery() {
    assert(progress == .pending || progress == .beganHeld)
    progress = .refused
    heldSince = nil
  }

  /// Marks the delivery as finished: the target receives no more phases.
  final func finishDelivery() {
    progress = .finished
    heldSince = nil
  }

  /// Adds a responder that has handled the began.
  final func addHandler(_ responder: Responder) {
    if handlers.contains(where: { $0.responder === responder }) { return }
    handlers.append(
      Handler(responder: responder, handles: responder.takes, path: responder.path ?? path))
  }

  /// The path whose program acts for a responder, if it is not the path of the touch or press.
  ///
  /// It is the responder's path when it handled the began, or now if it did not.
  final func actorPath(of responder: Responder) -> ViewPath? {
    for index in handlers.indices where handlers[index].responder === responder {
      if handlers[index].path === path { return nil }
      return handlers[index].path
    }
    let now = responder.path
    return now === path ? nil : now
  }

  /// Removes a responder that has handled the end.
  final func removeHandler(_ responder: Responder) {
    handlers.removeAll { $0.responder === responder }
  }

  /// Forgets who handled it, as it is over: the latest event may keep it for long.
  final func forgetResponders() {
    handlers.removeAll()
    leavers.removeAll()
  }

  /// It is cancelled for a responder, which receives no more of it, even if it joins the chain again.
  final func leave(_ responder: Responder) {
    removeHandler(responder)
    leavers.append(responder)
  }

  /// Whether it was cancelled for any responder before it ended.
  final var hasLeavers: Bool { !leavers.isEmpty }

  /// Whether it was cancelled for a responder before it ended.
  final func hasLeft(_ responder: Responder) -> Bool {
    leavers.contains { $0 === responder }
  }
}
