// Reads words and numbers from the lines of a text, byte by byte, without allocating.

import CommandLine
import Glibc
import Linux
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

  // The part of a word in a message, and the length of the kernel's names.
  private static let shownBytes = 40
  private static let nameBytes = 256

  init(file: String, bytes: [UInt8], firstLine: Int = 1) {
    self.file = file
    self.bytes = bytes
    self.line = firstLine - 1
    // Some editors put a byte order mark in front of UTF-8.
    if firstLine == 1, bytes.starts(with: [0xef, 0xbb, 0xbf]) { next = 3 }
  }

  /// Moves to the next line; false at the end.
  mutating func nextLine() -> Bool {
    guard next < bytes.count else { return false }
    lineStart = next
    position = next
    var end = self.end(ofLineFrom: next)
    next = end + 1
    if end > lineStart, bytes[end - 1] == Byte.carriageReturn { end -= 1 }
    lineEnd = end
    line += 1
    return true
  }

  private func end(ofLineFrom start: Int) -> Int {
    unsafe bytes.withUnsafeBytes { text in
      guard let first = text.baseAddress,
        let newline = unsafe memchr(first + start, Int32(Byte.newline), text.count - start)
      else { return text.count }
      return unsafe UnsafeRawPointer(newline) - first
    }
  }

  /// Goes back to the beginning of the current line.
  mutating func rewindLine() { position = lineStart }

  /// A place in the current line, to which the scanner can go back.
  struct Mark {
    fileprivate let position: Int
  }

  /// Where the scanner is; unlike a copy of it, a mark retains nothing.
  var mark: Mark { Mark(position: position) }

  /// Goes back to a place in the current line.
  mutating func rewind(to mark: Mark) { position = mark.position }

  /// Whether the rest of the line is blank.
  mutating func isAtEnd() -> Bool {
    skipSpaces()
    return position >= lineEnd
  }

  /// The column of the next byte, from 1.
  var column: Int { position - lineStart + 1 }

  /// The indentation of the current line.
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

  /// Passes over the next byte.
  mutating func skipByte() { if position < lineEnd { position += 1 } }

  /// Skips a byte if it is the next one after blanks.
  mutating func skip(_ byte: UInt8) -> Bool {
    skipSpaces()
    guard position < lineEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a byte if it is the next one.
  mutating func skipAdjacent(_ byte: UInt8) -> Bool {
    guard position < lineEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Consumes a text if it follows.
  mutating func skip(_ text: StaticString) -> Bool {
    skipSpaces()
    let count = text.utf8CodeUnitCount
    guard position + count <= lineEnd else { return false }
    let bytes = bytes
    let line = bytes.span
    for index in 0..<count where unsafe line[position + index] != text.utf8Start[index] {
      return false
    }
    position += count
    return true
  }

  /// Moves behind the first occurrence of a byte in the line; false if there is none.
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

  /// Consumes a text if it is the whole next word.
  mutating func skip(word: StaticString) -> Bool {
    let start = position
    guard skip(word) else { return false }
    if position == lineEnd || Byte.endsWord(bytes[position]) { return true }
    position = start
    return false
  }

  /// Moves to the next "Event" in the line, which begins another item; false if there is none.
  mutating func skipToItem() -> Bool {
    repeat {
      let start = position
      if skip("Event ") {
        position = start
        return true
      }
    } while skip(past: Byte.space)
    return false
  }

  /// The word up to the next blank, semicolon or number sign.
  mutating func word() -> String {
    skipSpaces()
    let start = position
    while position < lineEnd, !Byte.endsWord(bytes[position]) { position += 1 }
    return text(from: start, to: position)
  }

  /// The next word without consuming it, for messages.
  func found() -> String {
    var copy = self
    copy.skipSpaces()
    let start = copy.position
    var end = start
    while end < lineEnd, !Byte.endsWord(bytes[end]), end - start <= LineScanner.shownBytes {
      end += 1
    }
    if end == start { return "the end of the line" }
    let word = text(from: start, to: min(end, start + LineScanner.shownBytes)).printable
    return end - start > LineScanner.shownBytes ? "\"\(word)…\"" : "\"\(word)\""
  }

  /// The rest of the line as the name of a device, whose length the kernel limits, too.
  mutating func name() throws(RecordingError) -> String {
    skipSpaces()
    let start = self
    let name = rest()
    guard name.utf8.count <= LineScanner.nameBytes else {
      self = start
      throw error(
        "expected a name of at most \(LineScanner.nameBytes) bytes, found \(name.utf8.count) bytes")
    }
    return name.printable
  }

  /// The rest of the line, without blanks at its ends.
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

  /// A whole number in a range; nil, with the position unchanged, if there is none.
  mutating func integer(in range: ClosedRange<Int>, radix: Int = 10) -> Int? {
    skipSpaces()
    let bytes = bytes
    let text = bytes.span
    let lineEnd = lineEnd
    var index = position
    let isNegative = index < lineEnd && text[index] == Byte.minus
    if isNegative { index += 1 }
    let firstDigit = index
    var value = 0
    while index < lineEnd, let digit = Byte.digit(text[index]), digit < radix {
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
      index += 1
    }
    let number = isNegative ? -value : value
    guard index > firstDigit, range.contains(number) else { return nil }
    position = index
    return number
  }

  /// A decimal number such as `-12.5` in a range; nil, with the position unchanged, if there is
  /// none.
  mutating func decimal(in range: ClosedRange<Double> = Bounds.range) -> Double? {
    let start = position
    guard let number = fixedPoint(maximumPlaces: 9)?.double else { return nil }
    guard range.contains(number) else {
      position = start
      return nil
    }
    return number
  }

  /// Seconds such as `12.000016` as a moment, exact to the microsecond; nil, with the position
  /// unchanged, if there are none or more than a moment can have.
  mutating func moment() -> Instant? {
    let start = position
    guard let seconds = fixedPoint(maximumPlaces: 6) else { return nil }
    guard let moment = seconds.microseconds.flatMap({ Instant(exactly: $0) }) else {
      position = start
      return nil
    }
    return moment
  }

  /// Digits with a point; further ones than so many decimal places go.
  private mutating func fixedPoint(maximumPlaces: Int) -> FixedPoint? {
    skipSpaces()
    let (start, end) = (position, lineEnd)
    let number = unsafe bytes.withUnsafeBufferPointer { text in
      unsafe FixedPoint(in: text, from: start, to: end, maximumPlaces: maximumPlaces)
    }
    guard let number else { return nil }
    position = number.end
    return number
  }

  /// An error at the position of the next word.
  mutating func error(_ message: String) -> RecordingError {
    skipSpaces()
    return RecordingError(file: file, line: line, column: column, message: message)
  }
}
