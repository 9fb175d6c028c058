// What the encoder stores beside the lines: the subject of each record, and the touches that are down.

import ResponderKit

/// The records of an encoder in one structure, so that one step adds a record.
struct EncodedRecords {
  var records: ContiguousArray<EncodedRecord> = []
  var touches: ContiguousArray<Int> = []
  /// The programs that act on these records, each once.
  var actors: ContiguousArray<String> = []
  /// The touches that records have begun and not ended.
  var live = ReportedTouches()

  /// Removes the records, and keeps the capacity and the touches.
  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    touches.removeAll(keepingCapacity: true)
    actors.removeAll(keepingCapacity: true)
  }

  /// Adds the program that acts on one of the records.
  mutating func insert(actor: String) {
    if !actors.contains(actor) { actors.append(actor) }
  }

  /// Adds a record of touches, and applies it to the touches that are down.
  mutating func append(
    _ record: consuming EncodedRecord, _ reports: UnsafeBufferPointer<TouchReport>,
    _ range: Range<Int>,
    _ phase: RecordPhase, by responder: Responder?, frame: UInt64
  ) {
    let first = touches.count
    for index in range {
      unsafe touches.append(reports[index].touch)
      unsafe live.apply(
        reports.baseAddress! + index, phase, by: responder, for: record.audience,
        at: record.time, frame: frame)
    }
    record.touches = first..<touches.count
    records.append(record)
  }
}
