// Reads evemu's descriptions and events, versions 1.0 to 1.3.

import ResponderKit

/// Reads evemu's text: a description, events, or both.
package struct EvemuReader {
  /// The description of the device in the text; empty if there is none.
  package private(set) var description = EventDescription()
  /// The events in order.
  package private(set) var events: ContiguousArray<InputEvent> = []
  /// The next byte of the properties, and of each type's bitmap: long bitmaps take several lines.
  private var propertyBytes = 0
  private var bitmapBytes: [Int: Int] = [:]

  /// Reads a whole text.
  package init(parsing bytes: [UInt8], file: String) throws(RecordingError) {
    var scanner = LineScanner(file: file, bytes: bytes)
    while scanner.nextLine() {
      if scanner.isAtEnd() || scanner.peek() == Byte.numberSign { continue }
      try line(from: &scanner)
    }
  }

  private mutating func line(from scanner: inout LineScanner) throws(RecordingError) {
    if scanner.skip("E:") {
      events.append(try event(from: &scanner))
    } else if scanner.skip("N:") {
      description.name = try scanner.name()
    } else if scanner.skip("I:") {
      description.bus = try code(from: &scanner)
      description.vendor = try code(from: &scanner)
      description.product = try code(from: &scanner)
      description.version = try code(from: &scanner)
    } else if scanner.skip("P:") {
      while !scanner.isAtEnd(), scanner.peek() != Byte.numberSign {
        for bit in try bits(from: &scanner, at: propertyBytes, in: InputProperty.all) {
          description.insert(property: bit)
        }
        propertyBytes += 1
      }
    } else if scanner.skip("B:") {
      try bitmap(from: &scanner)
    } else if scanner.skip("A:") {
      try axis(from: &scanner)
    } else if scanner.skip("L:") || scanner.skip("S:") {
      // The state of LEDs and switches is not needed.
    } else {
      throw scanner.error(
        "expected a line of evemu (N:, I:, P:, B:, A:, L:, S: or E:), found \(scanner.found())")
    }
  }

  private mutating func bitmap(from scanner: inout LineScanner) throws(RecordingError) {
    let type = try number("an event type", in: InputType.all, from: &scanner)
    while !scanner.isAtEnd(), scanner.peek() != Byte.numberSign {
      let first = bitmapBytes[type, default: 0]
      bitmapBytes[type] = first + 1
      for bit in try bits(from: &scanner, at: first, in: InputType.codes) {
        description.insert(type: type, code: bit)
      }
    }
  }

  /// The numbers in the next byte of a bitmap.
  private func bits(
    from scanner: inout LineScanner, at position: Int, in range: ClosedRange<Int>
  ) throws(RecordingError) -> [Int] {
    let start = scanner
    let byte = try number("a byte", in: 0...0xff, from: &scanner)
    let numbers = (0..<8).filter { byte >> $0 & 1 == 1 }.map { position * 8 + $0 }
    guard numbers.allSatisfy(range.contains) else {
      scanner = start
      throw scanner.error(
        "expected a bitmap of the numbers 0 to \(range.upperBound), found \(numbers[0])")
    }
    return numbers
  }

  private mutating func axis(from scanner: inout LineScanner) throws(RecordingError) {
    let code = try number("an axis", in: AxisCode.all, from: &scanner)
    var range = AxisRange(
      minimum: try value(from: &scanner), maximum: try value(from: &scanner),
      fuzz: try value(from: &scanner), flat: try value(from: &scanner))
    // Version 1.1 and older have no resolution.
    if !scanner.isAtEnd(), scanner.peek() != Byte.numberSign {
      range.resolution = try value(from: &scanner)
    }
    description.insert(axis: code, range)
  }

  private func event(from scanner: inout LineScanner) throws(RecordingError) -> InputEvent {
    let start = scanner
    guard let time = scanner.moment() else {
      scanner = start
      throw scanner.error("expected seconds such as 0.016000, found \(start.found())")
    }
    return InputEvent(
      time: time, type: try code(from: &scanner), code: try code(from: &scanner),
      value: try value(from: &scanner))
  }

  // MARK: Numbers

  private func value(from scanner: inout LineScanner) throws(RecordingError) -> Int {
    if let value = scanner.integer(in: InputEvent.values) { return value }
    throw scanner.error("expected a whole number of 32 bits, found \(scanner.found())")
  }

  private func code(from scanner: inout LineScanner) throws(RecordingError) -> Int {
    if let code = scanner.integer(in: InputEvent.codes, radix: 16) { return code }
    throw scanner.error("expected a hexadecimal number from 0 to ffff, found \(scanner.found())")
  }

  private func number(
    _ what: String, in range: ClosedRange<Int>, from scanner: inout LineScanner
  ) throws(RecordingError) -> Int {
    if let number = scanner.integer(in: range, radix: 16) { return number }
    let last = String(range.upperBound, radix: 16)
    throw scanner.error(
      "expected \(what), a hexadecimal number from 0 to \(last), found \(scanner.found())")
  }
}
