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
  var beginnings = Beginnings()
  /// Where views were before they left.
  var departures = Departures()

  /// Forgets the records, and keeps the room and what is alive.
  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    touches.removeAll(keepingCapacity: true)
    actors.removeAll(keepingCapacity: true)
    beginnings.removeEnded()
  }

  /// The record whose time counts for what a record of this touch is about.
  func beginning(of touch: Int, in seq: UInt64) -> UInt64 {
    guard !departures.isEmpty else { return seq }
    return live.beginning(of: touch) ?? beginnings.seq(ofEnded: touch) ?? seq
  }

  /// The oldest record that something going on has begun with.
  var oldestBeginning: UInt64? {
    let touch = live.touches.first?.seq
    let gesture = beginnings.oldest
    return touch.map { min($0, gesture ?? $0) } ?? gesture
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
      let touch = unsafe reports[index].touch
      touches.append(touch)
      if phase == .ended || phase == .cancelled, let seq = live.beginning(of: touch) {
        beginnings.touchEnded(touch, seq: seq)
      }
      unsafe live.take(reports.baseAddress! + index, phase, by: responder, seq: record.seq)
    }
    record.touches = first..<touches.count
    records.append(record)
  }
}
