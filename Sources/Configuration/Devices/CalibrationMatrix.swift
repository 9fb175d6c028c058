// A touch panel's calibration, in the units of libinput's LIBINPUT_CALIBRATION_MATRIX.

package import ResponderKit

/// A map from the surface to itself, in units of the surface: libinput's calibration matrix.
package struct CalibrationMatrix: Hashable, Sendable {
  /// An error in the numbers of a matrix.
  package enum Problem: Error, Hashable, CustomStringConvertible {
    case count(Int)
    case notFinite
    case notAffine
    case singular

    package var description: String {
      switch self {
      case .count(let count):
        "expected 6 or 9 numbers, the rows of the matrix one after another, found \(count)"
      case .notFinite: "expected finite numbers"
      case .notAffine:
        "expected 0, 0 and a number other than 0 as the last row of a 3 by 3 matrix"
      case .singular:
        "expected a matrix that can be undone, found one that maps to a line or a point"
      }
    }
  }

  /// The map of unit coordinates.
  package let transform: AffineTransform

  /// The map that changes nothing.
  package static let identity = CalibrationMatrix(transform: .identity)

  private init(transform: AffineTransform) { self.transform = transform }

  /// The matrix with these rows, two or three of them, one after another.
  package init(_ numbers: [Double]) throws(Problem) {
    guard numbers.count == 6 || numbers.count == 9 else { throw .count(numbers.count) }
    guard numbers.allSatisfy(\.isFinite) else { throw .notFinite }
    var scale = 1.0
    if numbers.count == 9 {
      guard numbers[6] == 0, numbers[7] == 0, numbers[8] != 0 else { throw .notAffine }
      scale = numbers[8]
    }
    transform = AffineTransform(
      a: numbers[0] / scale, b: numbers[3] / scale, c: numbers[1] / scale, d: numbers[4] / scale,
      tx: numbers[2] / scale, ty: numbers[5] / scale)
    guard abs(transform.determinant) > 1e-9, transform.inverted != nil else { throw .singular }
  }

  /// Reads the value of the udev property: six numbers with blanks between them.
  package init(property text: String) throws(Problem) {
    let words = text.split { $0 == " " || $0 == "\t" }
    let numbers = words.compactMap { Double($0) }
    guard numbers.count == words.count else { throw .notFinite }
    try self.init(numbers)
  }

  /// The first two rows, as libinput and udev have them.
  package var rows: [Double] {
    [transform.a, transform.c, transform.tx, transform.b, transform.d, transform.ty]
  }
}
