// A view that follows a finger and says what it means.

/// The base of all controls: tracking, highlight, and control events.
///
///     idle ──touchesBegan, beginTracking yes──► tracking ──touchesEnded──► idle
///       │                                          ├── touchesCancelled ──► idle
///       └── beginTracking no                       ├── continueTracking no ──► idle
///                                                  └── disabled · hidden · leaves ──► idle
///
/// It consumes the touches of itself and of its subviews, tracked or not.
open class Control: View {
  /// Whether it takes touches at all; a disabled control counts as not interactive.
  public final var isEnabled = true { didSet { isDisabled = !isEnabled } }
  /// Whether it is chosen; for the owner's use.
  public final var isSelected = false
  /// Whether it follows a finger.
  public private(set) final var isTracking = false
  /// Whether the finger it follows counts as inside.
  public private(set) final var isTouchInside = false
  /// Whether it shows itself pressed.
  public private(set) final var isHighlighted = false
  /// How far around it the finger still counts as inside; nil means the application's slop.
  public final var slop: Double?
  /// What a subclass's `beginTracking` would say, as a value.
  public final var shouldBeginTracking: ((Touch) -> Bool)?
  /// What a subclass's `continueTracking` would say, as a value.
  public final var shouldContinueTracking: ((Touch) -> Bool)?
  /// Whether it keeps its default action from recognizers on its ancestors.
  public final var protectsDefaultAction = true
  /// The actions that climb the responder chain, in the order of registration.
  public private(set) final var chainActions: [(action: String, events: ControlEvent)] = []

  private(set) final var trackedTouch: Touch?
  private final var targets: [(key: String?, events: ControlEvent, body: (Control) -> Void)] = []

  open override class var hitTestsByGeometry: Bool { self == Control.self }

  /// What control events carry as value; nil for controls without one.
  open var reportedValue: Double? { nil }
  /// The events that this kind of control sends.
  var sentEvents: ControlEvent { ControlEvent(rawValue: .max) }

  // MARK: Targets

  /// Adds an action; the same key again merges the events and keeps its place.
  public final func addAction(
    key: String? = nil, for events: ControlEvent, _ body: @escaping (Control) -> Void
  ) {
    if let key, let place = targets.firstIndex(where: { $0.key == key }) {
      targets[place].events.formUnion(events)
    } else {
      targets.append((key, events, body))
    }
  }

  /// Adds an action that the first responder of the chain that can perform it performs.
  public final func addChainAction(_ action: String, for events: ControlEvent) {
    if let place = chainActions.firstIndex(where: { $0.action == action }) {
      chainActions[place].events.formUnion(events)
    } else {
      chainActions.append((action, events))
    }
  }

  /// Takes back every action that climbs the responder chain.
  public final func removeChainActions() { chainActions = [] }

  /// Sends an event's actions.
  public final func sendActions(for events: ControlEvent) {
    guard !events.intersection(sentEvents).isEmpty, let application else { return }
    let outbox = application.outbox
    if outbox.wants.contains(.control) {
      let list: ContiguousArray<Touch> = trackedTouch.map { [$0] } ?? []
      outbox.append(
        .control(self, events, touches: outbox.append(list), value: reportedValue))
    }
    for target in targets where !target.events.isDisjoint(with: events) { target.body(self) }
    for (action, mask) in chainActions where !mask.isDisjoint(with: events) {
      perform(action, in: application)
    }
  }

  private final func perform(_ action: String, in application: Application) {
    let chain = (application.firstResponder ?? self).chain
    let candidate = chain.first { $0.performs.contains(action) }
    if application.outbox.wants.contains(.control) {
      application.outbox.append(.performed(action: action, by: candidate, sender: self))
    }
  }

  // MARK: For subclasses

  /// Whether to follow a finger that landed on the control.
  open func beginTracking(_ touch: Touch, with event: Event) -> Bool {
    shouldBeginTracking?(touch) ?? true
  }

  /// Whether to go on following the finger.
  open func continueTracking(_ touch: Touch, with event: Event) -> Bool {
    shouldContinueTracking?(touch) ?? true
  }

  /// The finger lifted.
  open func endTracking(_ touch: Touch, with event: Event) {}

  /// The finger was taken away; there is no event when the control leaves its window.
  open func cancelTracking(with event: Event?) {}

  /// Tells that the touchDown events of a new finger have been sent.
  func trackingBegan(_ touch: Touch) {}

  // MARK: Touches

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    report(touches, .began, with: event)
    guard !isTracking, isEnabled, isShown, inhibitingView == nil,
      let touch = touches.first(where: { $0.view === self })
    else { return }
    report(.beginTracking)
    guard beginTracking(touch, with: event) else { return }
    isTracking = true
    trackedTouch = touch
    isTouchInside = true
    isHighlighted = true
    sendActions(for: .touchDown)
    if touch.tapCount > 1 { sendActions(for: .touchDownRepeat) }
    trackingBegan(touch)
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    report(touches, .moved, with: event)
    guard let touch = tracked(in: touches) else { return }
    let wasInside = isTouchInside
    isTouchInside = isInside(touch, event)
    report(.continueTracking)
    guard continueTracking(touch, with: event) else { return stopTracking() }
    isHighlighted = isTouchInside
    if wasInside != isTouchInside {
      sendActions(for: isTouchInside ? .touchDragEnter : .touchDragExit)
    }
    sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside)
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    report(touches, .ended, with: event)
    guard let touch = tracked(in: touches) else { return }
    isTouchInside = isInside(touch, event)
    report(.endTracking)
    endTracking(touch, with: event)
    let isInside = isTouchInside
    sendActions(for: isInside ? .touchUpInside : .touchUpOutside)
    if isInside { touchUpInsideWasSent() }
    stopTracking()
  }

  open override func touchesCancelled(_ touches: ContiguousArray<Touch>, with event: Event) {
    report(touches, .cancelled, with: event)
    guard tracked(in: touches) != nil else { return }
    cancel(with: event)
  }

  func touchUpInsideWasSent() {}

  // MARK: Presses

  /// A select press of the focused control is its activation, once the press has ended.
  open override func pressesEnded(_ presses: ContiguousArray<Press>, with event: Event) {
    super.pressesEnded(presses, with: event)
    for press in presses where press.type == .select && press.target === self && isEnabled {
      sendActions(for: .primaryActionTriggered)
    }
  }

  /// Ends tracking without an event: the control leaves its window, or takes no touches any more.
  final func abandonTracking() {
    trackedTouch?.removeHandler(self)
    cancel(with: nil)
  }

  private final func cancel(with event: Event?) {
    report(.cancelTracking)
    cancelTracking(with: event)
    sendActions(for: .touchCancel)
    stopTracking()
  }

  private final func tracked(in touches: ContiguousArray<Touch>) -> Touch? {
    guard isTracking else { return nil }
    return touches.first { $0 === trackedTouch }
  }

  func stopTracking() {
    isTracking = false
    trackedTouch = nil
    isTouchInside = false
    isHighlighted = false
  }

  private final func isInside(_ touch: Touch, _ event: Event) -> Bool {
    let place = touch.location(in: self)
    let reach = -(slop ?? application?.constants.controlSlop ?? 70)
    let grown = bounds.inset(
      by: EdgeInsets(top: reach, left: reach, bottom: reach, right: reach))
    return grown.contains(place) || point(inside: place, with: event)
  }

  private final func report(_ step: TrackingStep) {
    guard let outbox = application?.outbox, outbox.wants.contains(.tracking) else { return }
    outbox.append(.tracking(self, step))
  }

  // MARK: Protection

  /// Recognizers on ancestors against which this kind of control protects its default action.
  func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool { false }

  override final func protects(against recognizer: GestureRecognizer) -> Bool {
    guard protectsDefaultAction, let view = recognizer.view, view !== self,
      isDescendant(of: view)
    else { return false }
    return conflictsWithDefaultAction(recognizer)
  }

  /// Whether a recognizer looks for one tap of one finger.
  final func isSingleTap(_ recognizer: GestureRecognizer) -> Bool {
    guard let tap = recognizer as? TapGestureRecognizer else { return false }
    return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
  }
}
