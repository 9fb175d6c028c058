// One contact, from the moment it lands until it lifts or is cancelled.

/// What touches the surface, by UIKit's types.
public enum TouchType: UInt8, Sendable, CaseIterable {
  case direct, indirect, pencil, indirectPointer

  /// UIKit's name of the type.
  public var word: String {
    switch self {
    case .direct: "direct"
    case .indirect: "indirect"
    case .pencil: "pencil"
    case .indirectPointer: "indirectPointer"
    }
  }
}

/// One contact on a screen; its view and window never change.
public final class Touch: Deliverable {
  /// The device that reports the touch.
  public let device: Device
  /// The source's number of the contact.
  public let contact: Int
  /// The window in which the touch began.
  public let window: Window?
  /// What touches the surface.
  public let type: TouchType
  /// The number of taps in a row, this touch included.
  public let tapCount: Int
  /// The position at the beginning, on the screen.
  public let startPosition: Point
  /// The current position, on the screen.
  public private(set) var position: Point
  /// The position before the latest event that changed the touch.
  public private(set) var previousPosition: Point
  /// The largest distance from the start so far, in points.
  var reach: Double { squaredReach.squareRoot() }
  private var squaredReach = 0.0
  /// Force, size, angle and distance, if the device reports them.
  public private(set) var detail: TouchDetail

  /// The buttons that were pressed in the latest event that changed the touch; empty for a direct
  /// touch.
  ///
  /// A touch of a pen or on a touchpad counts as the primary button while none is pressed.
  public private(set) final var buttonMask: ButtonMask

  /// The responder that passed the began on to other programs, and so passes on every later phase.
  public private(set) final var passer: Responder?

  // Where a pen was lately; nil for fingers.
  private var history: MotionHistory?

  /// The accommodations under which it began.
  final var accommodation: Accommodation?

  /// Whether the window of an edge gate has the touch before the window that was hit.
  final var isLent = false

  /// Whether the touch reports its start, while a held began is delivered.
  private var showsStart = false

  init(
    id: Int, time: Instant, device: Device, contact: Contact, buttons: ButtonMask,
    window: Window?, view: View?, target: Responder, tapCount: Int,
    treeVersion: UInt64
  ) {
    self.device = device
    self.contact = contact.id
    self.window = window
    self.tapCount = tapCount
    type = Touch.type(of: contact.tool, on: device)
    buttonMask = Touch.buttonMask(buttons, of: type)
    startPosition = contact.position
    position = contact.position
    previousPosition = contact.position
    detail = contact.detail
    if type == .pencil {
      var history = MotionHistory()
      history.window = Touch.prediction.window
      history.begin(at: time, position: contact.position)
      self.history = history
    }
    super.init(
      id: id, time: time, view: view, target: target, treeVersion: treeVersion)
  }

  static func type(of tool: Contact.Tool, on device: Device) -> TouchType {
    switch tool {
    case .pen: .pencil
    case .finger, .palm, .unknown:
      switch device.kind {
      case .touchpad: .indirect
      case .pointer, .mouse: .indirectPointer
      case .touchscreen, .keys, .accelerometer, .recording: .direct
      }
    }
  }

  private static func buttonMask(_ pressed: ButtonMask, of type: TouchType) -> ButtonMask {
    type == .direct ? [] : pressed.isEmpty ? .primary : pressed
  }

  /// Whether other buttons than before are pressed.
  func hasOtherButtons(_ buttons: ButtonMask) -> Bool {
    buttonMask != Touch.buttonMask(buttons, of: type)
  }

  func update(
    _ contact: Contact, _ buttons: ButtonMask, phase: TouchPhase, at time: Instant
  ) {
    if type != .direct { updateIndirect(contact, buttons, at: time) }
    previousPosition = position
    position = contact.position
    squaredReach = max(squaredReach, (position - startPosition).squaredLength)
    detail = contact.detail
    change(to: phase, at: time)
  }

  // What a finger on a touchscreen does not have; apart, as it needs registers that all would save.
  @inline(never)
  private func updateIndirect(_ contact: Contact, _ buttons: ButtonMask, at time: Instant) {
    buttonMask = Touch.buttonMask(buttons, of: type)
    history?.move(to: contact.position, at: time)
  }

  func cancel(at time: Instant) {
    previousPosition = position
    change(to: .cancelled, at: time)
  }

  /// Runs a callback in which the touch reports the position and time of its start.
  func showStart(during body: () -> Void) {
    showsStart = true
    body()
    showsStart = false
  }

  /// Sets the responder that passes the touch on: the first one that passes its began on. A touch
  /// in a modal view is not passed on by a view behind.
  final func bePassedOn(by responder: Responder) {
    guard passer == nil else { return }
    var current = view
    while let each = current, each !== responder {
      if each is PresentationContainer { return }
      current = each.superview
    }
    passer = responder
  }

  // One frame of a display takes 16 ms. Over 200,000 recorded positions of fingers a straight line through
  // the last 30 ms was nearest to what came then: a third of the error without a prediction.
  private static let prediction = (window: 0.03, interval: 0.016)

  /// Where a pen is expected to be when what is drawn now is seen, on the screen; nil for fingers.
  public var predictedPosition: Point? {
    history.map {
      $0.position + MotionHistory.limited($0.velocity(at: timestamp)) * Touch.prediction.interval
    }
  }

  /// The movement in the latest event that changed the touch.
  var step: Point { position - previousPosition }

  var shownPosition: Point { showsStart ? startPosition : position }
  var shownTimestamp: Instant { showsStart ? startTime : timestamp }

  /// The current position in a view's coordinates; nil means the touch's window.
  public func location(in view: View?) -> Point {
    (view ?? window)?.convert(shownPosition, from: nil) ?? shownPosition
  }

  /// The previous position in a view's coordinates; nil means the touch's window.
  public func previousLocation(in view: View?) -> Point {
    let position = showsStart ? startPosition : previousPosition
    return (view ?? window)?.convert(position, from: nil) ?? position
  }
}

/// One key or button, from the moment it goes down until it comes up.
public final class Press: Deliverable {
  /// The kind of press.
  public let type: PressType
  /// The device that reports the press.
  public let device: Device
  /// How far the key is pressed, from 0 to 1.
  public private(set) var force: Double
  /// Whether the view with focus acts on it: it is not unhandled then.
  private(set) final var isUsed = false

  init(
    id: Int, time: Instant, type: PressType, device: Device, force: Double, target: Responder,
    view: View?, treeVersion: UInt64
  ) {
    self.type = type
    self.device = device
    self.force = force
    super.init(
      id: id, time: time, view: view, target: target, treeVersion: treeVersion)
  }

  final func markUsed() { isUsed = true }

  func update(to phase: TouchPhase, force: Double, at time: Instant) {
    self.force = force
    change(to: phase, at: time)
  }
}
