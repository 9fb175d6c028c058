// What some devices report about a contact beyond its position.

/// Force, size, angles and distance of a contact; nil where the device does not report them.
///
/// Every moving finger copies them several times, so they are small, and a missing value takes no
/// space of its own.
public struct TouchDetail: Hashable, Sendable {
  // Not a number stands for nil.
  private var values = Values()

  private struct Values {
    var force = Float.nan
    var majorRadius = Float.nan
    var minorRadius = Float.nan
    var orientation = Float.nan
    var distance = Float.nan
    var altitudeAngle = Float.nan
    var azimuthAngle = Float.nan
  }

  init() {}

  /// The force, from 0 to 1.
  public var force: Double? {
    get { TouchDetail.value(values.force) }
    set { values.force = TouchDetail.stored(newValue) }
  }
  /// Half the longer side of the contact, in points.
  public var majorRadius: Double? {
    get { TouchDetail.value(values.majorRadius) }
    set { values.majorRadius = TouchDetail.stored(newValue) }
  }
  /// Half the shorter side of the contact, in points.
  public var minorRadius: Double? {
    get { TouchDetail.value(values.minorRadius) }
    set { values.minorRadius = TouchDetail.stored(newValue) }
  }
  /// The angle of the longer side in radians, clockwise from upwards.
  public var orientation: Double? {
    get { TouchDetail.value(values.orientation) }
    set { values.orientation = TouchDetail.stored(newValue) }
  }
  /// The distance from the surface while hovering, in the device's units.
  public var distance: Double? {
    get { TouchDetail.value(values.distance) }
    set { values.distance = TouchDetail.stored(newValue) }
  }

  /// The angle between a pen and the surface in radians: half of pi for a pen that stands upright.
  public var altitudeAngle: Double? {
    get { TouchDetail.value(values.altitudeAngle) }
    set { values.altitudeAngle = TouchDetail.stored(newValue) }
  }
  /// The direction in which the upper end of a pen leans, in radians, clockwise from the right.
  public var azimuthAngle: Double? {
    get { TouchDetail.value(values.azimuthAngle) }
    set { values.azimuthAngle = TouchDetail.stored(newValue) }
  }

  private static func value(_ stored: Float) -> Double? { stored.isNaN ? nil : Double(stored) }

  private static func stored(_ value: Double?) -> Float { value.map { Float($0) } ?? .nan }

  private static func isSame(_ one: Float, _ other: Float) -> Bool {
    one == other || one.isNaN && other.isNaN
  }

  public static func == (one: Self, other: Self) -> Bool {
    isSame(one.values.force, other.values.force)
      && isSame(one.values.majorRadius, other.values.majorRadius)
      && isSame(one.values.minorRadius, other.values.minorRadius)
      && isSame(one.values.orientation, other.values.orientation)
      && isSame(one.values.distance, other.values.distance)
      && isSame(one.values.altitudeAngle, other.values.altitudeAngle)
      && isSame(one.values.azimuthAngle, other.values.azimuthAngle)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(force)
    hasher.combine(majorRadius)
    hasher.combine(minorRadius)
    hasher.combine(orientation)
    hasher.combine(distance)
    hasher.combine(altitudeAngle)
    hasher.combine(azimuthAngle)
  }
}
