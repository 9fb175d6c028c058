// The event that responders receive together with touches, presses and motion.

/// The event of a callback; valid while the callback runs.
public final class Event {
  /// The kinds of event.
  public enum Kind: String, Sendable, CaseIterable {
    case touches, presses, motion, remoteControl, hover, scroll, transform
  }

  /// The kind of the event.
  public private(set) var type = Kind.touches
  /// The time of the event.
  public private(set) var timestamp = Instant(microseconds: 0)
  /// The touches that the event changed, in the event's order.
  public var touches: ContiguousArray<Touch> {
    removeFormerTouches()
    return list
  }
  /// The presses that the event changed, in the event's order.
  public private(set) var presses: ContiguousArray<Press> = []
  /// The pressed buttons; empty for fingers on a touchscreen.
  public private(set) var buttonMask: ButtonMask = []
  /// The phase of a shake; nil for other events.
  public private(set) var motionPhase: MotionPhase?
  /// The remote-control command; nil for other events.
  public private(set) var subtype: RemoteControlSubtype?
  // The same fingers usually move again, so the list of the previous event is used again: the first
  // `count` touches are those of this event.
  private var list: ContiguousArray<Touch> = []
  private var count = 0
  /// The reason of a cancellation.
  public private(set) var cancelReason = CancelReason.system

  /// The application that sends the event.
  public var application: Application { owner }
  unowned var owner: Application!
  /// The outbox of the application.
  let outbox: Outbox
  /// The number of the event, by which a touch knows whether the current event changed it.
  private(set) var number: UInt64 = 0
  /// The number of responders that handled the current callback.
  private(set) var handledCount = 0
  /// The number of the current call up a chain; each responder stores the latest one it received.
  private(set) var call: UInt64 = 0

  init(outbox: Outbox) { self.outbox = outbox }

  /// Every touch on the application's screens.
  public var allTouches: ContiguousArray<Touch> { application.liveTouches }

  // MARK: The current event

  /// Begins a turn; the previous event is kept until another one begins.
  func beginTurn(at time: Instant) { timestamp = time }

  func begin(
    _ type: Kind, buttons: ButtonMask = [], cancelledBecause reason: CancelReason = .system
  ) {
    self.type = type
    number += 1
    count = 0
    if type != .touches { removeFormerTouches() }
    presses.empty()
    buttonMask = buttons
    motionPhase = nil
    subtype = nil
    cancelReason = reason
  }

  /// Marks the touches that are still down as unchanged, because another event begins.
  func settleTouches() {
    // Counted, ten fingers take 1 % more instructions.
    for index in 0..<count {
      Uncounted(list[index]).read { if $0.isDown { $0.becomeStationary() } }
    }
  }

  /// Adds a touch that the event changes.
  func append(_ touch: Touch) {
    touch.markChanged(in: number, at: count)
    if count == list.count || list[count] !== touch {
      removeFormerTouches()
      list.append(touch)
    }
    count += 1
  }

  private func removeFormerTouches() {
    if list.count > count { list.removeSubrange(count...) }
  }

  /// Adds a press that the event changes.
  func append(_ press: Press) {
    press.markChanged(in: number, at: presses.count)
    presses.append(press)
  }

  /// Marks the event as a cancellation by the device.
  func contactsWereTaken() { cancelReason = .contact }

  // MARK: Calls up a chain

  /// Begins a call up a chain.
  func beginCall() {
    handledCount = 0
    call &+= 1
  }

  /// Counts a responder that has handled the callback.
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
