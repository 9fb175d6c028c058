// The records of one turn, for readers that copy them after other clients were served.
//
// Copying the records of one touch to each of a thousand readers takes longer than a touch may
// wait. So a reader that is late in its turn only stores which records it wants, and copies them
// later.

import ResponderKit
import Wire

/// The lines of one turn, as observers read them.
final class RecordPage {
  struct Line {
    var range: Range<Int>
    var key: SendQueue.Key?
    var isTouches: Bool
    var seq: UInt64
  }

  private let bytes: ContiguousArray<UInt8>
  private let lines: ContiguousArray<Line>

  /// The current records of an encoder.
  init(_ encoder: RecordEncoder) {
    var bytes: ContiguousArray<UInt8> = []
    encoder.lines.copy(0..<encoder.lines.count, to: &bytes)
    self.bytes = bytes
    lines = ContiguousArray(
      encoder.records.map {
        Line(
          range: $0.bytes, key: $0.isPassing ? encoder.key(of: $0) : nil,
          isTouches: $0.type == .touches, seq: $0.seq)
      })
  }

  /// Calls a closure with each of these lines, in order.
  func forEach(in chosen: RecordSet, _ body: (UnsafeRawBufferPointer, Line) -> Void) {
    unsafe bytes.withUnsafeBytes { bytes in
      for index in chosen {
        let line = lines[index]
        unsafe body(UnsafeRawBufferPointer(rebasing: bytes[line.range]), line)
      }
    }
  }
}

/// A set of records of a turn, by index: a bit for each.
struct RecordSet: Sequence {
  private var words: ContiguousArray<UInt64> = []

  /// Whether the set is empty.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Whether a record is in the set.
  func contains(_ index: Int) -> Bool {
    index >> 6 < words.count && words[index >> 6] & 1 << UInt64(index & 63) != 0
  }

  /// Adds a record.
  mutating func insert(_ index: Int) {
    while words.count <= index >> 6 { words.append(0) }
    words[index >> 6] |= 1 << UInt64(index & 63)
  }

  /// Adds the records of another set.
  mutating func formUnion(_ other: RecordSet) {
    while words.count < other.words.count { words.append(0) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// Removes all records, and keeps the capacity.
  mutating func removeAll() { words.empty() }

  /// Iterates over the indices, from the first to the last.
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
