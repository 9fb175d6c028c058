// What the encoder stores beside the lines: the subject of each record, and the touches that are down.

import ResponderKit

/// The records since they were last removed, and what they leave behind.
final class EncodedRecords {
  private(set) var records: ContiguousArray<EncodedRecord> = []
  /// The numbers of touches that the records refer to.
  private(set) var touches: ContiguousArray<Int> = []
  /// The programs that act on these records, each once.
  private(set) var actors: ContiguousArray<String> = []
  /// The touches that records have begun and not ended.
  private(set) var live = ReportedTouches()

  /// Removes the records, and keeps the capacity and the touches that are down.
  func removeAll() {
    records.empty()
    touches.empty()
    actors.empty()
  }

  /// Adds the program that acts on one of the records.
  func insert(actor: String) {
    if !actors.contains(actor) { actors.append(actor) }
  }

  /// Adds a touch to those that the records refer to.
  func append(touch: Int) { touches.append(touch) }

  /// Adds a record.
  func append(_ record: consuming EncodedRecord) { records.append(record) }

  /// Adds a record of touches, and applies it to the touches that are down.
  func append(
    _ record: consuming EncodedRecord, _ reports: UnsafeBufferPointer<TouchReport>,
    _ range: Range<Int>,
    _ phase: RecordPhase, by responder: Responder?, frame: UInt64
  ) {
    let first = touches.count
    var guess = 0
    for index in range {
      unsafe touches.append(reports[index].touch)
      if phase == .moved, unsafe live.move(reports.baseAddress! + index, near: guess) {
        guess += 1
        continue
      }
      unsafe live.apply(
        reports.baseAddress! + index, phase, by: responder, for: record.audience,
        at: record.time, frame: frame)
    }
    record.touches = first..<touches.count
    records.append(record)
  }

  /// Moves a record to a place for later subscribers; what was there is removed with the records.
  @inline(__always)
  func move(_ index: Int, to place: inout EncodedRecord) {
    records[index].becomePast()
    swap(&records[index], &place)
  }

  /// Adds audiences to those of a record.
  func widen(_ index: Int, by audience: Audience) { records[index].audience.formUnion(audience) }

  /// Makes the latest record public.
  func makeLatestPublic() { records[records.count - 1].audience = [] }

  /// Restricts the latest record to clients with exactly this sight.
  func limitLatest(to audience: Audience, among: Audience) {
    records[records.count - 1].onlyFor = audience
    records[records.count - 1].among = among
  }

  /// Removes and returns the touches that ended in the turn and with which anything was hidden.
  func removeEnds() -> ContiguousArray<ReportedTouches.End> { live.removeEnds() }
}
