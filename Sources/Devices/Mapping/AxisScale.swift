// From a device's own units to units of its surface, and to sizes in points.

import Glibc
package import ResponderKit

/// From the units of a device's axes to places, sizes and angles on the screen.
package struct AxisScale: Hashable, Sendable {
  private let horizontal: AxisRange
  private let vertical: AxisRange
  // The numbers of their units, at least 1.
  private let width: Double
  private let height: Double
  private let majorResolution: Int
  private let pressure: AxisRange?
  private let orientation: AxisRange?
  /// The numbers of units of a pen's tilt in a radian; without a resolution, they are degrees.
  private let tiltUnitsX: Double
  private let tiltUnitsY: Double
  /// The stage that leads from the surface to the screen.
  package let mapping: SurfaceMapping
  /// From the device's units to points, without the shift.
  private let linear: AffineTransform
  private let radiansPerRollUnit: Double
  /// The number of points in a unit of the device, as the mean of both axes.
  private let pointsPerUnit: Double
  /// The angle of a contact that is not turned: many devices report no other.
  private var upright: Double?

  /// The scale of a device whose surface is mapped to a screen.
  package init(_ description: EventDescription, mapping: SurfaceMapping) {
    let unit = AxisRange(minimum: 0, maximum: 0)
    horizontal = description.axes[description.horizontalAxis] ?? unit
    vertical = description.axes[description.verticalAxis] ?? unit
    width = Double(max(1, horizontal.count))
    height = Double(max(1, vertical.count))
    majorResolution = description.axes[AxisCode.touchMajor]?.resolution ?? 0
    let isSingle = description.contactProtocol == .single
    pressure = description.axes[isSingle ? AxisCode.pressure : AxisCode.slotPressure]
    orientation = description.axes[AxisCode.orientation]
    tiltUnitsX = Self.unitsPerRadian(description.axes[AxisCode.tiltX])
    tiltUnitsY = Self.unitsPerRadian(description.axes[AxisCode.tiltY])
    // The axis goes round once.
    radiansPerRollUnit = 2 * .pi / Double(max(1, description.axes[AxisCode.z]?.count ?? 1))
    self.mapping = mapping
    linear = AffineTransform(scaleX: 1 / width, y: 1 / height)
      .concatenating(mapping.transform)
    pointsPerUnit = abs(linear.determinant).squareRoot()
    upright = angle(0)
  }

  /// The position on the screen for a position in the device's units.
  package func point(_ x: Int, _ y: Int) -> Point {
    mapping.point(
      Double(x - horizontal.minimum) / width, Double(y - vertical.minimum) / height)
  }

  /// The contact for the engine.
  package func contact(_ raw: RawContact) -> Contact {
    var contact = Contact(id: raw.id, change: raw.change, position: point(raw.x, raw.y))
    contact.tool = raw.tool
    if let value = raw.pressure { contact.detail.force = force(value) }
    if let value = raw.touchMajor { contact.detail.majorRadius = radius(value) }
    if let value = raw.touchMinor { contact.detail.minorRadius = radius(value) }
    if let value = raw.orientation {
      contact.detail.orientation = value == 0 ? upright : angle(value)
    }
    if let value = raw.distance { contact.detail.distance = Double(value) }
    return contact
  }

  /// How a pen with a tilt leans on the screen.
  func angles(ofTilt tilt: (x: Int, y: Int)) -> (altitude: Double, azimuth: Double) {
    func slope(_ value: Int, _ units: Double) -> Double {
      tan(min(max(Double(value) / units, -1.55), 1.55))
    }
    let x = slope(tilt.x, tiltUnitsX)
    let y = slope(tilt.y, tiltUnitsY)
    let lean = linear.apply(toVector: Point(x: x, y: y))
    return (.pi / 2 - atan((x * x + y * y).squareRoot()), atan2(lean.y, lean.x))
  }

  /// How far a pen is rolled, from -π to π.
  func roll(_ value: Int) -> Double { remainder(Double(value) * radiansPerRollUnit, 2 * .pi) }

  private static func unitsPerRadian(_ range: AxisRange?) -> Double {
    let resolution = range?.resolution ?? 0
    return resolution > 0 ? Double(resolution) : 180 / .pi
  }

  private func force(_ value: Int) -> Double? {
    guard let pressure, pressure.isValid else { return nil }
    let force = Double(value - pressure.minimum) / Double(pressure.maximum - pressure.minimum)
    return min(max(force, 0), 1)
  }

  private func radius(_ value: Int) -> Double { Double(value) * grain * pointsPerUnit / 2 }

  /// The size has the grain of the positions, unless it names another.
  private var grain: Double {
    majorResolution > 0 && horizontal.resolution > 0
      ? Double(horizontal.resolution) / Double(majorResolution) : 1
  }

  private func angle(_ value: Int) -> Double? {
    guard let orientation, orientation.maximum > 0 else { return nil }
    // The range's maximum is a quarter turn clockwise; an ellipse looks the same after a half.
    let turn = Double(value) / Double(orientation.maximum) * .pi / 2
    let tip = linear.apply(toVector: Point(x: sin(turn), y: -cos(turn)))
    var angle = atan2(tip.x, -tip.y)
    if angle > .pi / 2 { angle -= .pi }
    if angle <= -.pi / 2 { angle += .pi }
    return angle
  }
}

// MARK: The way back

extension AxisScale {
  /// A contact in the device's own units again, as the device would have reported it.
  ///
  /// Rounding is undone; what was off the surface is on its edge. A correction maps the surface to
  /// itself first.
  package func raw(
    _ id: Int, at place: Point, _ detail: TouchDetail, tool: Contact.Tool,
    correction: AffineTransform? = nil
  ) -> RawContact {
    var unit = mapping.wayBack.apply(to: place)
    if let correction { unit = correction.apply(to: unit) }
    var raw = RawContact(
      id: id, change: .move, x: horizontal.value(at: unit.x), y: vertical.value(at: unit.y))
    raw.tool = tool
    if let force = detail.force, let pressure {
      raw.pressure = whole(
        Double(pressure.minimum) + force * Double(pressure.maximum - pressure.minimum))
    }
    raw.touchMajor = detail.majorRadius.map(diameter)
    raw.touchMinor = detail.minorRadius.map(diameter)
    raw.orientation = detail.orientation.flatMap(turn)
    raw.distance = detail.distance.map(whole)
    return raw
  }

  private func diameter(_ radius: Double) -> Int { whole(radius * 2 / (grain * pointsPerUnit)) }

  private func turn(_ angle: Double) -> Int? {
    guard let orientation, orientation.maximum > 0, let inverse = linear.inverted else {
      return nil
    }
    let tip = inverse.apply(toVector: Point(x: sin(angle), y: -cos(angle)))
    var turn = atan2(tip.x, -tip.y)
    if turn > .pi / 2 { turn -= .pi }
    if turn < -.pi / 2 { turn += .pi }
    let value = whole(turn / (.pi / 2) * Double(orientation.maximum))
    // A quarter turn to the left is one to the right.
    return value < orientation.minimum ? min(-value, orientation.maximum) : value
  }

  private func whole(_ value: Double) -> Int {
    Int(max(min(value.rounded(), Double(Int32.max)), Double(Int32.min)))
  }
}

extension AxisRange {
  /// The value at a part of the axis, from 0 for its first value to 1 behind its last.
  fileprivate func value(at part: Double) -> Int {
    let value = (part * Double(max(1, count))).rounded()
    return min(max(minimum + Int(max(min(value, 4e9), -4e9)), minimum), max(minimum, maximum))
  }
}
