// A view that tracks a finger and sends control events.

/// The base class of all controls: tracking, highlight, and control events.
///
///     idle ──touchesBegan, beginTracking yes──► tracking ──touchesEnded──► idle, highlighted for
///                                                  │                        the rest of its time
///       │                                          ├── touchesCancelled ──► idle
///       └── beginTracking no                       ├── continueTracking no ──► idle
///                                                  └── disabled · hidden · leaves ──► idle
///
/// A control handles all touches on itself and its subviews, whether it tracks them or not.
open class Control: View {
  package override class var kindWord: StaticString { "control" }

  /// Whether the control handles touches; a disabled control is not hit.
  public final var isEnabled = true { didSet { isDisabled = !isEnabled } }
  /// Whether the control is selected; only the program that owns it uses this.
  public final var isSelected = false
  /// Whether the control tracks a finger.
  public private(set) final var isTracking = false
  /// Whether the tracked finger is inside, with the slop.
  public private(set) final var isTouchInside = false
  /// Whether the control should be drawn pressed.
  public private(set) final var isHighlighted = false
  /// The distance around the control in which the finger is still inside; nil: `controlSlop`.
  public final var slop: Double?
  /// The answer of `beginTracking`, as a closure instead of an override.
  public final var shouldBeginTracking: ((Touch) -> Bool)?
  /// The answer of `continueTracking`, as a closure instead of an override.
  public final var shouldContinueTracking: ((Touch) -> Bool)?
  /// Whether the control protects its default action from recognizers on its ancestors.
  public final var protectsDefaultAction = true
  /// The actions that are sent up the responder chain, in the order of registration.
  public private(set) final var chainActions: [(action: String, events: ControlEvent)] = []

  private(set) final var trackedTouch: Touch?
  private final var highlightEnd: Instant?
  // While the events of a lift are sent: whether the highlight outlasts them.
  private final var keepsHighlight = false
  private final var targets: [(key: String?, events: ControlEvent, body: (Control) -> Void)] = []

  open override class var hitTestsByGeometry: Bool { self == Control.self }

  /// The value that control events report; nil for controls without a value.
  open var reportedValue: Double? { nil }
  /// What a change of the value feels like.
  var feedbackOfValue: Feedback? { .selection }
  /// The events that this kind of control sends.
  var sentEvents: ControlEvent { ControlEvent(rawValue: .max) }

  // MARK: Targets

  /// Adds an action; adding the same key again merges the events and keeps the position.
  public final func addAction(
    key: String? = nil, for events: ControlEvent, _ body: @escaping (Control) -> Void
  ) {
    if let key, let index = targets.firstIndex(where: { $0.key == key }) {
      targets[index].events.formUnion(events)
    } else {
      targets.append((key, events, body))
    }
  }

  /// Adds an action that the first responder of the chain that can perform it performs.
  public final func addChainAction(_ action: String, for events: ControlEvent) {
    if let index = chainActions.firstIndex(where: { $0.action == action }) {
      chainActions[index].events.formUnion(events)
    } else {
      chainActions.append((action, events))
    }
  }

  /// Removes every action that is sent up the responder chain.
  public final func removeChainActions() { chainActions = [] }

  /// Sends an event's actions.
  public final func sendActions(for events: ControlEvent) {
    guard !events.intersection(sentEvents).isEmpty, let application else { return }
    let outbox = application.outbox
    if outbox.wants.contains(.control) {
      let list: ContiguousArray<Touch> = trackedTouch.map { [$0] } ?? []
      outbox.append(
        .control(
          self, events, touches: outbox.append(list), value: reportedValue,
          isHighlighted: isHighlighted
            && (keepsHighlight || events.isDisjoint(with: .releases))))
    }
    if events.contains(.touchDown) { give(.impact) }
    if events.contains(.valueChanged), let feedback = feedbackOfValue { give(feedback) }
    for target in targets where !target.events.isDisjoint(with: events) { target.body(self) }
    for (action, mask) in chainActions where !mask.isDisjoint(with: events) {
      perform(action, in: application)
    }
  }

  private final func perform(_ action: String, in application: Application) {
    let chain = (application.zones.zone(of: self).firstResponder ?? self).chain
    let candidate = chain.first { $0.performs.contains(action) }
    if application.outbox.wants.contains(.control) {
      application.outbox.append(.performed(action: action, by: candidate, sender: self))
    }
  }

  // MARK: For subclasses

  /// Whether to track a finger that landed on the control.
  open func beginTracking(_ touch: Touch, with event: Event) -> Bool {
    shouldBeginTracking?(touch) ?? true
  }

  /// Whether to continue tracking the finger.
  open func continueTracking(_ touch: Touch, with event: Event) -> Bool {
    shouldContinueTracking?(touch) ?? true
  }

  /// Called when the finger lifted.
  open func endTracking(_ touch: Touch, with event: Event) {}

  /// Called when the touch was cancelled; `event` is nil when the control leaves its window.
  open func cancelTracking(with event: Event?) {}

  /// Called when the touchDown events of a new finger have been sent.
  func trackingBegan(_ touch: Touch) {}

  // MARK: Touches

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    report(touches, .began, with: event)
    guard !isTracking, isEnabled, isShown, inhibitingView == nil else { return }
    guard let touch = touches.first(where: { $0.view === self }) else {
      return reportUntracked(touches)
    }
    report(.beginTracking)
    guard beginTracking(touch, with: event) else { return }
    isTracking = true
    trackedTouch = touch
    isTouchInside = true
    isHighlighted = true
    highlightEnd = application.map { $0.turn.time + $0.constants.minimumHighlight }
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
    keepsHighlight = isInside && isHighlighted && !mayEndHighlight
    sendActions(for: isInside ? .touchUpInside : .touchUpOutside)
    if isInside { touchUpInsideWasSent() }
    stopTracking()
  }

  // MARK: Highlight

  private final var mayEndHighlight: Bool {
    guard let application, let highlightEnd else { return true }
    return highlightEnd <= application.turn.time
  }

  private final func keepHighlight() {
    guard let application, let highlightEnd else { return }
    let timer = EngineTimer(.minimum) { [weak self] time in
      // Another finger may have landed meanwhile.
      guard let self, !isTracking, isHighlighted, self.highlightEnd == time else { return }
      isHighlighted = false
      give(.unhighlight)
    }
    application.timers.start(timer, at: highlightEnd)
  }

  open override func touchesCancelled(_ touches: ContiguousArray<Touch>, with event: Event) {
    report(touches, .cancelled, with: event)
    guard tracked(in: touches) != nil else { return }
    cancel(with: event)
  }

  func touchUpInsideWasSent() {}

  // MARK: Presses

  /// What changes the value step by step; nil while nothing does.
  final var heldStep: HeldStep?

  open override var canBecomeFocused: Bool { mayBecomeFocused ?? isEnabled }

  override final func uses(_ press: Press) -> Bool {
    if actsOnKeys, press.type == .select || step(with: press) { return true }
    return moveFocus(press.type)
  }

  /// A select press of the focused control activates the control when the press ends.
  open override func pressesEnded(_ presses: ContiguousArray<Press>, with event: Event) {
    super.pressesEnded(presses, with: event)
    for press in presses where press.isUsed && press.target === self { end(press) }
  }

  open override func pressesCancelled(_ presses: ContiguousArray<Press>, with event: Event) {
    super.pressesCancelled(presses, with: event)
    for press in presses { release(press) }
  }

  /// Changes the value as a tap does, for a select press.
  func select() {}

  /// Changes the value by a step; false if the control has no value, or this end is reached.
  func step(_ direction: Double) -> Bool { false }

  /// Whether each step is reported, or only the last.
  var reportsSteps: Bool { true }

  /// Whether a step is repeated while it is held.
  var repeatsSteps: Bool { true }

  /// Ends tracking without an event: the control leaves its window, or no longer handles touches.
  final func abandonTracking() {
    trackedTouch?.removeHandler(self)
    cancel(with: nil)
  }

  private final func cancel(with event: Event?) {
    report(.cancelTracking)
    cancelTracking(with: event)
    if event == nil { reportLoss() }
    sendActions(for: .touchCancel)
    stopTracking()
  }

  // There is no callback for it, and not every kind of control sends touchCancel.
  private final func reportLoss() {
    guard let touch = trackedTouch, let outbox = application?.outbox,
      outbox.wants.contains(.callbacks)
    else { return }
    outbox.append(.lost(self, touches: outbox.append([touch])))
  }

  private final func tracked(in touches: ContiguousArray<Touch>) -> Touch? {
    guard isTracking else { return nil }
    return touches.first { $0 === trackedTouch }
  }

  func stopTracking() {
    isTracking = false
    trackedTouch = nil
    isTouchInside = false
    isHighlighted = keepsHighlight
    if keepsHighlight { keepHighlight() }
    keepsHighlight = false
  }

  private final func isInside(_ touch: Touch, _ event: Event) -> Bool {
    let location = touch.location(in: self)
    let reach = -(slop ?? application?.constants.controlSlop ?? 70)
    let grown = bounds.inset(
      by: EdgeInsets(top: reach, left: reach, bottom: reach, right: reach))
    return grown.contains(location) || point(inside: location, with: event)
  }

  private final func report(_ step: TrackingStep) {
    guard let outbox = application?.outbox, outbox.wants.contains(.tracking) else { return }
    outbox.append(.tracking(self, step))
  }

  private final func reportUntracked(_ touches: ContiguousArray<Touch>) {
    guard let outbox = application?.outbox, outbox.wants.contains(.explain) else { return }
    for touch in touches {
      guard let view = touch.view else { continue }
      outbox.append(.untracked(self, touch, .hitInside(view)))
    }
  }

  // MARK: Protection

  /// Whether the control protects its default action from a recognizer on an ancestor.
  func conflictsWithDefaultAction(_ recognizer: GestureRecognizer) -> Bool { false }

  override final func protects(against recognizer: GestureRecognizer) -> Bool {
    guard protectsDefaultAction, let view = recognizer.view, view !== self,
      isDescendant(of: view)
    else { return false }
    return conflictsWithDefaultAction(recognizer)
  }

  /// Whether one finger scrolls along the control, where the direction of the drag was decided.
  final func isAlong(_ pan: ScrollPanGestureRecognizer) -> Bool {
    guard pan.touches.count == 1, pan.minimumNumberOfTouches == 1 else { return false }
    return convertVectorFromScreen(pan.decision).longerAxis == .horizontal
  }

  /// Whether a recognizer recognizes a single tap of one finger.
  final func isSingleTap(_ recognizer: GestureRecognizer) -> Bool {
    guard let tap = recognizer as? TapGestureRecognizer else { return false }
    return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
  }
}
