// From shown targets and touched places to a matrix.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct CalibrationTests {
  private let targets = [
    Point(x: 80, y: 48), Point(x: 720, y: 48), Point(x: 720, y: 432), Point(x: 80, y: 432),
  ]

  private func use(_ change: (inout DeviceRule) -> Void = { _ in }) -> DeviceUse {
    var rule = DeviceRule()
    change(&rule)
    return DeviceUse(rule: rule, backend: .evdev, screen: nil, region: panelRegion)
  }

  @Test(arguments: Rotation.allCases)
  func `a shifted, stretched and slanted panel is put right, however it hangs`(
    rotation: Rotation
  ) throws {
    let flaw = try CalibrationMatrix([1.1, 0.02, -0.03, -0.01, 0.9, 0.05])
    let use = use { $0.rotate = rotation }
    // What a perfect panel would need, seen through the flaw.
    let perfect = use.mapping(calibration: nil)
    let mapping = SurfaceMapping(region: panelRegion, matrix: flaw, rotate: rotation)
    let touched = targets.map {
      mapping.transform.apply(to: perfect.transform.inverted!.apply(to: $0))
    }
    let solved = try CalibrationSolver(
      touched: touched, shown: targets, use: use, mapping: perfect)
    #expect(solved.largestError < 1e-6)
    var corrected = use
    corrected.rule.calibrationMatrix = solved.matrix
    for (place, target) in zip(touched, targets) {
      let raw = perfect.transform.inverted!.apply(to: place)
      let seen = corrected.mapping(calibration: nil).transform.apply(to: raw)
      #expect(seen.distance(to: target) < 1e-6)
    }
  }

  @Test func `a calibration can be made again over an old one`() throws {
    let old = try CalibrationMatrix([0.9, 0, 0.05, 0, 0.9, 0.05])
    let use = use { $0.calibrationMatrix = old }
    let solved = try CalibrationSolver(
      touched: targets, shown: targets, use: use, mapping: use.mapping(calibration: nil))
    for (new, was) in zip(solved.matrix.rows, old.rows) { #expect(abs(new - was) < 1e-9) }
  }

  @Test func `an inexact touch leaves an error in points`() throws {
    var touched = targets
    touched[0].x += 8
    let use = use()
    let solved = try CalibrationSolver(
      touched: touched, shown: targets, use: use, mapping: use.mapping(calibration: nil))
    #expect(abs(solved.largestError - 2) < 0.05)
  }

  @Test func `too few targets, or targets on a line, are refused`() {
    let use = use()
    let mapping = use.mapping(calibration: nil)
    #expect(throws: CalibrationSolver.Failure.tooFew(2)) {
      try CalibrationSolver(
        touched: Array(targets.prefix(2)), shown: targets, use: use, mapping: mapping)
    }
    let line = [Point(x: 1, y: 1), Point(x: 2, y: 2), Point(x: 3, y: 3)]
    #expect(throws: CalibrationSolver.Failure.onOneLine) {
      try CalibrationSolver(touched: line, shown: line, use: use, mapping: mapping)
    }
    #expect(throws: CalibrationSolver.Failure.onOneLine) {
      try CalibrationSolver(
        touched: targets, shown: [.zero, .zero, .zero], use: use, mapping: mapping)
    }
  }
}
