// One attempt of a recognizer, as arbitration stores it.

/// The state of a recognizer from the first touch that it accepts to its reset.
///
///     idle ── begin ──► active ── clear ──► being reset ── end ──► idle
struct Attempt {
  // Counted, ten fingers take 6 % more instructions.
  /// The arbitration that the attempt belongs to; nil while no attempt is under way.
  private(set) var arbitrationReference: Uncounted<Arbitration>?
  /// When the first touch or press of the attempt began.
  private(set) var startTime = Instant(microseconds: 0)
  /// The touches and presses that the recognizer has accepted, lifted ones included.
  private(set) var touches: ContiguousArray<Touch> = []
  private(set) var presses: ContiguousArray<Press> = []

  /// The public state.
  private(set) var state = GestureRecognizer.State.possible
  /// The path of the recognizer's view when the gesture began; nil before.
  private(set) var path: ViewPath?
  /// The state that the recognizer's own code has set and that is not public yet.
  private(set) var wanted: GestureRecognizer.State?
  /// Why the recognizer first wanted to begin during this attempt; nil if it did not.
  private(set) var reasonToBegin: Reason?
  /// The reason for the wanted state, or for the failure.
  private(set) var reason = Reason.proposed

  /// When a drag that has not begun yet passed its limit: the number of the event plus the part of
  /// its straight step.
  private(set) var passing: Double?

  /// Requirements that apply to this attempt only.
  private(set) var dynamicRequirements: ContiguousArray<GestureRecognizer> = []
  /// Whether no pair with this recognizer has been asked for dynamic requirements yet.
  private(set) var isNew = false
  /// The number of ancestors of the recognizer's view at the latest sort.
  private(set) var depth = 0
  private(set) var hasReportedWaiting = false
  private(set) var hasReportedStuck = false

  var arbitration: Arbitration? { arbitrationReference?.object }

  var isActive: Bool { arbitrationReference != nil }

  mutating func begin(in arbitration: Arbitration, at time: Instant, depth: Int) {
    arbitrationReference = Uncounted(arbitration)
    startTime = time
    isNew = true
    self.depth = depth
  }

  // MARK: Touches and presses

  mutating func append(_ item: Deliverable) {
    if let touch = item as? Touch { touches.append(touch) }
    if let press = item as? Press { presses.append(press) }
  }

  mutating func remove(_ item: Deliverable) {
    touches.removeAll { $0 === item }
    presses.removeAll { $0 === item }
  }

  // MARK: States

  mutating func want(_ state: GestureRecognizer.State?) { wanted = state }

  // While it waits, its fingers move and lift, which are other reasons.
  mutating func wantToBegin(because reason: Reason) { reasonToBegin = reasonToBegin ?? reason }

  mutating func passLimit(at moment: Double) { passing = moment }

  mutating func setReason(_ reason: Reason) { self.reason = reason }

  mutating func enter(_ state: GestureRecognizer.State) { self.state = state }

  mutating func begin(at path: ViewPath?) {
    self.path = path
    passing = nil
  }

  // MARK: Marks of arbitration

  mutating func require(toFail other: GestureRecognizer) { dynamicRequirements.append(other) }

  mutating func markAsked() { isNew = false }

  mutating func setDepth(_ depth: Int) { self.depth = depth }

  mutating func markReportedWaiting() { hasReportedWaiting = true }

  mutating func markReportedStuck() { hasReportedStuck = true }

  // MARK: Reset

  /// Clears everything except the public state, which stays until the recognizer has reset itself.
  mutating func clear() {
    touches.removeAll(keepingCapacity: true)
    presses.removeAll(keepingCapacity: true)
    dynamicRequirements.removeAll(keepingCapacity: true)
    wanted = nil
    reasonToBegin = nil
    passing = nil
    hasReportedWaiting = false
    hasReportedStuck = false
    reason = .proposed
    isNew = false
    path = nil
  }

  /// Ends the attempt; the recognizer is possible again.
  mutating func end() {
    state = .possible
    arbitrationReference = nil
  }

  /// Clears the reference to the arbitration, which is being deallocated.
  mutating func abandon() { arbitrationReference = nil }
}
