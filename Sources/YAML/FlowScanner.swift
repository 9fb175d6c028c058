// Lists and mappings in brackets on one line, of plain words alone: most values are written so.

/// Reads one list or mapping in brackets, with the events that libyaml would have for it.
///
/// It reads only words whose meaning does not depend on what is around them: no quotes, spaces in
/// words, anchors, tags, comments, keys without a value, or characters other than ASCII.
///
///     value ──word──► next ──comma, in a list──► value
///       │               ├────comma, in a mapping──► key ──word and colon──► value
///       │               └────bracket closes──► next of the outer one, or over
///       └──bracket opens──► first ──bracket closes──► next of the outer one, or over
///                             └──► value, in a list; key, in a mapping
struct FlowScanner {
  /// A part of the list or mapping, and its bytes in the text.
  struct Event {
    let kind: EventReader.Kind
    private let first: Int32
    private let last: Int32

    @inline(__always)
    init(kind: EventReader.Kind, start: Int, end: Int) {
      self.kind = kind
      first = Int32(truncatingIfNeeded: start)
      last = Int32(truncatingIfNeeded: end)
    }

    var start: Int { Int(first) }
    var end: Int { Int(last) }
  }

  private enum Step { case first, key, value, next, over }

  // The next byte of the text.
  private var index: Int
  private var step = Step.value
  private var depth = 0
  // Which of the open brackets are mappings, the innermost one in the lowest bit.
  private var mappings: UInt32 = 0

  private static let mostDepth = 32
  // A longer list or mapping would delay clients, and its events would take much memory.
  private static let most = 1 << 16
  // libyaml accepts no longer keys than 1,024 characters.
  private static let longestWord = 1000

  private init(at index: Int) { self.index = index }

  /// Appends the events of the list or mapping whose bracket opens at an index, and returns the
  /// index after it; nil if libyaml has to read it, or what follows in the line.
  static func read(
    _ start: Int, in text: [UInt8], into events: inout ContiguousArray<Event>
  ) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[")
    else { return nil }
    let count = events.count
    var scanner = FlowScanner(at: start)
    while scanner.index - start < Self.most, let event = scanner.next(in: text) {
      events.append(event)
    }
    if scanner.step == .over, scanner.isLast(in: text) { return scanner.index }
    events.removeLast(events.count - count)
    return nil
  }

  // Whether only a comment can follow in the line.
  private func isLast(in text: [UInt8]) -> Bool {
    var rest = index
    Self.skipSpaces(&rest, in: text)
    guard rest < text.count else { return true }
    switch text[rest] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
    case UInt8(ascii: "#"): return rest > index
    default: return false
    }
  }

  // The next event; nil at the end and where libyaml has to read.
  private mutating func next(in text: [UInt8]) -> Event? {
    switch step {
    case .first:
      Self.skipSpaces(&index, in: text)
      return close(in: text) ?? beginNext(in: text)
    case .key:
      guard let word = word(in: text), index + 1 < text.count, text[index] == UInt8(ascii: ":"),
        text[index + 1] == UInt8(ascii: " ")
      else { return nil }
      index += 1
      step = .value
      return word
    case .value:
      Self.skipSpaces(&index, in: text)
      if let opening = open(in: text) { return opening }
      step = .next
      return word(in: text)
    case .next:
      Self.skipSpaces(&index, in: text)
      if let closing = close(in: text) { return closing }
      guard index < text.count, text[index] == UInt8(ascii: ",") else { return nil }
      index += 1
      Self.skipSpaces(&index, in: text)
      return beginNext(in: text)
    case .over: return nil
    }
  }

  private mutating func beginNext(in text: [UInt8]) -> Event? {
    step = mappings & 1 == 1 ? .key : .value
    return next(in: text)
  }

  private mutating func open(in text: [UInt8]) -> Event? {
    guard index < text.count, depth < Self.mostDepth else { return nil }
    let byte = text[index]
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return nil }
    let isMapping = byte == UInt8(ascii: "{")
    depth += 1
    mappings = mappings << 1 | (isMapping ? 1 : 0)
    step = .first
    index += 1
    return Event(
      kind: isMapping ? .mappingStart : .sequenceStart, start: index - 1, end: index)
  }

  private mutating func close(in text: [UInt8]) -> Event? {
    let isMapping = mappings & 1 == 1
    guard index < text.count, text[index] == UInt8(ascii: isMapping ? "}" : "]") else {
      return nil
    }
    depth -= 1
    mappings >>= 1
    step = depth == 0 ? .over : .next
    index += 1
    return Event(kind: isMapping ? .mappingEnd : .sequenceEnd, start: index - 1, end: index)
  }

  private mutating func word(in text: [UInt8]) -> Event? {
    let start = index
    var end = start
    while end < text.count, Self.isPartOfWord(text[end]) { end += 1 }
    guard end > start, end - start <= Self.longestWord else { return nil }
    switch text[start] {
    case UInt8(ascii: "%"): return nil
    case UInt8(ascii: "-"): if end == start + 1 || text[start + 1] == text[start] { return nil }
    default: break
    }
    index = end
    return Event(kind: .scalar, start: start, end: end)
  }

  /// Whether a byte is a letter, a digit, or one of `-./_%+`.
  @inline(__always)
  static func isPartOfWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "-") < 13
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+")
  }

  /// Moves an index behind the spaces at it.
  @inline(__always)
  static func skipSpaces(_ index: inout Int, in text: [UInt8]) {
    while index < text.count, text[index] == UInt8(ascii: " ") { index += 1 }
  }
}
