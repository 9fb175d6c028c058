// Reads what `libinput record` writes: a machine-made YAML of which only these lines matter.
//
//     devices:
//     - node: /dev/input/event0          one item a device
//       evdev:
//         name: "…"
//         id: [bus, vendor, product, version]
//         codes:                         type: [codes]
//           3: [0, 1, 47]
//         absinfo:                       axis: [minimum, maximum, fuzz, flat, resolution]
//           53: [0, 1599, 0, 0, 11]
//         properties: [1]
//       events:
//       - evdev:                         one item a frame
//         - [  0, 8817, 3, 53, 825]      seconds, microseconds, type, code, value

import ResponderKit

/// Reads what `libinput record` writes.
package struct LibinputRecordReader {
  /// One device of the recording.
  package struct Device {
    /// The node during the recording, such as `/dev/input/event0`.
    package var node = ""
    /// The description of the device.
    package var description = EventDescription()
    /// The events in order.
    package var events: ContiguousArray<InputEvent> = []
  }

  /// The parts of a device's item that hold something for us.
  private enum Section { case evdev, codes, axes, events, frame, other }

  /// The devices in order.
  package private(set) var devices: [Device] = []
  private var section = Section.other
  // Seconds as a moment bounds them; frames give microseconds beyond a second in this form, too.
  private static let seconds = -1_000_000_000_000...1_000_000_000_000
  private var current = Device()
  private var hasDevice = false

  /// Reads a whole text.
  package init(parsing bytes: [UInt8], file: String) throws(RecordingError) {
    var scanner = LineScanner(file: file, bytes: bytes)
    var isRecord = false
    while scanner.nextLine() {
      if scanner.isAtEnd() || scanner.peek() == Byte.numberSign { continue }
      scanner.rewindLine()
      if scanner.indentation == 0, scanner.skip("version:") {
        guard scanner.integer(in: InputEvent.codes) == 1 else {
          throw scanner.error("expected version 1 of libinput record")
        }
        isRecord = true
      }
      try line(from: &scanner)
    }
    finishDevice()
    guard isRecord else {
      throw RecordingError(
        file: file, line: 0, column: 0, message: "expected \"version: 1\", found no version")
    }
  }

  private mutating func finishDevice() {
    if hasDevice { devices.append(current) }
    current = Device()
    hasDevice = false
  }

  private mutating func line(from scanner: inout LineScanner) throws(RecordingError) {
    scanner.rewindLine()
    let indentation = scanner.indentation
    switch indentation {
    case 0:
      if scanner.skip("- node:") {
        finishDevice()
        hasDevice = true
        current.node = try scanner.name()
      }
      section = .other
    case 2 where scanner.skip("- evdev:"): section = .frame
    case 2 where scanner.skip("evdev:"): section = .evdev
    case 2 where scanner.skip("events:"): section = .events
    case 2: section = .other
    default:
      guard hasDevice else { return }
      switch section {
      case .evdev, .codes, .axes: try describe(from: &scanner, indentation)
      case .frame: try event(from: &scanner)
      case .events, .other: break
      }
    }
  }

  private mutating func describe(
    from scanner: inout LineScanner, _ indentation: Int
  ) throws(RecordingError) {
    if indentation == 4 {
      section = .evdev
      if scanner.skip("name:") {
        current.description.name = unquoted(try scanner.name())
      } else if scanner.skip("id:") {
        let numbers = try list(from: &scanner, in: InputEvent.codes, atLeast: 4)
        current.description.bus = numbers[0]
        current.description.vendor = numbers[1]
        current.description.product = numbers[2]
        current.description.version = numbers[3]
      } else if scanner.skip("codes:") {
        section = .codes
      } else if scanner.skip("absinfo:") {
        section = .axes
      } else if scanner.skip("properties:") {
        for property in try list(from: &scanner, in: InputProperty.all, atLeast: 0) {
          current.description.insert(property: property)
        }
      }
      return
    }
    guard section != .evdev else { return }
    let keys = section == .codes ? InputType.all : AxisCode.all
    guard let key = scanner.integer(in: keys), scanner.skip(Byte.colon) else {
      throw scanner.error(
        "expected a number from 0 to \(keys.upperBound) and a colon, found \(scanner.found())")
    }
    if section == .codes {
      for code in try list(from: &scanner, in: InputType.codes, atLeast: 0) {
        current.description.insert(type: key, code: code)
      }
    } else {
      let numbers = try list(from: &scanner, in: InputEvent.values, atLeast: 4)
      let resolution = numbers.count > 4 ? numbers[4] : 0
      current.description.insert(
        axis: key,
        AxisRange(
          minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
          resolution: resolution))
    }
  }

  private mutating func event(from scanner: inout LineScanner) throws(RecordingError) {
    guard scanner.skip(Byte.minus) else { return }
    scanner.skipSpaces()
    let start = scanner
    guard scanner.skip(Byte.openBracket), let seconds = scanner.integer(in: Self.seconds),
      scanner.skip(Byte.comma), let microseconds = scanner.integer(in: Self.seconds),
      scanner.skip(Byte.comma), let type = scanner.integer(in: InputEvent.codes),
      scanner.skip(Byte.comma), let code = scanner.integer(in: InputEvent.codes),
      scanner.skip(Byte.comma), let value = scanner.integer(in: InputEvent.values),
      scanner.skip(Byte.closeBracket)
    else {
      let found = scanner.found()
      scanner = start
      throw scanner.error(
        "expected [seconds, microseconds, type, code, value] within their ranges, found \(found)")
    }
    current.events.append(
      InputEvent(
        time: Instant(seconds: Int64(seconds), microseconds: Int64(microseconds)),
        type: type, code: code, value: value))
  }

  private func list(
    from scanner: inout LineScanner, in range: ClosedRange<Int>, atLeast count: Int
  ) throws(RecordingError) -> [Int] {
    var numbers: [Int] = []
    let start = scanner
    if scanner.skip(Byte.openBracket) {
      while let number = scanner.integer(in: range) {
        numbers.append(number)
        if !scanner.skip(Byte.comma) { break }
      }
      if scanner.skip(Byte.closeBracket), numbers.count >= count { return numbers }
    }
    let found = scanner.found()
    scanner = start
    throw scanner.error(
      "expected a list of \(count == 0 ? "" : "\(count) or more ")whole numbers from "
        + "\(range.lowerBound) to \(range.upperBound), found \(found)")
  }

  private func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
    return String(text.dropFirst().dropLast())
  }
}
