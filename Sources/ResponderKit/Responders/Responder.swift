// An object that can be told of events, and knows who comes after it.

/// A link of the responder chain; what it does not take goes to its next responder.
open class Responder {
  /// The name by which configuration and records know it.
  public let id: String
  /// The callbacks it takes for itself.
  public var handles: Handling = []
  /// Whether it passes on what it handles, and when, for each kind of event.
  public var forwards = Forwards.none
  /// The latest call that came by here, so that a call never comes by twice.
  final var latestCall: UInt64 = 0
  /// The actions it can perform for controls whose target is the chain.
  public var performs: Set<String> = []
  /// The next responder that its owner chose in place of the hierarchy's.
  ///
  /// It counts while it is attached: a view that leaves its window leaves this chain as well.
  public var nextOverride: Responder?

  /// The answer of `canBecomeFirstResponder`, unless a subclass answers itself.
  public var mayBecomeFirstResponder = false
  /// The answer of `canResignFirstResponder`, unless a subclass answers itself.
  public var mayResignFirstResponder = true

  /// A responder with this id that handles no events.
  public init(id: String) { self.id = id }

  /// Who is told of what this responder does not take; nil ends the chain.
  open var next: Responder? {
    if let nextOverride, nextOverride.isAttached || !isAttached { return nextOverride }
    return hierarchyNext
  }

  /// The next responder by the hierarchy alone.
  package var hierarchyNext: Responder? { nil }

  /// Whether it gives the touches that come by to the rest of the system.
  var passesTouchesOn: Bool { false }

  /// Whether it lies in an application's hierarchy; a responder outside of every hierarchy does.
  var isAttached: Bool { true }

  /// Where it lies now: of a controller, where its view does; nil where that is nowhere.
  package var path: ViewPath? { nil }

  /// The application it belongs to; nil while it is not attached.
  open var application: Application? { nil }

  // MARK: Touches

  /// Tells of fingers that landed; by default the next responder is told.
  open func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    handleOrPass(touches, .began, with: event)
  }

  /// Tells of fingers that moved; by default the next responder is told.
  open func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    handleOrPass(touches, .moved, with: event)
  }

  /// Tells of fingers that lifted; by default the next responder is told.
  open func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    handleOrPass(touches, .ended, with: event)
  }

  /// Tells of fingers that were taken away; by default the next responder is told.
  open func touchesCancelled(_ touches: ContiguousArray<Touch>, with event: Event) {
    handleOrPass(touches, .cancelled, with: event)
  }

  // MARK: Presses

  /// Tells of keys that went down; by default the next responder is told.
  open func pressesBegan(_ presses: ContiguousArray<Press>, with event: Event) {
    handleOrPass(presses, .began, with: event)
  }

  /// Tells of keys pressed more or less far; by default the next responder is told.
  open func pressesChanged(_ presses: ContiguousArray<Press>, with event: Event) {
    handleOrPass(presses, .moved, with: event)
  }

  /// Tells of keys that came up; by default the next responder is told.
  open func pressesEnded(_ presses: ContiguousArray<Press>, with event: Event) {
    handleOrPass(presses, .ended, with: event)
  }

  /// Tells of keys that were taken away; by default the next responder is told.
  open func pressesCancelled(_ presses: ContiguousArray<Press>, with event: Event) {
    handleOrPass(presses, .cancelled, with: event)
  }

  // MARK: Motion and remote control

  /// Tells that a shake began; by default the next responder is told.
  open func motionBegan(with event: Event) { handleOrPassMotion(.began, with: event) }

  /// Tells that a shake ended; by default the next responder is told.
  open func motionEnded(with event: Event) { handleOrPassMotion(.ended, with: event) }

  /// Tells that a shake was broken off; by default the next responder is told.
  open func motionCancelled(with event: Event) { handleOrPassMotion(.cancelled, with: event) }

  /// Tells of a remote-control command; by default the next responder is told.
  open func remoteControlReceived(with event: Event) {
    guard let subtype = event.subtype else { return }
    guard handles.contains(.remoteControl) else {
      following(event)?.remoteControlReceived(with: event)
      return
    }
    if forwards.remoteControl == .first { following(event)?.remoteControlReceived(with: event) }
    event.countHandled()
    event.application.outbox.append(.remoteControl(subtype, self))
    if forwards.remoteControl == .last { following(event)?.remoteControlReceived(with: event) }
  }

  // MARK: First responder

  /// Whether it may become first responder; by default what its owner has set.
  open var canBecomeFirstResponder: Bool { mayBecomeFirstResponder }

  /// Whether it may stop being first responder; by default what its owner has set.
  open var canResignFirstResponder: Bool { mayResignFirstResponder }

  /// Whether it is the first responder.
  public final var isFirstResponder: Bool { application?.firstResponder === self }

  /// Asks to become first responder; the answer says whether it is.
  @discardableResult
  public final func becomeFirstResponder() -> Bool {
    application?.firstResponderStatus.pass(to: self) ?? false
  }

  /// Asks to stop being first responder; the answer says whether it did.
  @discardableResult
  public final func resignFirstResponder() -> Bool {
    guard let application, isFirstResponder else { return false }
    return application.firstResponderStatus.resign()
  }
}
