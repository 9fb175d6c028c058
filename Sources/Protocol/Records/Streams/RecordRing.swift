// The latest records of one sort, with their lines: what readers have not read yet, and the history.

import Protocol
import ResponderKit

/// A bounded number of records with their lines, the oldest dropped first.
///
/// Records are counted from the start, so that an index stays valid until its record is dropped.
final class RecordRing {
  /// A record with its line.
  struct Entry {
    /// The record; its `bytes` are the place of its line, counted from the start.
    var record: EncodedRecord
    /// Its place among the records of all streams.
    var position: UInt64
    /// What it is about; see `RecordEncoder.key(ofRecord:)`.
    var key: UInt64
    /// The index of the newer record that says all that it says; nil if there is none.
    var replacement: Int?
  }

  /// The index of the oldest record.
  private(set) var first = 0
  /// Who knows the records up to this number misses none of this ring; 0 as long as all are there.
  private(set) var lastDropped: UInt64 = 0

  private let limit: Int
  private let byteLimit: Int
  // Dropped records stay at the beginning until an eighth of the room is theirs.
  private var entries: ContiguousArray<Entry> = []
  private var base = 0
  private var bytes: ContiguousArray<UInt8> = []
  private var byteBase = 0

  /// An empty ring for so many records and bytes.
  init(limit: Int, bytes: Int) {
    self.limit = limit
    byteLimit = bytes
  }

  /// The index that the next record will have.
  var end: Int { base + entries.count }

  /// The record with an index.
  subscript(index: Int) -> Entry { _read { yield entries[index - base] } }

  /// Says that a newer record replaces one.
  func replace(_ index: Int, with newer: Int) {
    entries[index - base].replacement = newer
  }

  /// Moves a record from the encoder, from which it must be removed then.
  func append(
    _ index: Int, of encoder: RecordEncoder, key: UInt64, at position: UInt64
  ) {
    let line = encoder.bytes(ofRecord: index)
    let start = byteBase + bytes.count
    // Room for all that stays, made once: to double it then would take as much again.
    if bytes.count > byteLimit / 2, bytes.capacity < byteLimit {
      bytes.reserveCapacity(byteLimit + byteLimit / 4)
    }
    if entries.count > limit / 2, entries.capacity <= limit {
      entries.reserveCapacity(limit + limit / 4)
    }
    encoder.lines.copy(line, to: &bytes)
    entries.append(Entry(record: .vacant, position: position, key: key))
    encoder.moveRecord(index, to: &entries[entries.count - 1].record)
    entries[entries.count - 1].record.bytes = start..<(start + line.count)
  }

  /// The next record to be dropped, because there are more than the limits allow; nil if none has
  /// to be. The records from `turn` on stay.
  func mustDrop(before turn: Int) -> Entry? {
    guard first < turn else { return nil }
    let isOver = end - first > limit || byteBase + bytes.count - start(of: first) > byteLimit
    return isOver ? self[first] : nil
  }

  private func start(of index: Int) -> Int {
    index < end ? self[index].record.bytes.lowerBound : byteBase + bytes.count
  }

  /// Drops the oldest record.
  func dropFirst() {
    lastDropped = self[first].record.seq
    if !self[first].record.type.declaration.isNumbered { lastDropped += 1 }
    first += 1
    if first - base > limit / 8 || start(of: first) - byteBase > byteLimit / 8 { compact() }
  }

  /// Releases the room of dropped records.
  func compact() {
    let dead = start(of: first) - byteBase
    entries.removeSubrange(0..<(first - base))
    base = first
    bytes.removeSubrange(0..<dead)
    byteBase += dead
  }

  /// The index of the first record that a closure accepts; it accepts all that follow, too.
  func firstIndex(where isLater: (borrowing EncodedRecord) -> Bool) -> Int {
    var low = first
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle].record) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Appends the line of a record to a buffer, without so many bytes at its end.
  func copyLine(
    of index: Int, without tail: Int, to buffer: inout ContiguousArray<UInt8>
  ) {
    let range = self[index].record.bytes
    buffer.append(
      contentsOf: bytes[(range.lowerBound - byteBase)..<(range.upperBound - byteBase - tail)])
  }
}
