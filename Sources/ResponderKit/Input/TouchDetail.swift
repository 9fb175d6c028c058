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
    // In steps of 1/3200 of a radian: the whole detail has 32 bytes. The least number stands for nil.
    var roll = Int16.min
    // The greatest number stands for nil.
    var marker = UInt16.max
  }

  private struct Measure: Hashable {
    // Not a number stands for nil; its bits are equal. The sum has no minus zero.
    private var bits = Float.nan.bitPattern

    var value: Double? {
      get {
        let number = Float(bitPattern: bits)
        return number.isNaN ? nil : Double(number)
      }
      set { bits = newValue.map { (Float($0) + 0).bitPattern } ?? Float.nan.bitPattern }
    }
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
    get { values.roll == .min ? nil : Double(values.roll) / 3200 }
    set { values.roll = newValue.flatMap { Int16(exactly: ($0 * 3200).rounded()) } ?? .min }
  }
  /// The number of the marker of an object that lies on a table, below 65,535; nil for a finger.
  public var marker: Int? {
    get { values.marker == .max ? nil : Int(values.marker) }
    set { values.marker = newValue.flatMap { UInt16(exactly: $0) } ?? .max }
  }
}
