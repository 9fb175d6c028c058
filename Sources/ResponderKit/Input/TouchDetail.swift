// What some devices report about a contact beyond its position.

/// Force, size, angles, distance and marker of a contact; nil where the device does not report them.
///
/// Every moving finger copies them several times, so they are small, and a missing value takes no
/// space of its own.
public struct TouchDetail: Hashable, Sendable {
  private var values = Values()

  private struct Values: Hashable {
    var force = Measure()
    var majorRadius = Measure()
    var minorRadius = Measure()
    var orientation = Measure()
    var distance = Measure()
    var altitudeAngle = Measure()
    var azimuthAngle = Measure()
    var rollAngle = Measure()
    var marker = Measure()
  }

  private struct Measure: Hashable {
    // Not a number stands for nil.
    private var stored = Float.nan

    var value: Double? {
      get { stored.isNaN ? nil : Double(stored) }
      set { stored = newValue.map { Float($0) } ?? .nan }
    }

    static func == (one: Self, other: Self) -> Bool {
      one.stored == other.stored || one.stored.isNaN && other.stored.isNaN
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  init() {}

  /// The force, from 0 to 1.
  public var force: Double? {
    get { values.force.value }
    set { values.force.value = newValue }
  }
  /// Half the longer side of the contact, in points.
  public var majorRadius: Double? {
    get { values.majorRadius.value }
    set { values.majorRadius.value = newValue }
  }
  /// Half the shorter side of the contact, in points.
  public var minorRadius: Double? {
    get { values.minorRadius.value }
    set { values.minorRadius.value = newValue }
  }
  /// The angle of the longer side in radians, clockwise from upwards.
  public var orientation: Double? {
    get { values.orientation.value }
    set { values.orientation.value = newValue }
  }
  /// The distance from the surface while hovering, in the device's units.
  public var distance: Double? {
    get { values.distance.value }
    set { values.distance.value = newValue }
  }
  /// The angle between a pen and the surface in radians: half of pi for a pen that stands upright.
  public var altitudeAngle: Double? {
    get { values.altitudeAngle.value }
    set { values.altitudeAngle.value = newValue }
  }
  /// The direction in which the upper end of a pen leans, in radians, clockwise from the right.
  public var azimuthAngle: Double? {
    get { values.azimuthAngle.value }
    set { values.azimuthAngle.value = newValue }
  }
  /// How far a pen is rolled around itself, or an object is turned on a table, in radians, clockwise
  /// from where its device has the zero.
  public var rollAngle: Double? {
    get { values.rollAngle.value }
    set { values.rollAngle.value = newValue }
  }
  /// The number of the marker of an object that lies on a table; nil for a finger.
  public var marker: Int? {
    get { values.marker.value.map { Int($0) } }
    set { values.marker.value = newValue.map { Double($0) } }
  }
}
