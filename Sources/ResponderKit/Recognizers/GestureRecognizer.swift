// The base class of all recognizers: accepted touches, proposed states, requirements.

/// An observer of touches that looks for a gesture in them.
///
/// A subclass receives touches and proposes a state by setting `state`, or fails with `fail(_:)`.
/// One table and the arbitration among all recognizers decide whether the proposed state becomes
/// public.
open class GestureRecognizer {
  /// The word for the kind in configurations and records; a class from outside has that of its
  /// superclass.
  package class var kindWord: StaticString { "custom" }
  /// Whether `shouldRequireFailure` and the like can be other than no. A class of the engine says
  /// no for itself, so that subclasses from outside are asked.
  package class var answersForOthers: Bool { true }
  /// The names of what the kind measures.
  open class var measureNames: MeasureNames { MeasureNames() }

  /// The public states.
  public enum State: UInt8, Sendable, CaseIterable {
    case possible, began, changed, ended, cancelled, failed
  }

  /// The name in the configuration and in records.
  public let id: String
  /// An additional name, for people.
  public var name: String?
  /// The view that the recognizer is attached to.
  public internal(set) final var view: View? {
    get { viewReference?.object }
    set { viewReference = newValue.map(Uncounted.init) }
  }
  // Counted, ten fingers take 14 % more instructions.
  final var viewReference: Uncounted<View>?
  /// The object that answers the recognizer's questions.
  public var delegate: (any GestureRecognizerDelegate)?

  /// Whether the recognizer looks at touches; setting it to false ends a gesture under way.
  public final var isEnabled = true {
    didSet { if oldValue && !isEnabled { arbitration?.end(self, because: .disabled) } }
  }
  /// Whether a recognized gesture cancels its touches in the views.
  public final var cancelsTouchesInView = true
  /// Whether views receive a touch only after the recognizer has failed.
  public final var delaysTouchesBegan = false
  /// Whether views receive a lift only after the recognizer has decided.
  public final var delaysTouchesEnded = true
  /// Whether failures are reported with their reasons, as actions are (not in UIKit).
  public final var reportsFailure = false
  /// The types of touch that the recognizer looks at.
  public final var allowedTouchTypes = Set(TouchType.allCases)
  /// The types of press that the recognizer looks at.
  public final var allowedPressTypes: Set<PressType> = [.select]
  /// The modifier keys that must be held when a touch or press begins.
  public final var modifierFlagsRequired: ModifierFlags = []
  /// Whether the recognizer refuses touches of another type than those it follows.
  public final var requiresExclusiveTouchType = true
  /// How far apart the fingers of one gesture land at most, in points; nil: anywhere.
  public final var maximumSpread: Double?

  /// The recognizers that must fail before this one may be recognized.
  public private(set) final var failureRequirements: ContiguousArray<GestureRecognizer> = []

  /// The answer of `canPrevent`, as a closure instead of an override; nil: the class answers.
  public final var prevents: ((GestureRecognizer) -> Bool)?
  /// The answer of `canBePrevented`, as a closure instead of an override; nil: the class answers.
  public final var isPreventable: ((GestureRecognizer) -> Bool)?

  /// The questions that a program answers later with `Application.answer`.
  public final var remoteQuestions: RemoteQuestions = []
  /// The longest wait for such an answer, in seconds.
  public final var answerTimeout: TimeInterval = 0.02
  /// The answer if none comes in time.
  public final var defaultAnswer = true

  /// The current attempt, as arbitration stores it.
  final var attempt = Attempt()
  private final var timers: ContiguousArray<EngineTimer> = []
  private final var actions: ContiguousArray<(GestureRecognizer) -> Void> = []

  /// The index among the recognizers of the view, in the order of addition.
  final var attachment = 0

  /// A recognizer with an id.
  public init(id: String) { self.id = id }

  deinit {
    for timer in timers { view?.application?.timers.stop(timer) }
  }

  /// The public state; setting it proposes a state.
  public final var state: State {
    get { publicState }
    set { propose(newValue, because: .proposed) }
  }

  /// Proposes a state, with a reason.
  public final func propose(_ state: State, because reason: Reason) {
    if let arbitration = attempt.arbitrationReference {
      return arbitration.read { $0.propose(state, by: self, because: reason, byItself: true) }
    }
    arbitration?.propose(state, by: self, because: reason, byItself: true)
  }

  /// Fails, with a reason.
  public final func fail(_ reason: Reason) { propose(.failed, because: reason) }

  /// Cancels the gesture under way, as disabling would; a new finger begins a new attempt.
  public final func cancel() { arbitration?.end(self, because: .stopped) }

  /// Adds an action; actions are sent in the order of addition, for failures if `reportsFailure`.
  public final func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(action)
  }

  final func sendActions() { for action in actions { action(self) } }

  /// Adds a recognizer that must fail before this one may be recognized.
  public final func require(toFail other: GestureRecognizer) {
    guard other !== self, !failureRequirements.contains(where: { $0 === other }) else { return }
    failureRequirements.append(other)
  }

  /// Removes a requirement.
  public final func removeRequirement(_ other: GestureRecognizer) {
    failureRequirements.removeAll { $0 === other }
    // The recognizer may have waited for this requirement only.
    attempt.arbitration?.requirementsDidChange(of: self)
  }

  /// Releases a touch: the recognizer receives no more of it, and views receive what it held back.
  public final func ignore(_ touch: Touch, for event: Event) {
    event.application.arbitration.ignore(touch, by: self)
  }

  /// Releases a press.
  public final func ignore(_ press: Press, for event: Event) {
    event.application.arbitration.ignore(press, by: self)
  }

  /// Makes a timer that fires between events and ends with the attempt.
  public final func makeTimer(
    _ kind: EngineTimer.Kind, _ action: @escaping (Instant) -> Void
  ) -> EngineTimer {
    let timer = EngineTimer(kind, action)
    timers.append(timer)
    return timer
  }

  /// Starts a timer, or restarts it.
  public final func start(_ timer: EngineTimer, at due: Instant) {
    arbitration?.application.timers.start(timer, at: due)
  }

  /// Stops a timer.
  public final func stop(_ timer: EngineTimer) { arbitration?.application.timers.stop(timer) }

  final func stopTimers() {
    for timer in timers where timer.isRunning { stop(timer) }
  }

  /// The time by which the recognizer decides if no event comes; nil while no timer runs.
  public final var deadline: Instant? { timers.compactMap(\.due).min() }

  final var hasRunningTimer: Bool { timers.contains { $0.isRunning } }

  // MARK: For subclasses

  /// Called with the touches that landed.
  open func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {}
  /// Called with the touches that moved.
  open func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {}
  /// Called with the touches that lifted.
  open func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {}
  /// Called with the touches that were cancelled; the attempt ends unless the subclass sets a
  /// state.
  open func touchesCancelled(_ touches: ContiguousArray<Touch>, with event: Event) {}
  /// Called with the presses that began.
  open func pressesBegan(_ presses: ContiguousArray<Press>, with event: Event) {}
  /// Called with the presses that changed.
  open func pressesChanged(_ presses: ContiguousArray<Press>, with event: Event) {}
  /// Called with the presses that ended.
  open func pressesEnded(_ presses: ContiguousArray<Press>, with event: Event) {}
  /// Called with the presses that were cancelled; the attempt ends unless the subclass sets a
  /// state.
  open func pressesCancelled(_ presses: ContiguousArray<Press>, with event: Event) {}
  /// Called when the attempt is over; the subclass resets its own state.
  open func reset() {}

  /// Whether presses are offered to the recognizer.
  open var receivesPresses: Bool { false }
  /// Whether this recognizer, when recognized, makes the other fail.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
  /// Whether the other recognizer, when recognized, makes this one fail.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
  /// Whether the other recognizer must fail first.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
  /// Whether this recognizer must fail before the other may be recognized.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
  /// Whether the recognizer looks at an event.
  open func shouldReceive(_ event: Event) -> Bool { true }
  /// Whether the recognizer may receive a touch; asked before the delegate.
  open func shouldReceive(_ touch: Touch) -> Bool { true }
  /// The location of the gesture on the screen; by default the middle of the touches.
  open var screenLocation: Point { middleOfTouches ?? .zero }
  /// The number of taps that it needs; nil for kinds without taps.
  package var requiredTaps: Int? { nil }
  /// The number of fingers that it needs at least.
  package var requiredTouches: Int { 1 }
  /// The distance after which every stroke that could be a swipe starts it; nil if some do not.
  package func dragThreshold(for swipe: SwipeGestureRecognizer) -> Double? { nil }
  /// The measure of the recognizer's kind.
  open var measure: GestureMeasure { .none }
  /// Whether a recognized gesture starts with began, also if it was blocked until its end.
  var startsWithBegan: Bool { false }
  /// The required buttons that a touch of a pen, a touchpad or a pointer lacks.
  func buttonsMissing(for touch: Touch) -> ButtonMask { [] }
  /// Whether the gesture continues when a device cancels some of its contacts, as if these fingers
  /// had lifted.
  var goesOnWithoutTakenContacts: Bool { false }
  /// Whether the recognizer may still be recognized for a drag in a direction on the screen.
  func mayFollow(_ direction: Point) -> Bool { false }
  /// Called when another recognizer has failed and this one is undecided.
  func rivalsDidFail() {}
  /// Whether drags of its touch wait until it has failed.
  var precedesDrags: Bool { false }
  /// A reason of the class not to begin.
  func reasonNotToBegin() -> Reason? { nil }
  /// Called after a change of the public state, before the action is sent.
  func stateDidChange() {}
}

/// The questions of a recognizer; every question has UIKit's default answer.
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
