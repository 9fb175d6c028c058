// The records of a turn, as one client receives them.

import LinuxKit
import Permissions
import ResponderKit
import Wire

extension Connection {
  /// Sends the records of a turn that the client has subscribed to. So many bytes of them were sent
  /// directly.
  func deliver(_ encoder: RecordEncoder, sent: Int) {
    // The actor of a record reads other bytes than observers.
    guard let directFilter = output.directFilter, shared.sendsAtOnce, !encoder.hasActors else {
      return deliverWithState(encoder)
    }
    directFilter.prepare(encoder, turn: shared.turn)
    let range = directFilter.range
    guard !range.isEmpty else { return }
    shared.figures.countSent(records: directFilter.wanted.count, bytes: range.count)
    let source = directFilter.source(encoder)
    let rest = range.dropFirst(sent)
    guard let more = unsafe source.withBytes(in: rest, { unsafe sendBeforeOthers($0) }) else {
      return
    }
    if more < rest.count {
      enqueue(directFilter.wanted, of: encoder, in: source, range, sent: sent + more)
    }
  }

  // The same for a client with any subscriptions, in any state.
  private func deliverWithState(_ encoder: RecordEncoder) {
    guard isOpen, !subscriptions.isEmpty else { return }
    let all = subscriptions.all
    if all.count == 1, let filter = all[0].sharedFilter {
      filter.prepare(encoder, turn: shared.turn)
      if encoder.isActor(names) { return gatherAndSend(filter.wanted, of: encoder) }
      if postpones, numbers.areThoseOfDaemon {
        return postpone(filter.chosen, filter.range.count, of: encoder)
      }
      return send(filter.wanted, of: encoder, in: filter.source(encoder), filter.range)
    }
    if all.contains(where: { $0.pace != nil }) {
      return deliverPaced(encoder)
    }
    let chosen = choose(encoder)
    if postpones, numbers.areThoseOfDaemon, !encoder.isActor(names) {
      var count = 0
      for index in chosen { count += encoder.records[index].bytes.count }
      return postpone(chosen, count, of: encoder)
    }
    gatherAndSend(shared.indices(of: chosen), of: encoder)
  }

  // The records that at least one of several subscriptions wants.
  private func choose(_ encoder: RecordEncoder) -> RecordSet {
    var chosen = RecordSet()
    for paced in subscriptions.all {
      if case .shared(let filter) = paced.choice {
        filter.prepare(encoder, turn: shared.turn)
        chosen.formUnion(filter.chosen)
      } else {
        for index in encoder.records.indices where paced.wants(index, of: encoder, for: names) {
          chosen.insert(index)
        }
      }
    }
    return chosen
  }

  // Whether the records of this turn are copied later: when there are many readers, or when
  // earlier records wait to be copied.
  private var postpones: Bool { !shared.sendsAtOnce || output.hasPostponed }

  private func gatherAndSend(_ wanted: ContiguousArray<Int>, of encoder: RecordEncoder) {
    let lines = shared.gather(wanted, from: encoder, for: names, numbered: numbers)
    send(wanted, of: encoder, in: lines, 0..<lines.count)
  }

  /// Sends the lines of these records, which are contiguous in the source.
  private func send(
    _ wanted: ContiguousArray<Int>, of encoder: RecordEncoder, in source: LineWriter,
    _ range: Range<Int>
  ) {
    guard !wanted.isEmpty else { return }
    copyPostponed()
    shared.figures.countSent(records: wanted.count, bytes: range.count)
    let sent = unsafe source.withBytes(in: range) { unsafe sendInTurn($0) }
    guard let sent, sent < range.count else { return }
    enqueue(wanted, of: encoder, in: source, range, sent: sent)
  }

  /// Queues what was not sent of these lines.
  private func enqueue(
    _ wanted: ContiguousArray<Int>, of encoder: RecordEncoder, in source: LineWriter,
    _ range: Range<Int>, sent: Int
  ) {
    unsafe source.withBytes(in: range) { bytes in
      var offset = 0
      for index in wanted {
        let record = encoder.records[index]
        let number = numbers.number(of: index, in: encoder)
        let end = offset + record.count(for: names, numbered: number)
        defer { offset = end }
        if end <= sent { continue }
        let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
        let key = record.isPassing ? encoder.key(of: record) : nil
        unsafe enqueue(
          line, sent: max(0, sent - offset), key: key, isTouches: record.type == .touches,
          seq: number)
      }
      updateInterest()
    }
  }

  // MARK: Records that are copied later

  private func postpone(_ chosen: RecordSet, _ bytes: Int, of encoder: RecordEncoder) {
    guard !chosen.isEmpty else { return }
    let page = shared.page(of: encoder, postponing: bytes)
    let isTooMuch = output.postpone(chosen, of: page, bytes)
    delegate.connectionNeedsService(self)
    if isTooMuch { copyPostponed() }
  }

  /// Copies the postponed records to the queue; later lines follow them.
  func copyPostponed() {
    guard output.hasPostponed else { return }
    queuePostponed()
    updateInterest()
  }

  /// The same, before the caller updates the interest.
  func queuePostponed() {
    for (page, chosen) in output.drainPostponed() {
      unsafe page.forEach(in: chosen) { bytes, line in
        guard isOpen else { return }
        shared.figures.countSent(records: 1, bytes: bytes.count)
        unsafe enqueue(
          bytes, sent: 0, key: line.key, isTouches: line.isTouches, seq: line.seq)
      }
    }
  }

  /// Whether any subscription wants a record of this turn; which ones do is stored for their rates.
  private func wants(_ index: Int, of encoder: RecordEncoder) -> Bool {
    var isWanted = false
    for paced in subscriptions.all {
      if paced.decide(index, of: encoder, for: names) { isWanted = true }
    }
    return isWanted
  }

  // MARK: Subscriptions with a rate

  private func deliverPaced(_ encoder: RecordEncoder) {
    copyPostponed()
    for paced in subscriptions.all {
      if case .shared(let filter) = paced.choice { filter.prepare(encoder, turn: shared.turn) }
    }
    for index in encoder.records.indices where wants(index, of: encoder) {
      let record = encoder.records[index]
      let key = record.isPassing ? encoder.key(of: record) : nil
      if let key {
        guard isAdmitted(index, key, in: encoder) else { continue }
      } else {
        // Held records are older than this one, which may end their subject.
        releaseHeld(until: nil)
      }
      let line = line(of: index, in: encoder)
      unsafe line.source.withBytes(in: line.range) {
        unsafe sendLine(
          $0, key, record.type == .touches, numbers.number(of: index, in: encoder))
      }
    }
    scheduleHeld()
  }

  // The range of a record's line as this client reads it.
  private func line(
    of index: Int, in encoder: RecordEncoder
  ) -> (source: LineWriter, range: Range<Int>) {
    let record = encoder.records[index]
    let isPlain = record.actor.map { !names.contains($0) } ?? true
    if isPlain, numbers.areThoseOfDaemon { return (encoder.lines, record.bytes) }
    let lines = shared.gather([index], from: encoder, for: names, numbered: numbers)
    return (lines, 0..<lines.count)
  }

  // A record is sent if one of the subscriptions that want it sends it now.
  private func isAdmitted(
    _ index: Int, _ key: SendQueue.Key, in encoder: RecordEncoder
  ) -> Bool {
    let record = encoder.records[index]
    if subscriptions.all.contains(where: { $0.wantsThis && $0.pace == nil }) { return true }
    var isAdmitted = false
    for paced in subscriptions.all where paced.wantsThis {
      guard let pace = paced.pace else { continue }
      let isDue = pace.admits(key, at: record.time.microseconds, seq: record.seq) {
        let line = line(of: index, in: encoder)
        var bytes: ContiguousArray<UInt8> = []
        line.source.copy(line.range, to: &bytes)
        return bytes
      }
      isAdmitted = isAdmitted || isDue
    }
    return isAdmitted
  }

  private func sendLine(
    _ line: UnsafeRawBufferPointer, _ key: SendQueue.Key?, _ isTouches: Bool, _ seq: UInt64
  ) {
    shared.figures.countSent(records: 1, bytes: line.count)
    guard let sent = unsafe sendInTurn(line), sent < line.count else { return }
    unsafe enqueue(line, sent: sent, key: key, isTouches: isTouches, seq: seq)
    updateInterest()
  }

  /// Sends what the client's socket accepts at once, or nothing if other clients come first.
  private func sendInTurn(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard shared.sendsAtOnce else {
      delegate.connectionNeedsService(self)
      return 0
    }
    return unsafe sendNow(bytes)
  }

  /// Sends the records that a rate has held back and that are due, or all of them.
  func releaseHeld(until time: Int64?) {
    for paced in subscriptions.all {
      paced.pace?.release(until: time) { line, seq, replaced in
        shared.figures.countCoalesced(replaced)
        let line = replaced == 0 ? line : Pace.counting(replaced, in: line)
        unsafe line.withUnsafeBytes { unsafe sendLine($0, nil, false, seq) }
      }
    }
  }
}
