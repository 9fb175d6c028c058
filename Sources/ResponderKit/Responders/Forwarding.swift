// Whether a responder passes what it handles to its next responder, for each kind of event.

/// Whether a responder that handles a callback also passes it to its next responder.
public enum Forwarding: String, Sendable, CaseIterable {
  /// It does not: the callback stops here.
  case none
  /// It passes it on before its own handling, as a method that calls super first.
  case first
  /// It passes it on after its own handling, as a method that calls super last.
  case last
}

/// The forwarding of each kind of event, as each UIKit method decides on its own whether it calls
/// super.
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

  /// Nothing that is handled is passed on.
  public static let none = Forwards(.none)
  /// Everything is passed on before it is handled.
  public static let first = Forwards(.first)
  /// Everything is passed on after it is handled.
  public static let last = Forwards(.last)

  /// The forwarding that all kinds of event share; nil where they differ.
  public var common: Forwarding? {
    touches == presses && touches == motion && touches == remoteControl ? touches : nil
  }
}
