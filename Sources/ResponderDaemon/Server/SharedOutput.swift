// What the outputs of all connections share: buffers, counters, and the records of the turn.

import LinuxKit
import Wire

/// The sending of lines to all clients: how far that of this turn's records is, and its buffers.
final class SharedOutput {
  /// Whether records are written to their readers now; when there are many, some wait in their
  /// queues until other clients were served.
  private(set) var sendsAtOnce = true
  /// The number of the turn.
  private(set) var turn = 0
  /// The counters of what is sent.
  let figures: ServerFigures
  /// The clients to which lines can be sent directly.
  let readers = DirectReaders()
  /// The time for which the records of one turn are written to their readers, in microseconds.
  var slice: Int64 = 3_000

  // The clients, and the bytes, after which the clock is read again.
  private static let mostBetweenLooks = 32
  private static let mostBytesBetweenLooks = 65_536

  private let loop: EventLoop
  // The position of the client that is first in this turn.
  private var first = 0
  private var began: Int64 = 0
  private var end: Int64 = 0
  private var bytesBefore = 0
  private var bytesAtLook = 0
  // The number of clients that were served in this turn.
  private var served = 0
  private var servedAtLook = 0
  // The records of this turn, if a client copies them later, and the bytes that are copied later.
  private var page: RecordPage?
  private var postponedBytes = 0

  private let writer = LineWriter()
  private let gathered = LineWriter()
  private var indices: ContiguousArray<Int> = []

  init(_ loop: EventLoop, _ figures: ServerFigures) {
    self.loop = loop
    self.figures = figures
  }

  // MARK: A turn

  /// Begins a turn with records.
  func beginTurn() { turn += 1 }

  /// Begins to send the records to so many clients; returns the position of the first one.
  func beginSending(to clients: Int) -> Int {
    bytesBefore = figures.bytes
    bytesAtLook = bytesBefore
    served = 0
    servedAtLook = 0
    began = loop.clock.now()
    end = loop.end(ofSlice: slice, from: began)
    // A client that is late in one turn is first in the next.
    first = clients == 0 ? 0 : first % clients
    return first
  }

  /// Looks now and then whether the time is over, before the next client.
  func look() {
    guard sendsAtOnce,
      served - servedAtLook >= Self.mostBetweenLooks
        || figures.bytes - bytesAtLook > Self.mostBytesBetweenLooks
    else { return }
    servedAtLook = served
    bytesAtLook = figures.bytes
    guard loop.clock.now() > end else { return }
    sendsAtOnce = false
    first += served
  }

  /// Counts clients that were served in this turn.
  func countServed(_ count: Int = 1) { served += count }

  /// Sends the records of the turn directly to the clients at these positions, as far as all of
  /// them read the same lines and the time need not be looked at.
  func sendDirectly(_ encoder: RecordEncoder, to positions: Range<Int>) -> DirectRun {
    // The actor of a record reads other bytes than observers.
    guard let filter = readers.filter(at: positions.lowerBound), sendsAtOnce, !encoder.hasActors
    else { return DirectRun(count: 0, sentToNext: 0) }
    filter.prepare(encoder, turn: turn)
    let range = filter.range
    guard !range.isEmpty else { return DirectRun(count: 1) }
    // A reader that is as fast as the daemon must not occupy it for the whole of long lines.
    guard range.count <= SendQueue.sentAtOnce else { return DirectRun(count: 0, sentToNext: 0) }
    let most = min(Self.mostBetweenLooks, Self.mostBytesBetweenLooks / range.count + 1)
    let run = unsafe filter.source(encoder).withBytes(in: range) {
      unsafe readers.send($0, of: filter, to: positions.prefix(most))
    }
    figures.countSent(records: run.count * filter.wanted.count, bytes: run.count * range.count)
    return run
  }

  /// Ends the turn; returns the number of bytes that were sent, or are copied later.
  func finish() -> Int {
    sendsAtOnce = true
    page = nil
    loop.record("records", took: loop.clock.now() - began)
    defer { postponedBytes = 0 }
    return figures.bytes - bytesBefore + postponedBytes
  }

  /// The records of the turn, for a client that copies so many bytes of them later.
  func page(of encoder: RecordEncoder, postponing bytes: Int) -> RecordPage {
    postponedBytes += bytes
    if let page { return page }
    let fresh = RecordPage(encoder)
    page = fresh
    return fresh
  }

  // MARK: Buffers, each for one client at a time

  /// The lines that a closure writes.
  func lines(_ write: (LineWriter) -> Void) -> LineWriter {
    writer.removeAll()
    write(writer)
    return writer
  }

  /// The lines of these records, as a client reads them.
  func gather(
    _ wanted: ContiguousArray<Int>, from encoder: RecordEncoder, for names: ActorNames,
    numbered numbers: RecordNumbers
  ) -> LineWriter {
    gathered.gather(wanted, from: encoder, for: names, numbered: numbers)
    return gathered
  }

  /// The indices of these records.
  func indices(of chosen: RecordSet) -> ContiguousArray<Int> {
    indices.removeAll(keepingCapacity: true)
    indices.append(contentsOf: chosen)
    return indices
  }
}
