// One reader of a stream: which records it reads, where it stands, and what it leaves out because it
// is late, or because it wants no more than so many a second.

package import Protocol
import ResponderKit

/// A subscription to a stream.
///
///     read ◄── next ──────────────────── end
///              late: of the moves of a thing, the newest is enough
///              rate: moves wait for their time, or for a record that is not a move
package final class Subscription {
  /// A record that is next.
  package struct Record {
    /// Its place among the records of all streams.
    package var position: UInt64
    var isMove: Bool
    var index: Int
    // The number of older moves that were left out for it.
    var leftOut: Int
  }

  /// The number, unique in its connection.
  package let id: Int
  /// The filter, as the client wrote it.
  package let filter: Filter
  /// The part of the filter that other subscriptions may share.
  package let shared: SharedFilter
  /// The number of records that were left out for newer ones.
  package private(set) var coalesced = 0

  /// What it reads.
  package let stream: RecordStream
  private let names: ActorNames
  // The time between moves, in microseconds; an hour at most.
  private let interval: Int64?
  private let start: RecordStream.Place
  private var next: RecordStream.Place
  // Before this time no move is read.
  private var nextTime = Int64.min
  private var isDue = true
  // How many older ones a record stands for.
  private var leftOut: [Int: Int] = [:]

  /// A subscription that reads the records after this time, or those from a place on, for a program
  /// with these names.
  package init(
    id: Int, filter: Filter, to stream: RecordStream, for names: ActorNames,
    from place: RecordStream.Place? = nil
  ) {
    self.id = id
    self.filter = filter
    self.stream = stream
    self.names = names
    shared = stream.filters.begin(filter)
    interval = filter.rate.map { Int64(min(1_000_000 / $0, 3_600_000_000).rounded()) }
    if place != nil { shared.chooseAgain(from: stream) }
    start = place ?? stream.end
    next = start
  }

  /// Releases what it uses, when it has ended.
  package func end() { stream.filters.end(shared) }

  /// Whether records were dropped that it has not read and must not miss.
  package var isLost: Bool {
    next.others <= shared.lost.others || next.moves <= shared.lost.moves
  }

  /// Goes to the end of the stream, without reading what is before it.
  package func skipToEnd() {
    next = stream.end
    leftOut.removeAll()
  }

  /// Begins to read at a time; records that come during it are read in the next round.
  package func beginRound(at time: Int64) { isDue = time >= nextTime }

  /// The time at which a move that waits is due; nil if none waits.
  package var deadline: Int64? {
    guard interval != nil, next.moves < stream.moves.end else { return nil }
    return nextTime
  }

  /// The next record to be read, which none of the other subscriptions of its connection has read; nil
  /// if there is none, or none is due.
  package func peek(beside all: ContiguousArray<Subscription>) -> Record? {
    let other = nextOther(beside: all)
    let move = nextMove(beside: all)
    guard let move else { return other }
    guard let other else { return isDue ? move : nil }
    return move.position < other.position ? move : other
  }

  private func nextOther(beside all: ContiguousArray<Subscription>) -> Record? {
    while let index = shared.others.next(from: next.others) {
      next.others = index
      if mayRead(stream.others[index].record.actor),
        !isRead(beside: all, { $0.hasRead(other: index) })
      {
        return Record(
          position: stream.others[index].position, isMove: false, index: index, leftOut: 0)
      }
      next.others += 1
    }
    next.others = stream.others.end
    return nil
  }

  private func nextMove(beside all: ContiguousArray<Subscription>) -> Record? {
    if next.moves < stream.moves.first {
      next.moves = stream.moves.first
      leftOut = leftOut.filter { $0.key >= next.moves }
    }
    while let index = shared.moves.next(from: next.moves) {
      next.moves = index
      if mayRead(stream.moves[index].record.actor),
        !isRead(beside: all, { $0.hasRead(move: index) })
      {
        guard let newer = stream.moves[index].replacement, leavesOut(index, for: newer) else {
          return Record(
            position: stream.moves[index].position, isMove: true, index: index,
            leftOut: leftOut[index] ?? 0)
        }
        leftOut[newer, default: 0] += 1 + (leftOut.removeValue(forKey: index) ?? 0)
        coalesced += 1
      }
      next.moves += 1
    }
    next.moves = stream.moves.end
    return nil
  }

  // Who is not late reads all moves of a turn. A view that has moved may no longer be one of the filter's.
  private func leavesOut(_ index: Int, for newer: Int) -> Bool {
    if filter.coalescedTouches, stream.moves[index].record.type == .touches { return false }
    guard interval != nil || index < stream.turn.moves else { return false }
    return shared.moves.contains(newer) && mayRead(stream.moves[newer].record.actor)
  }

  private func mayRead(_ actor: @autoclosure () -> String?) -> Bool {
    filter.observed || actor().map { names.contains($0) } ?? true
  }

  // Whether another subscription to the same stream has read a record.
  private func isRead(
    beside all: ContiguousArray<Subscription>, _ hasRead: (Subscription) -> Bool
  ) -> Bool {
    all.count > 1 && all.contains { $0 !== self && $0.stream === stream && hasRead($0) }
  }

  private func hasRead(other index: Int) -> Bool {
    index >= start.others && index < next.others && shared.others.contains(index)
      && mayRead(stream.others[index].record.actor)
  }

  private func hasRead(move index: Int) -> Bool {
    index >= start.moves && index < next.moves && shared.moves.contains(index)
      && mayRead(stream.moves[index].record.actor)
  }

  /// Reads the record that is next: appends its line to a buffer.
  package func read(_ record: Record, at time: Int64, to buffer: inout ContiguousArray<UInt8>) {
    guard record.isMove else {
      copy(stream.others, record, to: &buffer)
      next.others = record.index + 1
      return
    }
    copy(stream.moves, record, to: &buffer)
    next.moves = record.index + 1
    if record.leftOut > 0 { leftOut.removeValue(forKey: record.index) }
    guard let interval, time >= nextTime, time < .max - interval else { return }
    // A late wake-up does not delay the moves after it.
    let hasWaited = stream.moves[record.index].record.time.microseconds < nextTime
    nextTime = hasWaited ? max(nextTime + interval, time) : time + interval
  }

  private func copy(
    _ ring: RecordRing, _ record: Record, to buffer: inout ContiguousArray<UInt8>
  ) {
    // The actor reads the line without the mark, so no record is encoded twice.
    let actor = ring[record.index].record.actor
    let isActor = actor.map { names.contains($0) } ?? false
    let mark = isActor ? RecordEncoder.mark.utf8CodeUnitCount : 0
    guard mark > 0 || record.leftOut > 0 else {
      return ring.copyLine(of: record.index, without: 0, to: &buffer)
    }
    ring.copyLine(of: record.index, without: mark + 2, to: &buffer)
    if record.leftOut > 0 {
      buffer.append(contentsOf: ",\"coalesced\":\(record.leftOut)".utf8)
    }
    buffer.append(contentsOf: "}\n".utf8)
  }
}
