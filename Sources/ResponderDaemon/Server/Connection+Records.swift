// The records of a turn, as one peer takes them.

import LinuxKit
import ResponderKit
import Wire

extension Connection {
  /// Sends what this peer wants of a turn's records: with one call when it keeps up.
  func take(_ encoder: RecordEncoder, turn: Int) {
    guard isOpen, !subscriptions.isEmpty else { return }
    if subscriptions.count == 1, case .shared(let filter) = subscriptions[0].delivery {
      filter.prepare(encoder, turn: turn)
      // The one that acts reads other bytes than those who look on.
      if encoder.isActor(names) { return gatherAndSend(filter.wanted, of: encoder) }
      if postpones { return keep(filter.choice, filter.range.count, of: encoder) }
      return send(filter.wanted, of: encoder, in: filter.source(encoder), filter.range)
    }
    if subscriptions.contains(where: { $0.pace != nil }) { return takeInPace(encoder, turn: turn) }
    let choice = choose(encoder, turn: turn)
    if postpones, !encoder.isActor(names) {
      var count = 0
      for index in choice { count += encoder.records[index].bytes.count }
      return keep(choice, count, of: encoder)
    }
    server.wanted.removeAll(keepingCapacity: true)
    server.wanted.append(contentsOf: choice)
    gatherAndSend(server.wanted, of: encoder)
  }

  // What any of several subscriptions wants.
  private func choose(_ encoder: RecordEncoder, turn: Int) -> Choice {
    var choice = Choice()
    for paced in subscriptions {
      if case .shared(let filter) = paced.delivery {
        filter.prepare(encoder, turn: turn)
        choice.formUnion(filter.choice)
      } else {
        for index in encoder.records.indices where paced.wants(index, of: encoder, for: names) {
          choice.insert(index)
        }
      }
    }
    return choice
  }

  // Whether what it wants of this turn is to be copied later: when there are many readers, or when
  // something from before waits to be copied.
  private var postpones: Bool { !server.sendsAtOnce || hasKept }

  private func gatherAndSend(_ wanted: ContiguousArray<Int>, of encoder: RecordEncoder) {
    server.gathered.gather(wanted, from: encoder, for: names)
    send(wanted, of: encoder, in: server.gathered, 0..<server.gathered.count)
  }

  /// Sends the lines of these records, which lie together in the source.
  private func send(
    _ wanted: ContiguousArray<Int>, of encoder: RecordEncoder, in source: LineWriter,
    _ range: Range<Int>
  ) {
    guard !wanted.isEmpty else { return }
    takeKept()
    server.figures.recordsSent += wanted.count
    server.figures.bytes += range.count
    unsafe source.withBytes(in: range) { bytes in
      guard let sent = unsafe sendInTurn(bytes), sent < bytes.count else { return }
      var offset = 0
      for index in wanted {
        let record = encoder.records[index]
        let end = offset + record.count(for: names)
        defer { offset = end }
        if end <= sent { continue }
        let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
        let key = record.isPassing ? encoder.key(of: record) : nil
        unsafe enqueue(line, sent: max(0, sent - offset), key: key, seq: record.seq)
      }
      updateInterest()
    }
  }

  // MARK: What is copied later

  private func keep(_ choice: Choice, _ bytes: Int, of encoder: RecordEncoder) {
    guard !choice.isEmpty else { return }
    kept.append((server.page(of: encoder), choice))
    keptBytes += bytes
    server.postponedBytes += bytes
    server.enqueue(self)
    // Few of them hold on to many pages.
    if kept.count > 64 || keptBytes > limits.queueBytes { takeKept() }
  }

  /// Copies what it has only noted so far; whatever is said to it next comes after that.
  func takeKept() {
    guard hasKept else { return }
    let pages = kept
    forgetKept()
    for (page, choice) in pages {
      unsafe page.forEach(in: choice) { bytes, line in
        guard isOpen else { return }
        server.figures.recordsSent += 1
        server.figures.bytes += bytes.count
        unsafe enqueue(bytes, sent: 0, key: line.key, seq: line.seq)
      }
    }
    updateInterest()
  }

  /// Whether any subscription wants a record of this turn; which ones do is kept for its pace.
  private func wants(_ index: Int, of encoder: RecordEncoder) -> Bool {
    var isWanted = false
    for paced in subscriptions {
      paced.wantsThis = paced.wants(index, of: encoder, for: names)
      isWanted = isWanted || paced.wantsThis
    }
    return isWanted
  }

  // MARK: Peers that want only so many a second

  private func takeInPace(_ encoder: RecordEncoder, turn: Int) {
    takeKept()
    for paced in subscriptions {
      if case .shared(let filter) = paced.delivery { filter.prepare(encoder, turn: turn) }
    }
    for index in encoder.records.indices where wants(index, of: encoder) {
      let record = encoder.records[index]
      let key = record.isPassing ? encoder.key(of: record) : nil
      if let key {
        guard isAdmitted(record, key, in: encoder) else { continue }
      } else {
        // What is held is older than this, and what it tells of may end with this.
        releaseHeld(until: nil)
      }
      let line = line(of: record, in: encoder)
      unsafe line.source.withBytes(in: line.range) { unsafe sayLine($0, key, record.seq) }
    }
    scheduleHeld()
  }

  // Where a record's line lies as this peer reads it.
  private func line(
    of record: Record, in encoder: RecordEncoder
  ) -> (source: LineWriter, range: Range<Int>) {
    guard let actor = record.actor, names.contains(actor) else {
      return (encoder.lines, record.bytes)
    }
    server.gathered.removeAll()
    unsafe encoder.lines.withBytes(in: record.bytes) {
      unsafe server.gathered.line($0, of: record, for: names)
    }
    return (server.gathered, 0..<server.gathered.count)
  }

  // The most willing of its subscriptions decides.
  private func isAdmitted(
    _ record: Record, _ key: SendQueue.Key, in encoder: RecordEncoder
  ) -> Bool {
    if subscriptions.contains(where: { $0.wantsThis && $0.pace == nil }) { return true }
    var isAdmitted = false
    for paced in subscriptions where paced.wantsThis {
      guard let pace = paced.pace else { continue }
      let isDue = pace.admits(key, at: record.time.microseconds, seq: record.seq) {
        let line = line(of: record, in: encoder)
        var bytes: ContiguousArray<UInt8> = []
        line.source.copy(line.range, to: &bytes)
        return bytes
      }
      isAdmitted = isAdmitted || isDue
    }
    return isAdmitted
  }

  private func sayLine(_ line: UnsafeRawBufferPointer, _ key: SendQueue.Key?, _ seq: UInt64) {
    server.figures.recordsSent += 1
    server.figures.bytes += line.count
    guard let sent = unsafe sendInTurn(line), sent < line.count else { return }
    unsafe enqueue(line, sent: sent, key: key, seq: seq)
    updateInterest()
  }

  /// Sends what the peer takes at once, or nothing while others are to be served before.
  private func sendInTurn(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard server.sendsAtOnce else {
      server.enqueue(self)
      return 0
    }
    return unsafe sendNow(bytes)
  }

  /// Says what its paces hold and is due by now, or all of it.
  private func releaseHeld(until time: Int64?) {
    for paced in subscriptions {
      paced.pace?.release(until: time) { line, seq, replaced in
        server.figures.coalesced += replaced
        let line = replaced == 0 ? line : Pace.counting(replaced, in: line)
        unsafe line.withUnsafeBytes { unsafe sayLine($0, nil, seq) }
      }
    }
  }

  private func scheduleHeld() {
    guard isOpen else { return }
    let deadline = subscriptions.lazy.compactMap(\.pace?.deadline).min()
    guard deadline != nil || paceTimer != nil else { return }
    if paceTimer == nil {
      paceTimer = server.loop.timer { [unowned self] in
        releaseHeld(until: server.loop.clock.now())
        scheduleHeld()
      }
    }
    paceTimer?.deadline = deadline
  }
}
