// What the encoder stores beside the lines: the subject of each record, and the touches that are down.

import Protocol
import ResponderKit

/// The records since they were last removed, and what they leave behind.
final class EncodedRecords {
  private(set) var records: ContiguousArray<EncodedRecord> = []
  /// The numbers of touches that the records refer to.
  private(set) var touches: ContiguousArray<Int> = []
  /// The touches that records have begun and not ended.
  private(set) var live = ReportedTouches()

  /// Removes the records, and keeps the capacity and the touches that are down.
  func removeAll() {
    records.empty()
    touches.empty()
  }

  /// Adds a touch to those that the records refer to.
  func append(touch: Int) { touches.append(touch) }

  /// Adds a record.
  func append(_ record: consuming EncodedRecord) { records.append(record) }

  /// Adds a record of touches, and applies it to the touches that are down.
  func append(
    _ record: consuming EncodedRecord, _ reports: ContiguousArray<TouchReport>,
    _ range: Range<Int>, _ phase: RecordPhase, by responder: Responder?
  ) {
    let first = touches.count
    for index in range {
      touches.append(reports[index].touch)
      live.apply(reports[index], phase, by: responder)
    }
    record.touches = first..<touches.count
    records.append(record)
  }

  /// Moves a record to a place for later subscribers; what was there is removed with the records.
  func move(_ index: Int, to place: inout EncodedRecord) {
    records[index].becomePast()
    swap(&records[index], &place)
  }
}
