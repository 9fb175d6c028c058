// What the engine knows of the hardware: a name for each device, and the screen it belongs to.

/// A panel: the space in points in which windows lie.
public final class Screen {
  /// The name the configuration gives it.
  public let id: String
  /// Its extent in points.
  public var size: Size
  /// How many points make a millimetre, or nil when the physical size is unknown.
  public var pointsPerMillimeter: Double?
  /// Where touches wait for a system's gestures; it counts for windows shown afterwards.
  public var edgeGate: EdgeGate?

  /// A screen of this name and size.
  public init(id: String, size: Size, pointsPerMillimeter: Double? = nil) {
    self.id = id
    self.size = size
    self.pointsPerMillimeter = pointsPerMillimeter
  }
}

/// One input device: a touchscreen, a touchpad, a keyboard, or a recording that plays.
public final class Device {
  /// What kind of thing it is.
  public enum Kind: String, Sendable, CaseIterable {
    case touchscreen, touchpad, pointer, keys, accelerometer, recording
  }

  /// The name that records carry.
  public let name: String
  /// What kind of thing it is.
  public let kind: Kind
  /// The screen whose windows its contacts meet; nil for a device without positions.
  public var screen: Screen?

  /// A device of this name and kind, mapped to a screen.
  public init(name: String, kind: Kind, screen: Screen?) {
    self.name = name
    self.kind = kind
    self.screen = screen
  }
}
