// Reads evemu's descriptions and events, versions 1.0 to 1.3.

import ResponderKit

/// Reads evemu's text: a description, events, or both.
package struct EvemuReader {
  /// What the text says of the device; empty where it says nothing.
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
    if scanner.take("E:") {
      events.append(try event(from: &scanner))
    } else if scanner.take("N:") {
      description.name = scanner.rest()
    } else if scanner.take("I:") {
      description.bus = try number(from: &scanner, radix: 16)
      description.vendor = try number(from: &scanner, radix: 16)
      description.product = try number(from: &scanner, radix: 16)
      description.version = try number(from: &scanner, radix: 16)
    } else if scanner.take("P:") {
      while !scanner.isAtEnd(), scanner.peek() != Byte.numberSign {
        let byte = try number(from: &scanner, radix: 16)
        for bit in 0..<8 where byte >> bit & 1 == 1 {
          description.properties.insert(propertyBytes * 8 + bit)
        }
        propertyBytes += 1
      }
    } else if scanner.take("B:") {
      try bitmap(from: &scanner)
    } else if scanner.take("A:") {
      try axis(from: &scanner)
    } else if scanner.take("L:") || scanner.take("S:") {
      // The state of lamps and switches says nothing about fingers.
    } else {
      throw scanner.error(
        "expected a line of evemu (N:, I:, P:, B:, A:, L:, S: or E:), found \(scanner.found())")
    }
  }

  private mutating func bitmap(from scanner: inout LineScanner) throws(RecordingError) {
    let type = try number(from: &scanner, radix: 16)
    while !scanner.isAtEnd(), scanner.peek() != Byte.numberSign {
      let byte = try number(from: &scanner, radix: 16)
      let first = bitmapBytes[type, default: 0]
      bitmapBytes[type] = first + 1
      for bit in 0..<8 where byte >> bit & 1 == 1 {
        description.insert(type: type, code: first * 8 + bit)
      }
    }
  }

  private mutating func axis(from scanner: inout LineScanner) throws(RecordingError) {
    let code = try number(from: &scanner, radix: 16)
    var range = AxisRange(
      minimum: try number(from: &scanner), maximum: try number(from: &scanner),
      fuzz: try number(from: &scanner), flat: try number(from: &scanner))
    // Version 1.1 and older have no resolution.
    if !scanner.isAtEnd(), scanner.peek() != Byte.numberSign {
      range.resolution = try number(from: &scanner)
    }
    description.insert(axis: code, range)
  }

  private func event(from scanner: inout LineScanner) throws(RecordingError) -> InputEvent {
    let place = scanner
    guard let time = scanner.moment() else {
      scanner = place
      throw scanner.error("expected seconds such as 0.016000, found \(place.found())")
    }
    return InputEvent(
      time: time, type: try number(from: &scanner, radix: 16),
      code: try number(from: &scanner, radix: 16), value: try number(from: &scanner))
  }

  private func number(
    from scanner: inout LineScanner, radix: Int = 10
  ) throws(RecordingError) -> Int {
    guard let value = scanner.integer(radix: radix), abs(value) <= 1 << 32 else {
      let kind = radix == 16 ? "a hexadecimal number" : "a whole number"
      throw scanner.error("expected \(kind), found \(scanner.found())")
    }
    return value
  }
}
