// The latest records, for clients that reconnect.

import ResponderKit
import Wire

/// A bounded number of records with their lines, the oldest dropped first.
///
/// The lines are in one ring of bytes, each contiguous; its memory is allocated once.
final class History {
  private struct Entry {
    var record: EncodedRecord
    var bytes: Range<Int>
  }

  private var limit: Int
  private let byteLimit: Int
  // The entries from `first` on, `count` of them, around the end of the array; the rest is empty.
  private var entries: ContiguousArray<Entry?> = []
  private var first = 0
  private var count = 0
  private var bytes: ContiguousArray<UInt8> = []
  private var end = 0

  /// A history with at most so many records and so many bytes.
  init(limit: Int, bytes: Int = 1 << 19) {
    self.limit = limit
    byteLimit = bytes
  }

  /// The number of the oldest record; nil when there is none.
  var oldest: UInt64? { count == 0 ? nil : entry(0).record.seq }

  private func entry(_ offset: Int) -> Entry {
    guard let entry = entries[(first + offset) % entries.count] else {
      preconditionFailure("bug: the history has no entry \(offset) of \(count)")
    }
    return entry
  }

  /// Appends the records of a turn.
  func append(_ encoder: RecordEncoder) {
    for index in encoder.records.indices {
      let record = encoder.records[index].past
      guard record.bytes.count <= byteLimit else {
        // Records before a missing one cannot be used.
        removeAll()
        continue
      }
      let range = reserve(record.bytes.count)
      unsafe encoder.lines.withBytes(in: record.bytes) { line in
        unsafe bytes.withUnsafeMutableBytes { room in
          unsafe UnsafeMutableRawBufferPointer(rebasing: room[range]).copyMemory(from: line)
        }
      }
      append(Entry(record: record, bytes: range))
    }
  }

  private func append(_ entry: Entry) {
    guard limit > 0 else { return }
    if count == limit { dropOldest() }
    if count == entries.count { grow() }
    entries[(first + count) % entries.count] = entry
    count += 1
  }

  // Twice as much each time, as what there is has to be moved.
  private func grow() {
    let more = max(64, entries.count)
    entries = ContiguousArray(entries[first...] + entries[..<first])
    entries.append(contentsOf: repeatElement(nil, count: more))
    first = 0
  }

  private func dropOldest() {
    entries[first] = nil
    first = (first + 1) % entries.count
    count -= 1
  }

  /// Makes room for a contiguous line, where the oldest lines are.
  private func reserve(_ length: Int) -> Range<Int> {
    if end + length > byteLimit {
      // The rest of the ring stays empty; the lines in it are the oldest.
      while count > 0, entry(0).bytes.lowerBound >= end { dropOldest() }
      end = 0
    }
    let range = end..<(end + length)
    while count > 0, entry(0).bytes.overlaps(range) { dropOldest() }
    if bytes.count < range.upperBound {
      let larger = min(byteLimit, max(range.upperBound, 2 * bytes.count))
      bytes.append(contentsOf: repeatElement(0, count: larger - bytes.count))
    }
    end = range.upperBound
    return range
  }

  /// Keeps at most so many records from now on; a change removes all of them.
  func use(limit: Int) {
    guard limit != self.limit else { return }
    removeAll()
    self.limit = limit
  }

  /// Removes all records; no client can resume from an earlier record.
  func removeAll() {
    entries.removeAll()
    first = 0
    count = 0
    end = 0
  }

  /// Removes the latest record of one of these audiences, and every record before it.
  func forget(recordsFor audiences: Audience) {
    let last = (0..<count).last { offset in
      let record = entry(offset).record
      let only = record.onlyFor == .all ? [] : record.onlyFor ?? []
      let named = record.hiddenFrom.reduce(record.audience.union(only)) { $0.union($1) }
      return !named.isDisjoint(with: audiences)
    }
    for _ in 0..<(last.map { $0 + 1 } ?? 0) { dropOldest() }
  }

  /// The number of the record before as many as `count` that an audience sees, up to the record
  /// `seq`; nil if not so many are kept.
  func number(before count: UInt64, shownTo audience: Audience, from seq: UInt64) -> UInt64? {
    var (left, number) = (count, seq)
    for offset in (0..<self.count).reversed() where left > 0 {
      let record = entry(offset).record
      guard record.seq <= seq, record.isNumbered(for: audience) else { continue }
      left -= 1
      number = record.seq - 1
    }
    return left == 0 ? number : nil
  }

  /// Whether no record after this one is missing.
  func covers(after seq: UInt64, last: UInt64) -> Bool {
    if seq == last { return true }
    guard seq < last, let oldest else { return false }
    return oldest <= seq + 1
  }

  /// The number of records after one that an audience sees.
  func count(after seq: UInt64, shownTo audience: Audience) -> Int {
    (0..<count).count { offset in
      let record = entry(offset).record
      return record.seq > seq && record.isNumbered(for: audience)
    }
  }

  /// Calls a closure with every record after one that an audience sees, in order, with its line and
  /// its number, if the latest one has the number `last`.
  func forEach(
    after seq: UInt64, shownTo audience: Audience, last: UInt64,
    _ body: (EncodedRecord, UInt64, UnsafeRawBufferPointer) -> Void
  ) {
    var number = last - UInt64(count(after: seq, shownTo: audience))
    for offset in 0..<count {
      let entry = entry(offset)
      guard entry.record.seq > seq, entry.record.isNumbered(for: audience) else { continue }
      number += 1
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe body(entry.record, number, UnsafeRawBufferPointer(rebasing: bytes[entry.bytes]))
      }
    }
  }
}
