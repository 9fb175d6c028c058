// What the encoder notes beside the lines: what each is about, and which touches are alive.

import ResponderKit

/// The notes of an encoder, together so that a record changes them in one step.
struct RecordBook {
  var records: ContiguousArray<Record> = []
  var touches: ContiguousArray<Int> = []
  /// The programs that are to act on these records, each once.
  var actors: ContiguousArray<String> = []
  /// The touches that records have begun and not ended.
  var live = LiveTouches()

  /// Forgets the records, and keeps the room and what is alive.
  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    touches.removeAll(keepingCapacity: true)
    actors.removeAll(keepingCapacity: true)
  }

  /// Notes that a program is to act on one of the records.
  mutating func note(actor: String) {
    if !actors.contains(actor) { actors.append(actor) }
  }

  /// Notes a record of touches, and what it tells of each.
  mutating func append(
    _ record: consuming Record, _ reports: UnsafeBufferPointer<TouchReport>, _ range: Range<Int>,
    _ phase: RecordPhase, by responder: Responder?
  ) {
    let first = touches.count
    for index in range {
      unsafe touches.append(reports[index].touch)
      unsafe live.take(reports.baseAddress! + index, phase, by: responder)
    }
    record.touches = first..<touches.count
    records.append(record)
  }
}
