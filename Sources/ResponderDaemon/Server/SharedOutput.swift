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
  /// The time for which the records of one turn are written to their readers, in microseconds.
  var slice: Int64 = 3_000

  private let loop: EventLoop
  // The position of the client that is first in this turn.
  private var first = 0
  private var began: Int64 = 0
  private var end: Int64 = 0
  private var bytesBefore = 0
  private var bytesAtLook = 0
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
    began = loop.clock.now()
    end = loop.end(ofSlice: slice, from: began)
    // A client that is late in one turn is first in the next.
    first = clients == 0 ? 0 : first % clients
    return first
  }

  /// Looks now and then whether the time is over, before the client after so many others.
  func look(after count: Int) {
    guard sendsAtOnce, count % 32 == 31 || figures.bytes - bytesAtLook > 65_536 else { return }
    bytesAtLook = figures.bytes
    guard loop.clock.now() > end else { return }
    sendsAtOnce = false
    first += count
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
