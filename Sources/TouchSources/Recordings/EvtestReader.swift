// Reads what `evtest` prints: a description, then lines such as
// `Event: time 12.500000, type 3 (EV_ABS), code 47 (ABS_MT_SLOT), value 0`.

import ResponderKit

/// Reads what `evtest` prints, with or without the description before the events.
package struct EvtestReader {
  /// What the text says of the device; empty where it says nothing.
  package private(set) var description = EventDescription()
  /// The events in order.
  package private(set) var events: ContiguousArray<InputEvent> = []
  private var type = 0
  private var axis: Int?

  /// Reads a whole text.
  package init(parsing bytes: [UInt8], file: String) throws(RecordingError) {
    var scanner = LineScanner(file: file, bytes: bytes)
    while scanner.nextLine() {
      if scanner.isAtEnd() || scanner.peek() == Byte.numberSign { continue }
      if scanner.take("Event: time") {
        events.append(try event(from: &scanner))
      } else {
        // Some recordings have lost the line break between two items.
        repeat { describe(from: &scanner) } while !scanner.isAtEnd() && scanner.skipToItem()
      }
    }
  }

  private func event(from scanner: inout LineScanner) throws(RecordingError) -> InputEvent {
    let place = scanner
    guard let time = scanner.moment() else {
      scanner = place
      throw scanner.error("expected seconds such as 12.500000, found \(place.found())")
    }
    _ = scanner.take(Byte.comma)
    if scanner.peek() == Byte.minus || scanner.peek() == UInt8(ascii: "+") {
      return InputEvent(
        time: time, type: InputType.synchronization, code: try sync(from: &scanner), value: 0)
    }
    let type = try number(after: "type", from: &scanner)
    let code = try number(after: "code", from: &scanner)
    let value = try number(
      after: "value", from: &scanner,
      radix: type == InputType.miscellaneous && code == 4 ? 16 : 10)
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  /// The three marks that stand for events of type 0.
  private func sync(from scanner: inout LineScanner) throws(RecordingError) -> Int {
    let place = scanner
    let line = scanner.rest()
    let words = line.split { $0 == "-" || $0 == "+" || $0 == " " || $0 == ">" || $0 == "<" }
    if words.contains("SYN_REPORT") || words.contains("Report") { return SyncCode.report }
    if words.contains("SYN_MT_REPORT") || words.contains("Config") {
      return SyncCode.multitouchReport
    }
    if words.contains("SYN_DROPPED") { return SyncCode.dropped }
    scanner = place
    throw scanner.error(
      "expected SYN_REPORT, SYN_MT_REPORT or SYN_DROPPED, found \(place.found())")
  }

  private func number(
    after word: StaticString, from scanner: inout LineScanner, radix: Int = 10
  ) throws(RecordingError) -> Int {
    guard scanner.take(word) else {
      throw scanner.error("expected \"\(word)\", found \(scanner.found())")
    }
    guard let number = scanner.integer(radix: radix) else {
      throw scanner.error("expected a number after \"\(word)\", found \(scanner.found())")
    }
    // The name in parentheses may hold anything, and may be missing.
    if scanner.take(Byte.openParenthesis) { _ = scanner.skip(past: Byte.closeParenthesis) }
    _ = scanner.take(Byte.comma)
    return number
  }

  /// A line of the description; what is not understood is passed over, as evtest's own text varies.
  private mutating func describe(from scanner: inout LineScanner) {
    if scanner.take("Input device name:") {
      description.name = scanner.rest().split(separator: "\"").first.map(String.init) ?? ""
    } else if scanner.take("Input device ID:") {
      if scanner.take("bus"), let bus = hexadecimal(&scanner) { description.bus = bus }
      if scanner.take("vendor"), let vendor = hexadecimal(&scanner) { description.vendor = vendor }
      if scanner.take("product"), let id = hexadecimal(&scanner) { description.product = id }
      if scanner.take("version"), let id = hexadecimal(&scanner) { description.version = id }
    } else if scanner.take("Event type"), let number = scanner.integer() {
      type = number
      axis = nil
    } else if scanner.take("Property type"), let number = scanner.integer() {
      description.properties.insert(number)
    } else if scanner.take("Event code"), let code = scanner.integer() {
      if type == InputType.absolute {
        axis = code
        description.insert(axis: code, AxisRange(minimum: 0, maximum: 0))
      } else {
        axis = nil
        description.insert(type: type, code: code)
      }
    } else if let axis, scanner.take("Min"), let value = scanner.integer() {
      description.axes[axis]?.minimum = value
    } else if let axis, scanner.take("Max"), let value = scanner.integer() {
      description.axes[axis]?.maximum = value
    } else if let axis, scanner.take("Fuzz"), let value = scanner.integer() {
      description.axes[axis]?.fuzz = value
    } else if let axis, scanner.take("Resolution"), let value = scanner.integer() {
      description.axes[axis]?.resolution = value
    } else {
      // Looks like an item and is none: it must not be found again.
      _ = scanner.take("Event")
    }
  }

  private func hexadecimal(_ scanner: inout LineScanner) -> Int? {
    _ = scanner.take("0x")
    return scanner.integer(radix: 16)
  }
}
