// Reads what `evtest` prints: a description, then lines such as
// `Event: time 12.500000, type 3 (EV_ABS), code 47 (ABS_MT_SLOT), value 0`.

import ResponderKit

/// Reads what `evtest` prints, with or without the description before the events.
package struct EvtestReader {
  /// The description of the device in the text; empty if there is none.
  package private(set) var description = EventDescription()
  /// The events in order.
  package private(set) var events: ContiguousArray<InputEvent> = []
  private var type = 0
  /// The axis of the present lines, and its range as far as it is known.
  private var axis: (code: Int, range: AxisRange)?

  /// Reads a whole text.
  package init(parsing bytes: [UInt8], file: String) throws(RecordingError) {
    var scanner = LineScanner(file: file, bytes: bytes)
    while scanner.nextLine() {
      if scanner.isAtEnd() || scanner.peek() == Byte.numberSign { continue }
      if scanner.skip("Event: time") {
        events.append(try event(from: &scanner))
      } else {
        // Some recordings have lost the line break between two items.
        repeat { try describe(from: &scanner) } while !scanner.isAtEnd() && scanner.skipToItem()
      }
    }
  }

  private func event(from scanner: inout LineScanner) throws(RecordingError) -> InputEvent {
    let start = scanner
    guard let time = scanner.moment() else {
      scanner = start
      throw scanner.error("expected seconds such as 12.500000, found \(start.found())")
    }
    _ = scanner.skip(Byte.comma)
    if let next = scanner.peek(), Byte.isFrame(next) {
      return InputEvent(
        time: time, type: InputType.synchronization, code: try sync(from: &scanner), value: 0)
    }
    let type = try number(after: "type", in: InputEvent.codes, from: &scanner)
    let code = try number(after: "code", in: InputEvent.codes, from: &scanner)
    let value = try number(
      after: "value", in: InputEvent.values, from: &scanner,
      radix: type == InputType.miscellaneous && code == 4 ? 16 : 10)
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  /// The three marks of events of type 0: `------- SYN_REPORT -------`,
  /// `+++++++ SYN_MT_REPORT +++++++`, `>>>>>>> SYN_DROPPED <<<<<<<`, and evtest's older words.
  private func sync(from scanner: inout LineScanner) throws(RecordingError) -> Int {
    while let next = scanner.peek(), Byte.isFrame(next) { scanner.skipByte() }
    if scanner.skip("SYN_REPORT") || scanner.skip("Report") { return SyncCode.report }
    if scanner.skip("SYN_MT_REPORT") || scanner.skip("Config") { return SyncCode.multitouchReport }
    if scanner.skip("SYN_DROPPED") { return SyncCode.dropped }
    throw scanner.error(
      "expected SYN_REPORT, SYN_MT_REPORT or SYN_DROPPED, found \(scanner.found())")
  }

  private func number(
    after word: StaticString, in range: ClosedRange<Int>, from scanner: inout LineScanner,
    radix: Int = 10
  ) throws(RecordingError) -> Int {
    guard scanner.skip(word) else {
      throw scanner.error("expected \"\(word)\", found \(scanner.found())")
    }
    guard let number = scanner.integer(in: range, radix: radix) else {
      throw scanner.error(
        "expected a number from \(range.lowerBound) to \(range.upperBound) after \"\(word)\", "
          + "found \(scanner.found())")
    }
    // The name in parentheses may hold anything, and may be missing.
    if scanner.skip(Byte.openParenthesis) { _ = scanner.skip(past: Byte.closeParenthesis) }
    _ = scanner.skip(Byte.comma)
    return number
  }

  /// Reads a line of the description; unknown lines are ignored, because evtest's text varies.
  private mutating func describe(from scanner: inout LineScanner) throws(RecordingError) {
    if scanner.skip("Input device name:") {
      description.name = try scanner.name().split(separator: "\"").first.map(String.init) ?? ""
    } else if scanner.skip("Input device ID:") {
      if scanner.skip("bus"), let bus = hexadecimal(&scanner) { description.bus = bus }
      if scanner.skip("vendor"), let vendor = hexadecimal(&scanner) { description.vendor = vendor }
      if scanner.skip("product"), let id = hexadecimal(&scanner) { description.product = id }
      if scanner.skip("version"), let id = hexadecimal(&scanner) { description.version = id }
    } else if scanner.skip("Event type") {
      type = try number("an event type", in: InputType.all, from: &scanner)
      axis = nil
    } else if scanner.skip("Property type") {
      description.insert(
        property: try number("a property", in: InputProperty.all, from: &scanner))
    } else if scanner.skip("Event code") {
      if type == InputType.absolute {
        let code = try number("an axis", in: AxisCode.all, from: &scanner)
        describe(axis: code) { _ in }
      } else {
        axis = nil
        description.insert(
          type: type, code: try number("an event code", in: InputType.codes, from: &scanner))
      }
    } else if let axis, scanner.skip("Min") {
      let value = try number("the least value", in: InputEvent.values, from: &scanner)
      describe(axis: axis.code) { $0.minimum = value }
    } else if let axis, scanner.skip("Max") {
      let value = try number("the greatest value", in: InputEvent.values, from: &scanner)
      describe(axis: axis.code) { $0.maximum = value }
    } else if let axis, scanner.skip("Fuzz") {
      let value = try number("the fuzz", in: InputEvent.values, from: &scanner)
      describe(axis: axis.code) { $0.fuzz = value }
    } else if let axis, scanner.skip("Resolution") {
      let value = try number("the resolution", in: InputEvent.values, from: &scanner)
      describe(axis: axis.code) { $0.resolution = value }
    } else {
      // Looks like an item and is none: it must not be found again.
      _ = scanner.skip("Event")
    }
  }

  /// Sets a part of the range of an axis; another axis than before begins with an empty range.
  private mutating func describe(axis code: Int, _ change: (inout AxisRange) -> Void) {
    var range =
      axis.flatMap { $0.code == code ? $0.range : nil } ?? AxisRange(minimum: 0, maximum: 0)
    change(&range)
    axis = (code, range)
    description.insert(axis: code, range)
  }

  private func number(
    _ what: String, in range: ClosedRange<Int>, from scanner: inout LineScanner
  ) throws(RecordingError) -> Int {
    if let number = scanner.integer(in: range) { return number }
    throw scanner.error(
      "expected \(what), a number from \(range.lowerBound) to \(range.upperBound), "
        + "found \(scanner.found())")
  }

  private func hexadecimal(_ scanner: inout LineScanner) -> Int? {
    _ = scanner.skip("0x")
    return scanner.integer(in: InputEvent.codes, radix: 16)
  }
}
