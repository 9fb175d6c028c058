// The latest records, for those who lost their connection and come back.

import ResponderKit
import Wire

/// A bounded number of records with their lines, the oldest dropped first.
final class History {
  private struct Entry {
    var record: Record
    var line: ContiguousArray<UInt8>
  }

  private let limit: Int
  private var entries: ContiguousArray<Entry> = []
  private var next = 0

  /// A history of at most so many records.
  init(limit: Int) { self.limit = limit }

  /// The number of the oldest record; nil when there is none.
  var oldest: UInt64? {
    guard !entries.isEmpty else { return nil }
    return entries[entries.count < limit ? 0 : next].record.seq
  }

  /// Keeps the records of a turn; the room of the oldest is used again.
  func append(_ encoder: RecordEncoder) {
    for index in encoder.records.indices {
      let record = encoder.records[index]
      if entries.count < limit {
        var line: ContiguousArray<UInt8> = []
        encoder.lines.copy(record.bytes, to: &line)
        entries.append(Entry(record: record, line: line))
      } else {
        entries[next].record = record
        entries[next].line.removeAll(keepingCapacity: true)
        encoder.lines.copy(record.bytes, to: &entries[next].line)
        next = (next + 1) % limit
      }
    }
  }

  /// Forgets everything; nobody can resume from before now.
  func removeAll() {
    entries = []
    next = 0
  }

  /// Whether nothing after this record is missing.
  func covers(after seq: UInt64, last: UInt64) -> Bool {
    if seq == last { return true }
    guard seq < last, let oldest else { return false }
    return oldest <= seq + 1
  }

  /// Hands out every record after one, in order, with its line.
  func forEach(after seq: UInt64, _ body: (Record, ContiguousArray<UInt8>) -> Void) {
    let start = entries.count < limit ? 0 : next
    for offset in entries.indices {
      let entry = entries[(start + offset) % entries.count]
      if entry.record.seq > seq { body(entry.record, entry.line) }
    }
  }
}
