// From the surface to the screen: matrix, mirror, rotation, region, and the four corners.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct MappingTests {
  private struct Case: Sendable, CustomStringConvertible {
    var rotate: Rotation
    var mirror: Mirror
    /// Where the surface's corners lie: top left, top right, bottom right, bottom left.
    var corners: [String]
    var description: String { "\(rotate.rawValue)° mirror \(mirror.rawValue)" }
  }

  private static let cases = [
    Case(rotate: .none, mirror: [], corners: ["tl", "tr", "br", "bl"]),
    Case(rotate: .quarter, mirror: [], corners: ["tr", "br", "bl", "tl"]),
    Case(rotate: .half, mirror: [], corners: ["br", "bl", "tl", "tr"]),
    Case(rotate: .threeQuarters, mirror: [], corners: ["bl", "tl", "tr", "br"]),
    Case(rotate: .none, mirror: .horizontal, corners: ["tr", "tl", "bl", "br"]),
    Case(rotate: .none, mirror: .vertical, corners: ["bl", "br", "tr", "tl"]),
    Case(rotate: .quarter, mirror: .horizontal, corners: ["br", "tr", "tl", "bl"]),
    Case(rotate: .threeQuarters, mirror: .horizontal, corners: ["tl", "bl", "br", "tr"]),
    Case(rotate: .half, mirror: [.horizontal, .vertical], corners: ["tl", "tr", "br", "bl"]),
  ]

  @Test(arguments: cases)
  private func `the corners of the surface lie in the right corners, inside`(_ item: Case) {
    let region = Rect(x: 100, y: 50, width: 400, height: 200)
    let mapping = SurfaceMapping(region: region, mirror: item.mirror, rotate: item.rotate)
    let scale = AxisScale(.panel, mapping: mapping)
    let surface = [(0, 0), (799, 0), (799, 479), (0, 479)]
    for (place, corner) in zip(surface, item.corners) {
      let point = scale.point(place.0, place.1)
      #expect(region.contains(point), "\(place) lies at \(point)")
      let isRight = corner.hasSuffix("r")
      let isBottom = corner.hasPrefix("b")
      // Within a unit of the device, whichever axis of it lies here.
      #expect(abs(point.x - (isRight ? region.maxX : region.minX)) <= 400.0 / 480 + 1e-9)
      #expect(abs(point.y - (isBottom ? region.maxY : region.minY)) <= 200.0 / 480 + 1e-9)
    }
  }

  @Test func `every rotation is what libinput's matrix of the same name is`() throws {
    let matrices: [(Rotation, [Double])] = [
      (.none, [1, 0, 0, 0, 1, 0]), (.quarter, [0, -1, 1, 1, 0, 0]),
      (.half, [-1, 0, 1, 0, -1, 1]), (.threeQuarters, [0, 1, 0, -1, 0, 1]),
    ]
    for (rotation, numbers) in matrices {
      let turned = SurfaceMapping(region: panelRegion, rotate: rotation)
      let matrix = SurfaceMapping(region: panelRegion, matrix: try CalibrationMatrix(numbers))
      for place in [(0.0, 0.0), (0.25, 0.75), (0.999, 0.5)] {
        #expect(turned.point(place.0, place.1) == matrix.point(place.0, place.1))
      }
    }
  }

  @Test func `a touch beyond the calibrated surface stays beyond the screen`() throws {
    let matrix = try CalibrationMatrix([1.2, 0, -0.1, 0, 1, 0])
    let mapping = SurfaceMapping(region: panelRegion, matrix: matrix)
    #expect(mapping.point(0, 0).x < 0)
    #expect(mapping.point(0.999, 0).x > 800)
  }

  @Test func `a matrix has 6 or 9 finite numbers and can be undone`() throws {
    #expect(throws: CalibrationMatrix.Problem.count(5)) {
      try CalibrationMatrix([1, 0, 0, 0, 1])
    }
    #expect(throws: CalibrationMatrix.Problem.singular) {
      try CalibrationMatrix([1, 2, 0, 2, 4, 0])
    }
    #expect(throws: CalibrationMatrix.Problem.notFinite) {
      try CalibrationMatrix([.nan, 0, 0, 0, 1, 0])
    }
    #expect(throws: CalibrationMatrix.Problem.notAffine) {
      try CalibrationMatrix([1, 0, 0, 0, 1, 0, 0.1, 0, 1])
    }
    let nine = try CalibrationMatrix([2, 0, 0.5, 0, 2, 0, 0, 0, 2])
    #expect(nine.rows == [1, 0, 0.25, 0, 1, 0])
    #expect(try CalibrationMatrix(property: "0 -1 1 1 0 0").rows == [0, -1, 1, 1, 0, 0])
    #expect(throws: CalibrationMatrix.Problem.notFinite) {
      try CalibrationMatrix(property: "1 0 x 0 1 0")
    }
  }

  @Test func `force, size and angle are carried in the engine's units, turned with the panel`() {
    var description = EventDescription.panel
    description.insert(axis: AxisCode.slotPressure, AxisRange(minimum: 0, maximum: 200))
    description.insert(axis: AxisCode.touchMajor, AxisRange(minimum: 0, maximum: 255))
    description.insert(axis: AxisCode.orientation, AxisRange(minimum: -90, maximum: 90))
    var raw = RawContact(id: 1, change: .down, x: 400, y: 240)
    raw.pressure = 50
    raw.touchMajor = 20
    raw.orientation = 30
    let straight = AxisScale(description, mapping: SurfaceMapping(region: panelRegion))
      .contact(raw)
    #expect(straight.position == Point(x: 400, y: 240))
    #expect(straight.detail.force == 0.25)
    #expect(abs((straight.detail.majorRadius ?? 0) - 10) < 1e-6)
    #expect(abs((straight.detail.orientation ?? 0) - .pi / 6) < 1e-6)
    let region = Rect(x: 0, y: 0, width: 480, height: 800)
    let turned = AxisScale(description, mapping: SurfaceMapping(region: region, rotate: .quarter))
      .contact(raw)
    #expect(turned.position == Point(x: 240, y: 400))
    #expect(abs((turned.detail.orientation ?? 0) - (.pi / 6 - .pi / 2)) < 1e-6)
    let mirrored = AxisScale(
      description, mapping: SurfaceMapping(region: panelRegion, mirror: .horizontal)
    ).contact(raw)
    #expect(abs((mirrored.detail.orientation ?? 0) + .pi / 6) < 1e-6)
  }
}

@Suite struct WayBackTests {
  @Test func `a contact in points is the device's own again, however its panel is mounted`() {
    var random = Random(state: 7)
    for _ in 0..<2000 {
      var description = EventDescription()
      let axes: [(Int, ClosedRange<Int>)] = [
        (AxisCode.positionX, -500...9000), (AxisCode.positionY, 0...32767),
      ]
      for (code, range) in axes {
        let minimum = range.lowerBound + random.next(100)
        let maximum = minimum + 1 + random.next(range.count - 200)
        description.insert(
          axis: code, AxisRange(minimum: minimum, maximum: maximum, resolution: random.next(20)))
      }
      description.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: 9))
      description.insert(axis: AxisCode.slotPressure, AxisRange(minimum: 3, maximum: 900))
      description.insert(
        axis: AxisCode.touchMajor, AxisRange(minimum: 0, maximum: 255, resolution: random.next(9)))
      description.insert(axis: AxisCode.orientation, AxisRange(minimum: -90, maximum: 90))
      let matrices = [
        [1.0, 0, 0, 0, 1, 0], [0.97, 0.02, 0.01, -0.03, 1.1, -0.02], [0, 1, 0, -1, 0, 1],
      ]
      let mapping = SurfaceMapping(
        region: Rect(
          x: Double(random.next(50)), y: 20, width: Double(100 + random.next(4000)), height: 333.3),
        matrix: try! CalibrationMatrix(matrices[random.next(3)]),
        mirror: Mirror(rawValue: random.next(4)), rotate: Rotation.allCases[random.next(4)])
      let scale = AxisScale(description, mapping: mapping)
      func any(_ axis: Int) -> Int {
        let range = description.axes[axis]!
        return range.minimum + random.next(range.count)
      }
      var raw = RawContact(
        id: 4, change: .move, x: any(AxisCode.positionX), y: any(AxisCode.positionY))
      raw.pressure = any(AxisCode.slotPressure)
      raw.touchMajor = any(AxisCode.touchMajor)
      raw.touchMinor = any(AxisCode.touchMajor)
      raw.orientation = any(AxisCode.orientation)
      raw.distance = random.next(3)
      let contact = scale.contact(raw)
      let back = scale.raw(4, at: contact.position, contact.detail, tool: .finger)
      // An ellipse that lies a quarter turn to the left lies one to the right, too.
      if raw.orientation == -90 || back.orientation == -90 {
        #expect(abs(raw.orientation!) == abs(back.orientation!))
        raw.orientation = back.orientation
      }
      #expect(back == raw, "\(description.axes) \(mapping)")
    }
  }
}
