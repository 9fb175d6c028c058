// One finger, from the moment it lands until it lifts or is taken away.

/// What touches the surface, as UIKit tells them apart.
public enum TouchType: UInt8, Sendable, CaseIterable {
  case direct, indirect, pencil, indirectPointer

  /// UIKit's word for it.
  public var word: String {
    switch self {
    case .direct: "direct"
    case .indirect: "indirect"
    case .pencil: "pencil"
    case .indirectPointer: "indirectPointer"
    }
  }
}

/// What some devices say of a contact beyond its place; nil where they do not.
public struct TouchDetail: Hashable, Sendable {
  /// How hard it presses, from 0 to 1.
  public var force: Double?
  /// Half the longer side of the contact, in points.
  public var majorRadius: Double?
  /// Half the shorter side of the contact, in points.
  public var minorRadius: Double?
  /// The angle of the longer side in radians, clockwise from upwards.
  public var orientation: Double?
  /// How far above the surface it hovers, in the device's units.
  public var distance: Double?

  package init(_ contact: Contact) {
    force = contact.force
    majorRadius = contact.majorRadius
    minorRadius = contact.minorRadius
    orientation = contact.orientation
    distance = contact.distance
  }
}

/// One finger on a screen; its view and window never change.
public final class Touch: Deliverable {
  /// The device that reports it.
  public let device: Device
  /// The source's number of the finger.
  public let contact: Int
  /// The window it began in.
  public let window: Window?
  /// What touches the surface.
  public let type: TouchType
  /// How many taps in a row it makes, itself included.
  public let tapCount: Int
  /// Where it began, on the screen.
  public let startPosition: Point
  /// Where it is, on the screen.
  public private(set) var position: Point
  /// Where it was before the latest event that changed it.
  public private(set) var previousPosition: Point
  /// How far from its start it has been at most, in points.
  private(set) var reach = 0.0
  /// Force, size, angle and distance, where the device gives them.
  public private(set) var detail: TouchDetail

  /// The buttons that were pressed in the latest event that changed it; none of a direct touch.
  ///
  /// Touching with a pen or on a touchpad counts as the primary button while none is pressed.
  public private(set) final var buttonMask: ButtonMask

  /// Who has given its beginning to the rest of the system, and so gives it everything after.
  public private(set) final var passer: Responder?

  /// While a held began is delivered, the touch shows itself as it was when it began.
  private var showsStart = false

  init(
    id: Int, time: Instant, device: Device, contact: Contact, buttons: ButtonMask,
    window: Window?, view: View?, target: Responder, audience: Audience, tapCount: Int,
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
    detail = TouchDetail(contact)
    super.init(
      id: id, time: time, view: view, target: target, audience: audience, treeVersion: treeVersion)
  }

  private static func type(of tool: Contact.Tool, on device: Device) -> TouchType {
    switch tool {
    case .pen: .pencil
    case .finger, .palm, .unknown:
      switch device.kind {
      case .touchpad: .indirect
      case .pointer: .indirectPointer
      case .touchscreen, .keys, .accelerometer, .recording: .direct
      }
    }
  }

  private static func buttonMask(_ pressed: ButtonMask, of type: TouchType) -> ButtonMask {
    type == .direct ? [] : pressed.isEmpty ? .primary : pressed
  }

  func update(
    _ contact: Contact, _ buttons: ButtonMask, phase: TouchPhase, at time: Instant
  ) {
    buttonMask = Touch.buttonMask(buttons, of: type)
    previousPosition = position
    position = contact.position
    reach = max(reach, position.distance(to: startPosition))
    detail = TouchDetail(contact)
    change(to: phase, at: time)
  }

  func cancel(at time: Instant) {
    previousPosition = position
    change(to: .cancelled, at: time)
  }

  /// Runs a callback in which it shows itself as it was when it began.
  func showStart(during body: () -> Void) {
    showsStart = true
    body()
    showsStart = false
  }

  /// The first responder that passes its beginning on is the one that passes it on. What is for an
  /// audience is for nobody else, and what a modal view keeps comes to nobody behind it.
  final func bePassedOn(by responder: Responder) {
    guard passer == nil, audience.isEmpty else { return }
    var place = view
    while let each = place, each !== responder {
      if each is PresentationContainer { return }
      place = each.superview
    }
    passer = responder
  }

  /// How far it moved in the latest event that changed it.
  var step: Point { position - previousPosition }

  var shownPosition: Point { showsStart ? startPosition : position }
  var shownTimestamp: Instant { showsStart ? startTime : timestamp }

  /// Where it is, in the coordinates of a view; nil means its window.
  public func location(in view: View?) -> Point {
    (view ?? window)?.convert(shownPosition, from: nil) ?? shownPosition
  }

  /// Where it was before, in the coordinates of a view; nil means its window.
  public func previousLocation(in view: View?) -> Point {
    let place = showsStart ? startPosition : previousPosition
    return (view ?? window)?.convert(place, from: nil) ?? place
  }
}

/// One key or button, from the moment it goes down until it comes up.
public final class Press: Deliverable {
  /// Which press.
  public let type: PressType
  /// The device that reports it.
  public let device: Device
  /// How far it is pressed, from 0 to 1.
  public private(set) var force: Double

  init(
    id: Int, time: Instant, type: PressType, device: Device, force: Double, target: Responder,
    view: View?, treeVersion: UInt64
  ) {
    self.type = type
    self.device = device
    self.force = force
    super.init(
      id: id, time: time, view: view, target: target, audience: view?.wholeAudience ?? [],
      treeVersion: treeVersion)
  }

  func update(to phase: TouchPhase, force: Double, at time: Instant) {
    self.force = force
    change(to: phase, at: time)
  }
}
