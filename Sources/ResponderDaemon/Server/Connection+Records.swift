// The records of a turn, as one client receives them.

import LinuxKit
import Permissions
import ResponderKit
import Wire

extension Connection {
  /// Sends the records of a turn that the client has subscribed to.
  func deliver(_ encoder: RecordEncoder, turn: Int) {
    guard isOpen, !subscriptions.isEmpty else { return }
    let hadRead = output.isEmpty
    var choosesAny = false
    for subscription in subscriptions.all {
      subscription.shared.prepare(encoder, turn: turn)
      choosesAny = choosesAny || subscription.shared.choosesAny
    }
    guard choosesAny else { return }
    let all = subscriptions.all
    var index = 0
    while index < encoder.count, isOpen {
      let first = index
      index += 1
      guard isDue(first, of: encoder) else { continue }
      // Lines that are the same for all and that nothing replaces are queued together.
      if encoder.isFinal(first) {
        while index < encoder.count, encoder.isFinal(index),
          all.contains(where: { $0.shared.chooses(index) })
        {
          index += 1
        }
        queueTogether(first..<index, of: encoder)
      } else {
        queue(first, of: encoder)
      }
    }
    if subscriptions.nextHeld != nil { scheduleHeld() }
    // Otherwise the kernel reports when the client has read more.
    if hadRead { flushQueue() }
  }

  // Whether a subscription wants a record, and no rate holds it back.
  private func isDue(_ index: Int, of encoder: RecordEncoder) -> Bool {
    var isWanted = false
    var isPaced = true
    for subscription in subscriptions.all where subscription.wants(index, of: encoder, for: names) {
      isWanted = true
      if subscription.pace == nil { isPaced = false }
    }
    guard isWanted else { return false }
    guard let key = encoder.key(ofPassing: index) else {
      // Held records are older than this one, which may end their subject.
      if subscriptions.nextHeld != nil { queueHeld(until: nil) }
      return true
    }
    return !isPaced || isAdmitted(index, key, of: encoder)
  }

  // A record is sent if one of the subscriptions that want it sends it now.
  private func isAdmitted(
    _ index: Int, _ key: SendQueue.Key, of encoder: RecordEncoder
  ) -> Bool {
    let record = encoder.records[index]
    var isAdmitted = false
    for subscription in subscriptions.all where subscription.wants(index, of: encoder, for: names) {
      let isDue = subscription.pace?.admits(key, at: record.time.microseconds, seq: record.seq) {
        var bytes: ContiguousArray<UInt8> = []
        unsafe encoder.withLine(index, for: names) { unsafe bytes.append(contentsOf: $0) }
        return bytes
      }
      isAdmitted = isAdmitted || isDue ?? false
    }
    return isAdmitted
  }

  private func queueTogether(_ records: Range<Int>, of encoder: RecordEncoder) {
    unsafe encoder.withLines(of: records) {
      unsafe queue($0, count: records.count, seq: encoder.seq(ofRecord: records.lowerBound))
    }
  }

  private func queue(_ index: Int, of encoder: RecordEncoder) {
    let key = encoder.key(ofPassing: index)
    let isWanted =
      key != nil && encoder.isOfTouches(index)
      && subscriptions.all.contains { $0.filter.coalescedTouches }
    unsafe encoder.withLine(index, for: names) {
      unsafe queue($0, key: key, isWanted: isWanted, seq: encoder.seq(ofRecord: index))
    }
  }

  private func queue(
    _ line: UnsafeRawBufferPointer, key: SendQueue.Key? = nil, isWanted: Bool = false,
    count: Int = 1, seq: UInt64
  ) {
    guard isOpen else { return }
    guard unsafe output.append(line, key: key, isWanted: isWanted) else {
      return overflow(lastSeq: seq)
    }
    figures.countSent(records: count, bytes: line.count)
  }

  // MARK: Records that a rate holds back

  // Queues the records that a rate has held back and that are due, or all of them.
  private func queueHeld(until time: Int64?) {
    for subscription in subscriptions.all {
      subscription.pace?.release(until: time) { line, seq, replaced in
        figures.countCoalesced(replaced)
        let line = replaced == 0 ? line : Pace.counting(replaced, in: line)
        unsafe line.withUnsafeBytes { unsafe queue($0, seq: seq) }
      }
    }
  }

  /// Sends the records that a rate has held back and that are due.
  func releaseHeld() {
    let hadRead = output.isEmpty
    queueHeld(until: loop.clock.now())
    if hadRead { flushQueue() }
    scheduleHeld()
  }
}
