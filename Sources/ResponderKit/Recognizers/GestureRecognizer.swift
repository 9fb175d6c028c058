// The part that all recognizers share: what they accept, what they propose, what they wait for.

/// An observer of touches that may find a gesture in them.
///
/// A subclass looks at the touches it is given and proposes a state by setting `state`, or gives
/// up with `fail(_:)`. What becomes of the proposal is decided by one table here and by
/// arbitration among all recognizers; only then the public state changes.
open class GestureRecognizer {
  /// The public states.
  public enum State: UInt8, Sendable, CaseIterable {
    case possible, began, changed, ended, cancelled, failed
  }

  /// The name by which configuration and records know it.
  public let id: String
  /// A further name, for people.
  public var name: String?
  /// The view it is attached to.
  @safe public internal(set) final unowned(unsafe) var view: View?
  /// Who answers for its owner.
  public var delegate: (any GestureRecognizerDelegate)?

  /// Whether it looks at touches; switching it off ends a gesture that it follows.
  public final var isEnabled = true {
    didSet { if oldValue && !isEnabled { arbitration?.end(self, because: .disabled) } }
  }
  /// Whether the views lose the touches of a recognized gesture.
  public final var cancelsTouchesInView = true
  /// Whether views do not learn of a touch before the recognizer has failed.
  public final var delaysTouchesBegan = false
  /// Whether views do not learn of a lift while the recognizer is still undecided.
  public final var delaysTouchesEnded = true
  /// Whether its failures are told with their reasons, as its actions are; UIKit never does.
  public final var reportsFailure = false
  /// The types of touch it looks at.
  public final var allowedTouchTypes = Set(TouchType.allCases)
  /// The types of press it looks at.
  public final var allowedPressTypes: Set<PressType> = [.select]
  /// Whether it refuses touches of another type than those it follows.
  public final var requiresExclusiveTouchType = true

  /// The recognizers that must fail before this one may be recognized.
  public private(set) final var failureRequirements: ContiguousArray<GestureRecognizer> = []

  /// What a subclass's `canPrevent` would say, as a value; nil leaves it to the class.
  public final var prevents: ((GestureRecognizer) -> Bool)?
  /// What a subclass's `canBePrevented` would say, as a value; nil leaves it to the class.
  public final var isPreventable: ((GestureRecognizer) -> Bool)?

  /// The questions that somebody outside the engine answers, later, by `Application.answer`.
  public final var remoteQuestions: RemoteQuestions = []
  /// How long the engine waits for such an answer, in seconds.
  public final var answerTimeout: TimeInterval = 0.02
  /// The answer when none comes in time.
  public final var defaultAnswer = true

  /// What arbitration keeps of the present attempt.
  final var attempt = Attempt()
  private final var timers: ContiguousArray<EngineTimer> = []
  private final var actions: ContiguousArray<(GestureRecognizer) -> Void> = []

  /// Whether its class is the engine's own, which never answers for others by itself.
  private final let isOfEngine: Bool
  /// Where it stands among the recognizers of its view, in the order of addition.
  final var attachment = 0

  /// A recognizer of this name.
  public init(id: String) {
    self.id = id
    isOfEngine = GestureRecognizer.engineClasses.contains(ObjectIdentifier(Self.self))
  }

  private static let engineClasses = Set(
    [
      TapGestureRecognizer.self, LongPressGestureRecognizer.self, PanGestureRecognizer.self,
      ScreenEdgePanGestureRecognizer.self, SwipeGestureRecognizer.self,
      PinchGestureRecognizer.self, RotationGestureRecognizer.self, HoverGestureRecognizer.self,
      TransformGestureRecognizer.self, PathGestureRecognizer.self,
      EdgeGateGestureRecognizer.self, ContentDelayGestureRecognizer.self,
      ScrollPanGestureRecognizer.self, ScrollPinchGestureRecognizer.self,
    ].map { ObjectIdentifier($0) })

  deinit {
    for timer in timers { view?.application?.timers.stop(timer) }
  }

  /// The public state; setting it proposes a state.
  public final var state: State {
    get { publicState }
    set { propose(newValue, because: .proposed) }
  }

  /// Proposes a state, and says why.
  public final func propose(_ state: State, because reason: Reason) {
    arbitration?.propose(state, by: self, because: reason, byItself: true)
  }

  /// Gives up, and says why.
  public final func fail(_ reason: Reason) { propose(.failed, because: reason) }

  /// Breaks off the gesture it follows, as disabling it would; a new finger starts afresh.
  public final func cancel() { arbitration?.end(self, because: .stopped) }

  /// Adds an action; actions are sent in the order of addition, for failures only on demand.
  public final func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(action)
  }

  final func sendActions() { for action in actions { action(self) } }

  /// Adds a recognizer that must fail before this one may be recognized.
  public final func require(toFail other: GestureRecognizer) {
    guard other !== self, !failureRequirements.contains(where: { $0 === other }) else { return }
    failureRequirements.append(other)
  }

  /// Takes back a requirement.
  public final func removeRequirement(_ other: GestureRecognizer) {
    failureRequirements.removeAll { $0 === other }
    // It may have waited for this one alone.
    attempt.arbitration?.requirementsDidChange(of: self)
  }

  /// Releases a touch: no more of it comes here, and views get what was held for it.
  public final func ignore(_ touch: Touch, for event: Event) {
    event.application.arbitration.ignore(touch, by: self)
  }

  /// Releases a press.
  public final func ignore(_ press: Press, for event: Event) {
    event.application.arbitration.ignore(press, by: self)
  }

  /// A timer that fires between events and dies with the attempt.
  public final func makeTimer(
    _ kind: EngineTimer.Kind, _ action: @escaping (Instant) -> Void
  ) -> EngineTimer {
    let timer = EngineTimer(kind, action)
    timers.append(timer)
    return timer
  }

  /// Starts a timer, or starts it anew.
  public final func start(_ timer: EngineTimer, at due: Instant) {
    arbitration?.application.timers.start(timer, at: due)
  }

  /// Stops a timer.
  public final func stop(_ timer: EngineTimer) { arbitration?.application.timers.stop(timer) }

  final func stopTimers() {
    for timer in timers where timer.isRunning { stop(timer) }
  }

  /// When it decides at the latest, if nothing happens; nil while no timer of its own runs.
  public final var deadline: Instant? { timers.compactMap(\.due).min() }

  final var hasRunningTimer: Bool { timers.contains { $0.isRunning } }

  // MARK: For subclasses

  /// Gives the touches that landed.
  open func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {}
  /// Gives the touches that moved.
  open func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {}
  /// Gives the touches that lifted.
  open func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {}
  /// Gives the touches that were taken away; the attempt ends unless the subclass decided.
  open func touchesCancelled(_ touches: ContiguousArray<Touch>, with event: Event) {}
  /// Gives the presses that began.
  open func pressesBegan(_ presses: ContiguousArray<Press>, with event: Event) {}
  /// Gives the presses that changed.
  open func pressesChanged(_ presses: ContiguousArray<Press>, with event: Event) {}
  /// Gives the presses that ended.
  open func pressesEnded(_ presses: ContiguousArray<Press>, with event: Event) {}
  /// Gives the presses that were taken away; the attempt ends unless the subclass decided.
  open func pressesCancelled(_ presses: ContiguousArray<Press>, with event: Event) {}
  /// Tells that the attempt is over; the subclass forgets what it knew.
  open func reset() {}

  /// Whether it is offered presses at all.
  open var receivesPresses: Bool { false }
  /// Whether this recognizer, recognized, makes the other fail.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
  /// Whether the other, recognized, makes this recognizer fail.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
  /// Whether the other must fail first.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
  /// Whether this recognizer must fail before the other goes on.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
  /// Whether it looks at an event at all.
  open func shouldReceive(_ event: Event) -> Bool { true }
  /// Whether it may have a touch; asked before the delegate.
  open func shouldReceive(_ touch: Touch) -> Bool { true }
  /// Whether a question about who waits for whom can have another answer than no.
  final var answersForOthers: Bool { delegate != nil || !isOfEngine }
  /// Where the gesture is, on the screen; by default the middle of the touches.
  open var screenLocation: Point { middleOfTouches ?? .zero }
  /// What its kind measures.
  open var measure: GestureMeasure { .none }
  /// Who alone may learn of it, beyond the audiences of its touches.
  package var audience: Audience { [] }
  /// Who alone may learn of its present attempt: of all its touches, and of its pointer.
  package final var attemptAudience: Audience {
    var answer = audience
    for touch in touches { answer.formUnion(touch.audience) }
    return answer
  }
  /// Whether a recognized gesture starts with began, also when it was held up until its end.
  var startsWithBegan: Bool { false }
  /// The buttons that a touch of a pen, a touchpad or a pointer would need and has not.
  func buttonsMissing(for touch: Touch) -> ButtonMask { [] }
  /// Whether the gesture goes on when a device takes some of its contacts back, as if these fingers
  /// had lifted.
  var goesOnWithoutTakenContacts: Bool { false }
  /// A reason of its own class not to begin.
  func reasonNotToBegin() -> Reason? { nil }
  /// Tells of a public change, before the action is sent.
  func stateDidChange() {}
}

/// What a recognizer asks its owner; every question has UIKit's default answer.
public protocol GestureRecognizerDelegate: AnyObject {
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: Event) -> Bool
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool
  func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive event: Event
  ) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive press: Press
  ) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}
