// The input of one device at one moment. Sources reuse one frame; the engine stores none.

/// All input that one device reported at one moment.
public struct Frame {
  /// The time of the input on the kernel's monotonic clock.
  public var time: Instant
  /// The device that reported the input.
  public var device: Device
  /// Contacts that changed; contacts that did not change may be omitted.
  public var contacts: ContiguousArray<Contact> = []
  /// The pressed buttons of a touchpad, a pen or a pointer.
  public var buttonMask: ButtonMask = []
  /// The change of a hovering pointer; nil if there is none.
  public var pointer: PointerChange?
  /// The turn of a wheel, or of fingers that scroll on a touchpad; nil if there is none.
  public var scroll: ScrollChange?
  /// A pinch of fingers on a touchpad; nil if there is none.
  public var zoom: ZoomChange?
  /// Keys and buttons that changed.
  public var presses: ContiguousArray<PressChange> = []
  /// Remote-control commands.
  public var remoteControl: ContiguousArray<RemoteControlSubtype> = []
  /// Phases of a shake.
  public var motion: ContiguousArray<MotionPhase> = []

  /// An empty frame of a device.
  public init(time: Instant, device: Device) {
    self.time = time
    self.device = device
  }

  /// Removes all input, and keeps the capacity.
  public mutating func removeAll() {
    contacts.empty()
    buttonMask = []
    pointer = nil
    scroll = nil
    zoom = nil
    presses.empty()
    remoteControl.empty()
    motion.empty()
  }

  /// Whether the frame has no input; buttons matter only together with contacts.
  public var isEmpty: Bool {
    contacts.isEmpty && pointer == nil && scroll == nil && zoom == nil && presses.isEmpty
      && remoteControl.isEmpty && motion.isEmpty
  }
}

/// The change of one contact in a frame.
public struct Contact: Hashable, Sendable {
  /// The kinds of change.
  public enum Change: UInt8, Sendable, CaseIterable { case down, move, up, cancel }

  /// What touches the surface.
  public enum Tool: UInt8, Sendable, CaseIterable { case finger, pen, palm, unknown }

  /// The source's number of the contact: the same from down to up, and unique among the contacts
  /// of the device that are down.
  public var id: Int
  /// The kind of change.
  public var change: Change
  /// The position in points of the device's screen; for up and cancel, the last position.
  public var position: Point
  /// What touches the surface.
  public var tool: Tool = .finger
  /// Force, size, angle and distance, as far as the device reports them.
  public var detail = TouchDetail()

  /// A change of a contact at a position.
  public init(id: Int, change: Change, position: Point) {
    self.id = id
    self.change = change
    self.position = position
  }
}

/// The change of a hovering pointer.
public enum PointerChange: Hashable, Sendable {
  /// The pointer's position, in points of the device's screen.
  case at(Point)
  /// The pointer left the surface.
  case gone
}

/// A turn of a wheel, or of fingers that scroll on a touchpad.
public struct ScrollChange: Hashable, Sendable {
  /// The pointer's position, in points of the device's screen.
  public var position: Point
  /// By how much the content offset changes, in points of the screen: a positive movement shows what
  /// is further right or down.
  public var movement: Point

  /// A movement of what is below a position.
  public init(position: Point, movement: Point) {
    self.position = position
    self.movement = movement
  }
}

/// A pinch of fingers on a touchpad.
public struct ZoomChange: Hashable, Sendable {
  /// The pointer's position, in points of the device's screen.
  public var position: Point
  /// The factor by which the scale changes.
  public var factor: Double

  /// A zoom of what is below a position.
  public init(position: Point, factor: Double) {
    self.position = position
    self.factor = factor
  }
}

/// The change of one key or button.
public struct PressChange: Hashable, Sendable {
  /// The kinds of change.
  public enum Change: UInt8, Sendable, CaseIterable { case began, changed, ended, cancelled }

  /// The kind of press: UIKit's name if there is one (`select`, `menu`, `upArrow`), else the key's.
  public var type: PressType
  /// The kind of change.
  public var change: Change
  /// How far the key is pressed, from 0 to 1; analogue buttons report values between.
  public var force: Double

  /// A change of a key or button.
  public init(type: PressType, change: Change, force: Double = 1) {
    self.type = type
    self.change = change
    self.force = force
  }
}

/// The kind of a press, by name.
public struct PressType: Hashable, Sendable, ExpressibleByStringLiteral {
  /// UIKit's name if there is one, else the kernel's name of the key.
  public let name: String

  /// The kind with a name.
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
  public static let next: PressType = "next"
  public static let previous: PressType = "previous"
}

/// UIKit's remote-control commands.
public enum RemoteControlSubtype: String, Sendable, CaseIterable {
  case play, pause, stop, togglePlayPause, nextTrack, previousTrack
  case beginSeekingBackward, endSeekingBackward, beginSeekingForward, endSeekingForward
}

/// The phases of a shake.
public enum MotionPhase: String, Sendable, CaseIterable { case began, ended, cancelled }
