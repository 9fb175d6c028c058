// Reads words and numbers from the lines of a text, byte by byte, without allocating.

import ResponderKit

/// A text as bytes, read line by line and word by word.
struct LineScanner {
  /// The name that errors carry.
  let file: String
  private let bytes: [UInt8]
  private var position = 0
  private var lineStart = 0
  private var lineEnd = 0
  private var next = 0
  /// The number of the current line, from 1; 0 before the first.
  private(set) var line = 0

  init(file: String, bytes: [UInt8], firstLine: Int = 1) {
    self.file = file
    self.bytes = bytes
    self.line = firstLine - 1
  }

  /// Goes to the next line; says whether there is one.
  mutating func nextLine() -> Bool {
    guard next < bytes.count else { return false }
    lineStart = next
    position = next
    var end = next
    while end < bytes.count, bytes[end] != Byte.newline { end += 1 }
    next = end + 1
    if end > lineStart, bytes[end - 1] == Byte.carriageReturn { end -= 1 }
    lineEnd = end
    line += 1
    return true
  }

  /// Goes back to the beginning of the current line.
  mutating func rewindLine() { position = lineStart }

  /// Whether the rest of the line is blank.
  mutating func isAtEnd() -> Bool {
    skipSpaces()
    return position >= lineEnd
  }

  /// The column of the next byte, from 1.
  var column: Int { position - lineStart + 1 }

  /// How far the current line is indented.
  var indentation: Int {
    var end = lineStart
    while end < lineEnd, bytes[end] == Byte.space { end += 1 }
    return end - lineStart
  }

  mutating func skipSpaces() {
    while position < lineEnd, bytes[position] == Byte.space || bytes[position] == Byte.tab {
      position += 1
    }
  }

  /// The next byte that is not blank, which is not taken.
  mutating func peek() -> UInt8? {
    skipSpaces()
    return position < lineEnd ? bytes[position] : nil
  }

  /// Takes a byte if it is the next one; blanks before it are skipped.
  mutating func take(_ byte: UInt8) -> Bool {
    skipSpaces()
    guard position < lineEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Takes a byte if it follows at once.
  mutating func takeAdjacent(_ byte: UInt8) -> Bool {
    guard position < lineEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Takes a text if it comes next.
  mutating func take(_ text: StaticString) -> Bool {
    skipSpaces()
    let count = text.utf8CodeUnitCount
    guard position + count <= lineEnd else { return false }
    let matches = text.withUTF8Buffer { wanted in
      (0..<count).allSatisfy { unsafe bytes[position + $0] == wanted[$0] }
    }
    if matches { position += count }
    return matches
  }

  /// Goes to just behind the first occurrence of a byte in the line; says whether there is one.
  mutating func skip(past byte: UInt8) -> Bool {
    var index = position
    while index < lineEnd {
      if bytes[index] == byte {
        position = index + 1
        return true
      }
      index += 1
    }
    return false
  }

  /// Goes to the next "Event" in the line, which begins another item; says whether there is one.
  mutating func skipToItem() -> Bool {
    repeat {
      let place = position
      if take("Event ") {
        position = place
        return true
      }
    } while skip(past: Byte.space)
    return false
  }

  /// Takes what reaches to the next blank, semicolon or number sign.
  mutating func word() -> String {
    skipSpaces()
    let start = position
    while position < lineEnd, !Byte.endsWord(bytes[position]) { position += 1 }
    return text(from: start, to: position)
  }

  /// The word that comes next, which is not taken: for messages.
  func found() -> String {
    var copy = self
    let word = copy.word()
    return word.isEmpty ? "the end of the line" : "\"\(word)\""
  }

  /// Takes the rest of the line, without blanks at its ends.
  mutating func rest() -> String {
    skipSpaces()
    var end = lineEnd
    while end > position, bytes[end - 1] == Byte.space || bytes[end - 1] == Byte.tab { end -= 1 }
    defer { position = lineEnd }
    return text(from: position, to: end)
  }

  private func text(from start: Int, to end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Takes a whole number; nil, and nothing taken, where there is none or it is too large.
  mutating func integer(radix: Int = 10) -> Int? {
    skipSpaces()
    var index = position
    let isNegative = index < lineEnd && bytes[index] == Byte.minus
    if isNegative { index += 1 }
    let firstDigit = index
    var value = 0
    while index < lineEnd, let digit = Byte.digit(bytes[index]), digit < radix {
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
      index += 1
    }
    guard index > firstDigit else { return nil }
    position = index
    return isNegative ? -value : value
  }

  /// Takes a decimal number such as `-12.5`; nil, and nothing taken, where there is none.
  mutating func decimal() -> Double? {
    guard let (mantissa, places) = fixedPoint(maximumPlaces: 9) else { return nil }
    var divisor = 1.0
    for _ in 0..<places { divisor *= 10 }
    return Double(mantissa) / divisor
  }

  /// Takes seconds such as `12.000016` as a moment, exact to the microsecond.
  mutating func moment() -> Instant? {
    let start = position
    guard let (mantissa, places) = fixedPoint(maximumPlaces: 6), abs(mantissa) < 1 << 56 else {
      position = start
      return nil
    }
    var value = Int64(mantissa)
    for _ in places..<6 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow {
        position = start
        return nil
      }
      value = product
    }
    return Instant(microseconds: value)
  }

  /// Digits with a point, as a whole number and the count of its decimal places; further ones go.
  private mutating func fixedPoint(maximumPlaces: Int) -> (mantissa: Int, places: Int)? {
    skipSpaces()
    var index = position
    let isNegative = index < lineEnd && bytes[index] == Byte.minus
    if isNegative { index += 1 }
    var mantissa = 0
    var places = 0
    var digits = 0
    var isFraction = false
    while index < lineEnd {
      if bytes[index] == Byte.point, !isFraction {
        isFraction = true
      } else if let digit = Byte.digit(bytes[index]), digit < 10 {
        digits += 1
        if !isFraction || places < maximumPlaces {
          guard mantissa < 1 << 58 else { return nil }
          mantissa = mantissa * 10 + digit
          if isFraction { places += 1 }
        }
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    position = index
    return (isNegative ? -mantissa : mantissa, places)
  }

  /// A mistake at the place of the next word.
  mutating func error(_ message: String) -> RecordingError {
    skipSpaces()
    return RecordingError(file: file, line: line, column: column, message: message)
  }
}

/// The bytes that have a meaning in recordings.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let numberSign = UInt8(ascii: "#")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")

  static func endsWord(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == semicolon || byte == numberSign
  }

  /// The value of a digit in any radix up to 16.
  static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
