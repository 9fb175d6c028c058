// From targets that were shown and places that were touched to a calibration matrix.

package import Configuration
package import ResponderKit

/// From targets that were shown and places that were touched to a calibration matrix.
package struct CalibrationSolver {
  /// Why there is no matrix.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case tooFew(Int)
    case onOneLine

    package var description: String {
      switch self {
      case .tooFew(let count): "expected 3 touched targets or more, found \(count)"
      case .onOneLine: "expected targets that do not lie on one line, nor touches that do"
      }
    }
  }

  /// The matrix that fits best.
  package let matrix: CalibrationMatrix
  /// The largest distance between a touch and its target, in points.
  package let largestError: Double

  /// Finds the matrix for a device with this use, whose touches were mapped by `mapping`.
  ///
  /// `touched` are the positions of the touches on the screen, `shown` the targets.
  package init(
    touched: [Point], shown: [Point], use: DeviceUse, mapping: SurfaceMapping
  ) throws(Failure) {
    let count = min(touched.count, shown.count)
    guard count >= 3 else { throw .tooFew(count) }
    var rule = use
    rule.rule.calibrationMatrix = .identity
    guard let back = mapping.transform.inverted,
      let backUncalibrated = rule.mapping(calibration: nil).transform.inverted
    else { throw .onOneLine }
    // The measured and the wanted positions, in units of the surface.
    let said = touched.prefix(count).map { back.apply(to: $0) }
    let wanted = shown.prefix(count).map { backUncalibrated.apply(to: $0) }
    guard let x = CalibrationSolver.fit(said, wanted.map(\.x)),
      let y = CalibrationSolver.fit(said, wanted.map(\.y)),
      let matrix = try? CalibrationMatrix([x.0, x.1, x.2, y.0, y.1, y.2])
    else { throw .onOneLine }
    self.matrix = matrix
    rule.rule.calibrationMatrix = matrix
    let corrected = rule.mapping(calibration: nil).transform
    largestError = zip(said, shown).map { corrected.apply(to: $0).distance(to: $1) }.max() ?? 0
  }

  /// The a, b, c for which a·x + b·y + c is closest to the values, by least squares.
  private static func fit(_ points: [Point], _ values: [Double]) -> (Double, Double, Double)? {
    let count = Double(points.count)
    let middle = points.reduce(Point.zero, +) / count
    let mean = values.reduce(0, +) / count
    var (xx, xy, yy, xv, yv) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (point, value) in zip(points, values) {
      let offset = point - middle
      xx += offset.x * offset.x
      xy += offset.x * offset.y
      yy += offset.y * offset.y
      xv += offset.x * (value - mean)
      yv += offset.y * (value - mean)
    }
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-9 else { return nil }
    let a = (xv * yy - yv * xy) / determinant
    let b = (yv * xx - xv * xy) / determinant
    return (a, b, mean - a * middle.x - b * middle.y)
  }
}
