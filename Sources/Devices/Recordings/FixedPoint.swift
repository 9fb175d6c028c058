// Decimal numbers as they stand in texts, without the errors of floating point.

/// A decimal number such as `-12.5`, as a whole number and the count of its decimal places.
struct FixedPoint {
  private let mantissa: Int
  private let places: Int
  /// The index behind its last byte.
  let end: Int

  /// Reads digits with a point from a range of a text; further ones than so many decimal places go.
  /// Nil if there is no digit, or if the number is too large.
  init?(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, maximumPlaces: Int
  ) {
    var index = start
    let isNegative = unsafe index < end && text[index] == Byte.minus
    if isNegative { index += 1 }
    let first = index
    var mantissa = 0
    var places = 0
    while index < end, unsafe Byte.isDigit(text[index]) {
      guard mantissa < 1 << 58 else { return nil }
      mantissa = unsafe mantissa &* 10 &+ Int(text[index] & 0xf)
      index += 1
    }
    var digits = index - first
    if unsafe index < end && text[index] == Byte.point {
      index += 1
      let fraction = index
      while index < end, unsafe Byte.isDigit(text[index]) {
        if places < maximumPlaces {
          guard mantissa < 1 << 58 else { return nil }
          mantissa = unsafe mantissa &* 10 &+ Int(text[index] & 0xf)
          places += 1
        }
        index += 1
      }
      digits += index - fraction
    }
    guard digits > 0 else { return nil }
    self.mantissa = isNegative ? -mantissa : mantissa
    self.places = places
    self.end = index
  }

  /// The nearest number of floating point.
  var double: Double {
    guard places > 0 else { return Double(mantissa) }
    var divisor = 10.0
    for _ in 1..<places { divisor *= 10 }
    return Double(mantissa) / divisor
  }

  /// A number of seconds with at most 6 decimal places in microseconds; nil for too many.
  var microseconds: Int64? {
    var factor: Int64 = 1
    for _ in places..<6 { factor *= 10 }
    let (microseconds, overflow) = Int64(mantissa).multipliedReportingOverflow(by: factor)
    return overflow ? nil : microseconds
  }
}
