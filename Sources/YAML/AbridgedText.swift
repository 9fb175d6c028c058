// A text as libyaml reads it, without the lists and mappings that are read without libyaml.

/// Gives a text to libyaml piece by piece; two quotes stand for each list or mapping on one line.
///
/// libyaml reports the quotes as a value at their index, where a list or mapping may be as well.
/// If all of them are reported, everything else has the meaning that it has in the whole text.
final class AbridgedText {
  private let bytes: [UInt8]
  /// The next byte.
  private var offset = 0
  /// The end of the bytes that are given as they are; a line begins there, or what is omitted.
  private var end = 0
  /// Whether the end is in a line, which is too long to be searched at once.
  private var isInLine = false
  /// The end of what is omitted at `end`.
  private var endOfOmitted: Int?
  /// The number of quotes to give next.
  private var quotes = 0
  /// The number of characters that were given.
  private var characters = 0
  /// The events of what was omitted.
  private(set) var events: ContiguousArray<FlowScanner.Event> = []
  // What was omitted and not reported yet, from `reported` on: where, and the end of its events.
  private var omitted: ContiguousArray<(character: Int, last: Int)> = []
  private var reported = 0
  // The events of a few lines stay near the processor.
  private static let mostBytes = 2048
  private static let mostOfLine = 1 << 16

  /// The text of a source; nothing is omitted from the whole one.
  init(of source: SourceText, isWhole: Bool) {
    bytes = source.bytes
    if isWhole { end = bytes.count }
  }

  /// Whether all that was omitted is reported.
  var isComplete: Bool { reported == omitted.count }

  /// The indices of the events of what is omitted at a character of the given text.
  @inline(__always)
  func reportOmitted(at character: Int) -> Range<Int>? {
    guard reported < omitted.count, omitted[reported].character == character else { return nil }
    defer { reported += 1 }
    return (reported > 0 ? omitted[reported - 1].last : 0)..<omitted[reported].last
  }

  /// Writes the next bytes; returns how many, 0 at the end.
  @safe
  func write(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    forgetReported()
    let size = min(buffer.count, Self.mostBytes)
    var count = 0
    while count < size {
      if quotes > 0 {
        unsafe buffer[count] = UInt8(ascii: "\"")
        count += 1
        characters += 1
        quotes -= 1
      } else if offset < end {
        let part = min(end - offset, size - count)
        for index in 0..<part {
          let byte = bytes[offset + index]
          unsafe buffer[count + index] = byte
          if byte & 0xC0 != 0x80 { characters += 1 }
        }
        offset += part
        count += part
      } else if let endOfOmitted {
        omit(until: endOfOmitted)
      } else if end < bytes.count {
        searchLine()
      } else {
        break
      }
    }
    return count
  }

  // libyaml asks for text when all events of what was reported are read.
  private func forgetReported() {
    guard reported > 0 else { return }
    let past = omitted[reported - 1].last
    omitted.removeFirst(reported)
    events.removeFirst(past)
    reported = 0
    for index in omitted.indices { omitted[index].last -= past }
  }

  private func omit(until last: Int) {
    omitted.append((characters, events.count))
    quotes = 2
    offset = last
    end = endOfLine(from: last)
    endOfOmitted = nil
  }

  // Moves the end to the list or mapping of the next line, or behind the line if it has none.
  private func searchLine() {
    if isInLine {
      end = endOfLine(from: end)
      return
    }
    var index = end
    FlowScanner.skipSpaces(&index, in: bytes)
    while index + 1 < bytes.count, bytes[index] == UInt8(ascii: "-"),
      bytes[index + 1] == UInt8(ascii: " ")
    {
      index += 1
      FlowScanner.skipSpaces(&index, in: bytes)
    }
    let word = index
    while index < bytes.count, FlowScanner.isPartOfWord(bytes[index]) { index += 1 }
    if index > word {
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: ":"),
        bytes[index + 1] == UInt8(ascii: " ")
      else {
        end = endOfLine(from: index)
        return
      }
      index += 1
      FlowScanner.skipSpaces(&index, in: bytes)
    }
    if let last = FlowScanner.read(index, in: bytes, into: &events) {
      end = index
      endOfOmitted = last
    } else {
      end = endOfLine(from: index)
    }
  }

  // The end of the line, or of a part of it.
  private func endOfLine(from start: Int) -> Int {
    let most = min(bytes.count, start + Self.mostOfLine)
    var index = start
    isInLine = true
    while index < most, isInLine {
      isInLine = bytes[index] != UInt8(ascii: "\n")
      index += 1
    }
    return index
  }
}
