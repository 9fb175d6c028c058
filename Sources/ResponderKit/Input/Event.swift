// What a responder is told together with its touches.

/// The occasion of a callback; valid while the callback runs.
public final class Event {
  /// The kinds of event.
  public enum Kind: String, Sendable, CaseIterable {
    case touches, presses, motion, remoteControl, hover
  }

  /// What kind of event it is.
  public private(set) var type = Kind.touches
  /// When it happened.
  public private(set) var timestamp = Instant(microseconds: 0)
  /// The touches that the event changed, in its own order.
  public private(set) var touches: ContiguousArray<Touch> = []
  /// The presses that the event changed, in its own order.
  public private(set) var presses: ContiguousArray<Press> = []
  /// The buttons that are pressed; those of fingers on a touchscreen are none.
  public private(set) var buttonMask: ButtonMask = []
  /// The phase of a shake.
  public private(set) var motionPhase: MotionPhase?
  /// The remote-control command.
  public private(set) var subtype: RemoteControlSubtype?
  /// What cancelled the touches, where the event is a cancellation.
  public private(set) var cancelReason = CancelReason.system

  /// The application that sends it.
  public var application: Application { owner }
  @safe unowned(unsafe) var owner: Application!
  /// Events are numbered, so that a touch knows whether the present one changed it.
  private(set) var number: UInt64 = 0
  /// How many responders handled the callback that is running.
  private(set) var handledCount = 0
  /// The number of the call that goes up a chain; a responder keeps the latest that came by.
  private(set) var call: UInt64 = 0

  init() {}

  /// Every finger on the application's screens.
  public var allTouches: ContiguousArray<Touch> { application.liveTouches }

  // MARK: The present event

  /// A turn begins; the event before it is kept until one follows.
  func beginTurn(at time: Instant) { timestamp = time }

  func begin(
    _ type: Kind, buttons: ButtonMask = [], cancelledBecause reason: CancelReason = .system
  ) {
    self.type = type
    number += 1
    touches.removeAll(keepingCapacity: true)
    presses.removeAll(keepingCapacity: true)
    buttonMask = buttons
    motionPhase = nil
    subtype = nil
    cancelReason = reason
  }

  /// A touch that the event changes.
  func append(_ touch: Touch) {
    touch.markChanged(in: number, at: touches.count)
    touches.append(touch)
  }

  /// A press that the event changes.
  func append(_ press: Press) {
    press.markChanged(in: number, at: presses.count)
    presses.append(press)
  }

  /// The device has taken contacts back.
  func contactsWereTaken() { cancelReason = .contact }

  // MARK: Calls up a chain

  /// Begins a call up a chain.
  func beginCall() {
    handledCount = 0
    call &+= 1
  }

  /// A responder has handled the callback that is running.
  func countHandled() { handledCount += 1 }

  func beginCall(_ phase: MotionPhase) {
    type = .motion
    motionPhase = phase
    beginCall()
  }

  func beginCall(_ command: RemoteControlSubtype) {
    type = .remoteControl
    subtype = command
    beginCall()
  }

  /// Ends a call for motion or remote control.
  func endCall() {
    subtype = nil
    type = .touches
  }
}
