// What a responder is told together with its touches.

/// The occasion of a callback; valid while the callback runs.
public final class Event {
  /// The kinds of event.
  public enum Kind: String, Sendable, CaseIterable {
    case touches, presses, motion, remoteControl, hover
  }

  /// What kind of event it is.
  public internal(set) var type = Kind.touches
  /// When it happened.
  public internal(set) var timestamp = Instant(microseconds: 0)
  /// The touches that the event changed, in its own order.
  public internal(set) var touches: ContiguousArray<Touch> = []
  /// The presses that the event changed, in its own order.
  public internal(set) var presses: ContiguousArray<Press> = []
  /// The buttons that are pressed; those of fingers on a touchscreen are none.
  public internal(set) var buttonMask: ButtonMask = []
  /// The phase of a shake.
  public internal(set) var motionPhase: MotionPhase?
  /// The remote-control command.
  public internal(set) var subtype: RemoteControlSubtype?
  /// What cancelled the touches, where the event is a cancellation.
  public internal(set) var cancelReason = CancelReason.system

  /// The application that sends it.
  public var application: Application { owner }
  @safe unowned(unsafe) var owner: Application!
  /// Events are numbered, so that a touch knows whether the present one changed it.
  var number: UInt64 = 0
  /// How many responders handled the callback that is running.
  private(set) var handledCount = 0
  /// The number of the call that goes up a chain; a responder notes the latest that came by.
  var call: UInt64 = 0

  init() {}

  /// Every finger on the application's screens.
  public var allTouches: ContiguousArray<Touch> { application.liveTouches }

  /// A responder has handled the callback that is running.
  func countHandled() { handledCount += 1 }

  /// Begins a call up a chain.
  func beginCall() {
    handledCount = 0
    call &+= 1
  }

  func begin(_ type: Kind, at time: Instant) {
    self.type = type
    timestamp = time
    number += 1
    touches.removeAll(keepingCapacity: true)
    presses.removeAll(keepingCapacity: true)
    buttonMask = []
    motionPhase = nil
    subtype = nil
    cancelReason = .system
  }
}
