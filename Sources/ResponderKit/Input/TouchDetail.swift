// What some devices report about a contact beyond its position.

/// Force, size, angle and distance of a contact; nil where the device does not report them.
///
/// Every moving finger copies them several times, so a missing value takes no space of its own.
public struct TouchDetail: Hashable, Sendable {
  // Not a number stands for nil.
  private var values = Values()

  private struct Values {
    var force = Double.nan
    var majorRadius = Double.nan
    var minorRadius = Double.nan
    var orientation = Double.nan
    var distance = Double.nan
  }

  init() {}

  /// The force, from 0 to 1.
  public var force: Double? {
    get { TouchDetail.value(values.force) }
    set { values.force = newValue ?? .nan }
  }
  /// Half the longer side of the contact, in points.
  public var majorRadius: Double? {
    get { TouchDetail.value(values.majorRadius) }
    set { values.majorRadius = newValue ?? .nan }
  }
  /// Half the shorter side of the contact, in points.
  public var minorRadius: Double? {
    get { TouchDetail.value(values.minorRadius) }
    set { values.minorRadius = newValue ?? .nan }
  }
  /// The angle of the longer side in radians, clockwise from upwards.
  public var orientation: Double? {
    get { TouchDetail.value(values.orientation) }
    set { values.orientation = newValue ?? .nan }
  }
  /// The distance from the surface while hovering, in the device's units.
  public var distance: Double? {
    get { TouchDetail.value(values.distance) }
    set { values.distance = newValue ?? .nan }
  }

  private static func value(_ stored: Double) -> Double? { stored.isNaN ? nil : stored }

  private static func isSame(_ one: Double, _ other: Double) -> Bool {
    one == other || one.isNaN && other.isNaN
  }

  public static func == (one: Self, other: Self) -> Bool {
    isSame(one.values.force, other.values.force)
      && isSame(one.values.majorRadius, other.values.majorRadius)
      && isSame(one.values.minorRadius, other.values.minorRadius)
      && isSame(one.values.orientation, other.values.orientation)
      && isSame(one.values.distance, other.values.distance)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(force)
    hasher.combine(majorRadius)
    hasher.combine(minorRadius)
    hasher.combine(orientation)
    hasher.combine(distance)
  }
}
