// The records of one turn, for those readers who take them when others have been served.
//
// To copy what one touch brings to each of a thousand readers takes longer than a finger may wait. So
// a reader that comes late in its turn only notes which records it wants, and copies them later.

import Wire

/// The lines of one turn, as those read them who only look on.
final class RecordPage {
  struct Line {
    var range: Range<Int>
    var key: SendQueue.Key?
    var seq: UInt64
  }

  private let bytes: ContiguousArray<UInt8>
  private let lines: ContiguousArray<Line>

  /// The records that an encoder holds now.
  init(_ encoder: RecordEncoder) {
    var bytes: ContiguousArray<UInt8> = []
    encoder.lines.copy(0..<encoder.lines.count, to: &bytes)
    self.bytes = bytes
    lines = ContiguousArray(
      encoder.records.map {
        Line(range: $0.bytes, key: $0.isPassing ? encoder.key(of: $0) : nil, seq: $0.seq)
      })
  }

  /// Calls with each of these lines, in their order.
  func forEach(in chosen: Choice, _ body: (UnsafeRawBufferPointer, Line) -> Void) {
    unsafe bytes.withUnsafeBytes { bytes in
      for index in chosen {
        let line = lines[index]
        unsafe body(UnsafeRawBufferPointer(rebasing: bytes[line.range]), line)
      }
    }
  }
}

/// Some of the records of a turn, by position: a bit for each.
struct Choice: Sequence {
  private var words: ContiguousArray<UInt64> = []

  /// Whether there is none.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Whether one is among them.
  func contains(_ index: Int) -> Bool {
    index >> 6 < words.count && words[index >> 6] & 1 << UInt64(index & 63) != 0
  }

  /// Adds one.
  mutating func insert(_ index: Int) {
    while words.count <= index >> 6 { words.append(0) }
    words[index >> 6] |= 1 << UInt64(index & 63)
  }

  /// Adds those of another one.
  mutating func formUnion(_ other: Choice) {
    while words.count < other.words.count { words.append(0) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// Forgets all, and keeps the room.
  mutating func removeAll() { words.removeAll(keepingCapacity: true) }

  /// Gives each, from the first to the last.
  struct Iterator: IteratorProtocol {
    fileprivate let words: ContiguousArray<UInt64>
    fileprivate var index = 0
    fileprivate var rest: UInt64

    mutating func next() -> Int? {
      while rest == 0 {
        index += 1
        guard index < words.count else { return nil }
        rest = words[index]
      }
      defer { rest &= rest - 1 }
      return index << 6 + rest.trailingZeroBitCount
    }
  }

  func makeIterator() -> Iterator { Iterator(words: words, rest: words.first ?? 0) }
}
