// An object that receives events, and has a next responder.

/// A member of the responder chain; events that it does not handle are passed to its next
/// responder.
open class Responder {
  /// The word for the kind in configurations and records; a class from outside has that of its
  /// superclass.
  package class var kindWord: StaticString { "responder" }

  /// The name in the configuration and in records.
  public let id: String
  /// The latest call up a chain that the responder received, so that no call reaches it twice.
  final var latestCall: UInt64 = 0
  /// The actions that the responder performs for controls whose target is the chain.
  public final var performs: Set<String> = []
  /// The next responder that a program has set, instead of the one of the hierarchy.
  ///
  /// It is used while it is attached: a view that leaves its window leaves this chain as well.
  public final var nextOverride: Responder?
  /// The callbacks that the responder handles.
  public var handles: Handling = []
  /// Whether the responder passes on what it handles, and when, for each kind of event.
  public var forwards = Forwards.none
  /// The answer of `canBecomeFirstResponder`, unless a subclass overrides it.
  public var mayBecomeFirstResponder = false
  /// The answer of `canResignFirstResponder`, unless a subclass overrides it.
  public var mayResignFirstResponder = true

  /// A responder with an id that handles no events.
  public init(id: String) { self.id = id }

  /// The next responder, which receives what this one does not handle; nil at the end of the chain.
  open var next: Responder? {
    guard let nextOverride, nextOverride.isAttached || !isAttached else {
      return hierarchyNext
    }
    return nextOverride
  }

  /// The next responder by the hierarchy.
  package var hierarchyNext: Responder? { nil }

  /// Whether the responder passes touches on to other programs.
  var passesTouchesOn: Bool { false }

  /// Whether the responder is in an application's hierarchy; true outside of every hierarchy.
  var isAttached: Bool { true }

  /// The path of the responder, or of a controller's view; nil if it is in no window.
  package var path: ViewPath? { nil }

  /// The application of the responder; nil while it is not attached.
  open var application: Application? { nil }

  // MARK: Touches

  /// Called when fingers landed; the default passes them to the next responder.
  open func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    handleOrPass(touches, .began, with: event)
  }

  /// Called when fingers moved; the default passes them to the next responder.
  open func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    handleOrPass(touches, .moved, with: event)
  }

  /// Called when fingers lifted; the default passes them to the next responder.
  open func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    handleOrPass(touches, .ended, with: event)
  }

  /// Called when touches were cancelled; the default passes them to the next responder.
  open func touchesCancelled(_ touches: ContiguousArray<Touch>, with event: Event) {
    handleOrPass(touches, .cancelled, with: event)
  }

  // MARK: Presses

  /// Called when keys went down; the default passes them to the next responder.
  open func pressesBegan(_ presses: ContiguousArray<Press>, with event: Event) {
    handleOrPass(presses, .began, with: event)
  }

  /// Called when the force of keys changed; the default passes them to the next responder.
  open func pressesChanged(_ presses: ContiguousArray<Press>, with event: Event) {
    handleOrPass(presses, .moved, with: event)
  }

  /// Called when keys came up; the default passes them to the next responder.
  open func pressesEnded(_ presses: ContiguousArray<Press>, with event: Event) {
    handleOrPass(presses, .ended, with: event)
  }

  /// Called when presses were cancelled; the default passes them to the next responder.
  open func pressesCancelled(_ presses: ContiguousArray<Press>, with event: Event) {
    handleOrPass(presses, .cancelled, with: event)
  }

  // MARK: Motion and remote control

  /// Called when a shake began; the default passes it to the next responder.
  open func motionBegan(with event: Event) { handleOrPassMotion(.began, with: event) }

  /// Called when a shake ended; the default passes it to the next responder.
  open func motionEnded(with event: Event) { handleOrPassMotion(.ended, with: event) }

  /// Called when a shake was cancelled; the default passes it to the next responder.
  open func motionCancelled(with event: Event) { handleOrPassMotion(.cancelled, with: event) }

  /// Called with a remote-control command; the default passes it to the next responder.
  open func remoteControlReceived(with event: Event) {
    guard let subtype = event.subtype else { return }
    guard handles.contains(.remoteControl) else {
      following(event)?.remoteControlReceived(with: event)
      return
    }
    if forwards.remoteControl == .first { following(event)?.remoteControlReceived(with: event) }
    event.countHandled()
    event.outbox.append(.remoteControl(subtype, self))
    if forwards.remoteControl == .last { following(event)?.remoteControlReceived(with: event) }
  }

  // MARK: First responder

  /// Whether the responder can become first responder; the default is `mayBecomeFirstResponder`.
  open var canBecomeFirstResponder: Bool { mayBecomeFirstResponder }

  /// Whether the responder can resign; the default is `mayResignFirstResponder`.
  open var canResignFirstResponder: Bool { mayResignFirstResponder }

  /// Whether the responder is the first responder of its zone.
  public final var isFirstResponder: Bool {
    application?.zones.zone(of: self).firstResponder === self
  }

  /// Whether the responder has the focus of its zone.
  public final var isFocused: Bool { application?.zones.zone(of: self).focused === self }

  /// Asks to become first responder; returns whether the responder is first responder now.
  @discardableResult
  public final func becomeFirstResponder() -> Bool {
    application?.pass(firstResponderTo: self) ?? false
  }

  /// Asks to resign as first responder; returns whether the responder did.
  @discardableResult
  public final func resignFirstResponder() -> Bool {
    guard let application, isFirstResponder else { return false }
    return application.resignFirstResponder(asking: self)
  }
}
