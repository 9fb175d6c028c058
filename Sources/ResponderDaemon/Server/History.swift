// The latest records, for clients that reconnect.

import ResponderKit
import Wire

/// A bounded number of records with their lines, the oldest dropped first.
///
/// The lines are in one ring of bytes, each contiguous; its memory is allocated once.
final class History {
  private let limit: Int
  private let byteLimit: Int
  // The records from `first` on, `count` of them, around the end of the array; the rest is vacant.
  private var records: ContiguousArray<EncodedRecord> = []
  // Where in the ring of bytes the line of each is.
  private var ranges: ContiguousArray<Range<Int>> = []
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
  var oldest: UInt64? { count == 0 ? nil : records[first].seq }

  // The position of the record that is so many after the oldest one.
  private func position(_ offset: Int) -> Int {
    let position = first + offset
    return position < records.count ? position : position - records.count
  }

  /// Moves the records of a turn from the encoder, from which they must be removed then.
  func append(_ encoder: RecordEncoder) {
    guard limit > 0 else { return }
    for index in 0..<encoder.count {
      let line = encoder.bytes(ofRecord: index)
      guard line.count <= byteLimit else {
        // Records before a missing one cannot be used.
        removeAll()
        continue
      }
      let range = reserve(line.count)
      unsafe encoder.lines.withBytes(in: line) { line in
        unsafe bytes.withUnsafeMutableBytes { room in
          unsafe UnsafeMutableRawBufferPointer(rebasing: room[range]).copyMemory(from: line)
        }
      }
      // There are at most `limit` places, so the new record takes the place of the oldest one.
      if count == limit { skipOldest() }
      if count == records.count { grow() }
      let last = position(count)
      encoder.moveRecord(index, to: &records[last])
      ranges[last] = range
      count += 1
    }
  }

  // Twice as much each time, as what there is has to be moved.
  private func grow() {
    let more = min(max(64, records.count), limit - records.count)
    if first > 0 {
      records = ContiguousArray(records[first...] + records[..<first])
      ranges = ContiguousArray(ranges[first...] + ranges[..<first])
    }
    records.append(contentsOf: repeatElement(.vacant, count: more))
    ranges.append(contentsOf: repeatElement(0..<0, count: more))
    first = 0
  }

  private func dropOldest() {
    records[first] = .vacant
    skipOldest()
  }

  private func skipOldest() {
    first = position(1)
    count -= 1
  }

  /// Makes room for a contiguous line, where the oldest lines are.
  private func reserve(_ length: Int) -> Range<Int> {
    if end + length > byteLimit {
      // The rest of the ring stays empty; the lines in it are the oldest.
      while count > 0, ranges[first].lowerBound >= end { dropOldest() }
      end = 0
    }
    let range = end..<(end + length)
    while count > 0, ranges[first].overlaps(range) { dropOldest() }
    if bytes.count < range.upperBound {
      let larger = min(byteLimit, max(range.upperBound, 2 * bytes.count))
      bytes.append(contentsOf: repeatElement(0, count: larger - bytes.count))
    }
    end = range.upperBound
    return range
  }

  /// Removes all records; no client can resume from an earlier record.
  func removeAll() {
    records.removeAll()
    ranges.removeAll()
    first = 0
    count = 0
    end = 0
  }

  /// Whether no record after this one is missing.
  func covers(after seq: UInt64, last: UInt64) -> Bool {
    if seq == last { return true }
    guard seq < last, let oldest else { return false }
    return oldest <= seq + 1
  }

  /// Calls a closure with every record after one, in order, with its line.
  func forEach(after seq: UInt64, _ body: (EncodedRecord, UnsafeRawBufferPointer) -> Void) {
    for offset in 0..<count {
      let position = position(offset)
      let record = records[position]
      guard record.seq > seq else { continue }
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe body(record, UnsafeRawBufferPointer(rebasing: bytes[ranges[position]]))
      }
    }
  }
}
