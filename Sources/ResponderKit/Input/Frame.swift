// What a source says at one moment. Sources fill one frame again and again; the engine keeps none.

/// Everything that one device reported at one moment.
public struct Frame {
  /// When it happened, by the kernel's monotonic clock.
  public var time: Instant
  /// Who reported it.
  public var device: Device
  /// Fingers that came, moved, or went; those that did not change may be left out.
  public var contacts: ContiguousArray<Contact> = []
  /// The buttons of a touchpad, a pen or a pointer that are pressed.
  public var buttonMask: ButtonMask = []
  /// Where a hovering pointer is now.
  public var pointer: PointerChange?
  /// Keys and buttons that changed.
  public var presses: ContiguousArray<PressChange> = []
  /// Remote-control commands.
  public var remoteControl: ContiguousArray<RemoteControlSubtype> = []
  /// The beginning or end of a shake.
  public var motion: ContiguousArray<MotionPhase> = []

  /// An empty frame of a device.
  public init(time: Instant, device: Device) {
    self.time = time
    self.device = device
  }

  /// Forgets what it holds, and keeps the room for more.
  public mutating func removeAll() {
    contacts.removeAll(keepingCapacity: true)
    buttonMask = []
    pointer = nil
    presses.removeAll(keepingCapacity: true)
    remoteControl.removeAll(keepingCapacity: true)
    motion.removeAll(keepingCapacity: true)
  }

  /// Whether it says nothing; buttons say something only together with contacts.
  public var isEmpty: Bool {
    contacts.isEmpty && pointer == nil && presses.isEmpty && remoteControl.isEmpty
      && motion.isEmpty
  }
}

/// What became of one finger in a frame.
public struct Contact: Hashable, Sendable {
  /// The four things that can become of a finger.
  public enum Change: UInt8, Sendable, CaseIterable { case down, move, up, cancel }

  /// What touches the surface.
  public enum Tool: UInt8, Sendable, CaseIterable { case finger, pen, palm, unknown }

  /// The source's number of this finger: the same from down to up, and no other live finger of
  /// the device has it.
  public var id: Int
  /// What became of it.
  public var change: Change
  /// Where it is, in points of the device's screen; for up and cancel, where it was last.
  public var position: Point
  /// What touches the surface.
  public var tool: Tool = .finger
  /// How hard it presses, from 0 to 1; nil where the device does not say.
  public var force: Double?
  /// Half the longer side of the contact, in points; nil where the device does not say.
  public var majorRadius: Double?
  /// Half the shorter side of the contact, in points; nil where the device does not say.
  public var minorRadius: Double?
  /// The angle of the longer side in radians, clockwise from upwards; nil where unknown.
  public var orientation: Double?
  /// How far above the surface it hovers, in the device's units; nil where unknown.
  public var distance: Double?

  /// A finger's change at a place.
  public init(id: Int, change: Change, position: Point) {
    self.id = id
    self.change = change
    self.position = position
  }
}

/// What became of a hovering pointer.
public enum PointerChange: Hashable, Sendable {
  /// It is here, in points of the device's screen.
  case at(Point)
  /// It left the surface.
  case gone
}

/// What became of one key or button.
public struct PressChange: Hashable, Sendable {
  /// The four things that can become of a press.
  public enum Change: UInt8, Sendable, CaseIterable { case began, changed, ended, cancelled }

  /// Which press: UIKit's names where there is one (`select`, `menu`, `upArrow`), else the key's.
  public var type: PressType
  /// What became of it.
  public var change: Change
  /// How far it is pressed, from 0 to 1; analogue buttons give values between.
  public var force: Double

  /// A press's change.
  public init(type: PressType, change: Change, force: Double = 1) {
    self.type = type
    self.change = change
    self.force = force
  }
}

/// The kind of a press, by name.
public struct PressType: Hashable, Sendable, ExpressibleByStringLiteral {
  /// UIKit's name where there is one, else the kernel's name of the key.
  public let name: String

  /// The kind of this name.
  public init(_ name: String) { self.name = name }

  public init(stringLiteral value: String) { self.init(value) }

  public static let select: PressType = "select"
  public static let menu: PressType = "menu"
  public static let playPause: PressType = "playPause"
  public static let upArrow: PressType = "upArrow"
  public static let downArrow: PressType = "downArrow"
  public static let leftArrow: PressType = "leftArrow"
  public static let rightArrow: PressType = "rightArrow"
  public static let pageUp: PressType = "pageUp"
  public static let pageDown: PressType = "pageDown"
}

/// UIKit's remote-control commands.
public enum RemoteControlSubtype: String, Sendable, CaseIterable {
  case play, pause, stop, togglePlayPause, nextTrack, previousTrack
  case beginSeekingBackward, endSeekingBackward, beginSeekingForward, endSeekingForward
}

/// The phases of a shake.
public enum MotionPhase: String, Sendable, CaseIterable { case began, ended, cancelled }
