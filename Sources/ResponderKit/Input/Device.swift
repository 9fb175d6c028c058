// The input devices and screens, as the engine sees them.

/// A screen: the coordinate space, in points, of its windows.
public final class Screen {
  /// The screen's name in the configuration.
  public let id: String
  /// The screen's size in points.
  public var size: Size
  /// Points per millimetre, or nil when the physical size is unknown.
  public var pointsPerMillimeter: Double?
  /// The edges at which touches wait for system gestures; used for windows shown afterwards.
  public var edgeGate: EdgeGate?

  /// A screen with a name and a size.
  public init(id: String, size: Size, pointsPerMillimeter: Double? = nil) {
    self.id = id
    self.size = size
    self.pointsPerMillimeter = pointsPerMillimeter
  }
}

/// One input device: a touchscreen, a touchpad, a mouse, a keyboard, or a recording that plays.
public final class Device {
  /// Kinds of device; a pen is a `pointer`.
  public enum Kind: String, Sendable, CaseIterable {
    case touchscreen, touchpad, mouse, pointer, keys, accelerometer, recording
  }

  /// The device's name in records.
  public let name: String
  /// The kind of the device.
  public let kind: Kind
  /// The screen that the device is mapped to; nil for a device without positions.
  public var screen: Screen?
  /// The windows that its keys are for: those with the same zone; nil: those without one.
  public var zone: String?
  /// How its touches are taken where neither a view nor the application has accommodations.
  public var touchAccommodations: TouchAccommodations? {
    get { accommodation.settings }
    set { accommodation.settings = newValue }
  }
  var accommodation: Accommodation?
  /// The fingers that were no touches: too short, too soon after another, and beside a pen.
  package internal(set) var briefContacts = 0
  package internal(set) var repeatedContacts = 0
  package internal(set) var palms = 0

  /// A device with a name and a kind, mapped to a screen.
  public init(name: String, kind: Kind, screen: Screen?) {
    self.name = name
    self.kind = kind
    self.screen = screen
  }
}
