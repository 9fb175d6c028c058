// Whether a responder passes a handled event to its next responder, for each kind of event.

/// Whether a responder that handles a callback also passes it to its next responder.
public enum Forwarding: String, Sendable, CaseIterable {
  /// The responder does not pass the callback on.
  case none
  /// The responder passes the callback on before it handles it, as a method that calls super first.
  case first
  /// The responder passes the callback on after it has handled it, as a method that calls super
  /// last.
  case last
}

/// The forwarding of each kind of event: in UIKit each method decides whether it calls super.
public struct Forwards: Hashable, Sendable {
  /// The forwarding of touches.
  public var touches: Forwarding
  /// The forwarding of presses.
  public var presses: Forwarding
  /// The forwarding of motion.
  public var motion: Forwarding
  /// The forwarding of remote-control commands.
  public var remoteControl: Forwarding

  /// The same forwarding for all kinds of event.
  public init(_ all: Forwarding = .none) {
    touches = all
    presses = all
    motion = all
    remoteControl = all
  }

  /// No handled event is passed on.
  public static let none = Forwards(.none)
  /// Every event is passed on before it is handled.
  public static let first = Forwards(.first)
  /// Every event is passed on after it is handled.
  public static let last = Forwards(.last)

  /// The forwarding of all kinds of event; nil where they differ.
  public var common: Forwarding? {
    touches == presses && touches == motion && touches == remoteControl ? touches : nil
  }
}
