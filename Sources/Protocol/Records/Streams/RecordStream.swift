// The records of one stream: written once, and read from there by all clients.
//
//     encoder ──turn──► moves   touches moved, gestures changed, raw
//                  └──► others  all else: a flood of moves pushes out no tap, and no reason

package import Protocol
package import ResponderKit

/// The latest records, in two rings, with what the filters of all readers choose of them.
package final class RecordStream {
  /// The bytes of each ring's lines, and those for a private window.
  package static let bytes = 1 << 20
  package static let privateBytes = 1 << 18

  /// A place in the stream.
  package struct Place: Equatable {
    var moves: Int
    var others: Int
  }

  /// The filters of the readers.
  package let filters = SharedFilters()
  let moves: RecordRing
  let others: RecordRing
  /// The place at which the records of the latest turn begin. A reader that has read up to there is
  /// not late.
  private(set) var turn = Place(moves: 0, others: 0)
  /// The number of the latest record.
  package private(set) var lastSeq: UInt64 = 0

  // The latest move of each thing, until something else happens to it.
  private var lanes: [UInt64: Int] = [:]
  // The number of the last one that was dropped from there.
  private var lastLost: UInt64 = 0
  // What is before this place is read by no later subscription.
  private var hidden: (seq: UInt64, end: Place) = (0, Place(moves: 0, others: 0))

  /// An empty stream that keeps so many records of each sort.
  package init(limit: Int = 4096, bytes: Int = RecordStream.bytes) {
    moves = RecordRing(limit: limit, bytes: bytes)
    others = RecordRing(limit: limit, bytes: bytes)
  }

  /// The place after the latest record.
  var end: Place { Place(moves: moves.end, others: others.end) }

  /// The place after the record with a number. A client does not say which of the records with the
  /// same number that follow it were read, so they are read again.
  package func place(after seq: UInt64) -> Place {
    place { $0.seq > seq || $0.seq == seq && !$0.type.declaration.isNumbered }
  }

  /// The place of the first record from a time on that is kept for later subscriptions.
  package func place(from time: Instant) -> Place { place { $0.time >= time } }

  private func place(where isLater: (borrowing EncodedRecord) -> Bool) -> Place {
    Place(
      moves: max(moves.firstIndex(where: isLater), hidden.end.moves),
      others: max(others.firstIndex(where: isLater), hidden.end.others))
  }

  /// Moves the records of a turn from the encoder. They all stay until the next turn, however many
  /// they are; they may belong to the turn before them. `position` counts the records of all streams.
  package func append(
    _ encoder: RecordEncoder, at position: inout UInt64, isSameTurn: Bool = false
  ) {
    if !isSameTurn { turn = end }
    for index in 0..<encoder.count {
      position += 1
      append(index, of: encoder, at: position)
    }
    lastSeq = encoder.seq
    encoder.removeAll()
    while let dropped = moves.mustDrop(before: turn.moves) {
      let isLatest = lanes[dropped.key] == moves.first
      if isLatest {
        lanes[dropped.key] = nil
        lastLost = dropped.record.seq
      }
      filters.drop(move: moves.first, dropped.record, isLatest: isLatest)
      moves.dropFirst()
    }
    while others.mustDrop(before: turn.others) != nil {
      filters.drop(other: others.first)
      others.dropFirst()
    }
    filters.match(self)
  }

  /// The same for a stream that is read alone.
  package func append(_ encoder: RecordEncoder) {
    var position = UInt64(moves.end + others.end)
    append(encoder, at: &position)
  }

  private func append(_ index: Int, of encoder: RecordEncoder, at position: UInt64) {
    let key = encoder.key(ofRecord: index)
    guard encoder.isMove(index) else {
      lanes[key] = nil
      return others.append(index, of: encoder, key: key, at: position)
    }
    let isPassing = encoder.isPassing(index)
    moves.append(index, of: encoder, key: key, at: position)
    guard isPassing else {
      lanes[key] = nil
      return
    }
    let newest = moves.end - 1
    if let last = lanes[key], last >= moves.first,
      moves[last].record.exactPhase == moves[newest].record.exactPhase
    {
      moves.replace(last, with: newest)
    }
    lanes[key] = newest
  }

  /// Forgets all records, and what they refer to; no client resumes from an earlier one.
  package func removeAll() {
    while moves.first < moves.end { moves.dropFirst() }
    while others.first < others.end { others.dropFirst() }
    moves.compact()
    others.compact()
    lanes.removeAll()
  }

  /// Hides what has happened so far from later subscriptions: it is for the readers of that time.
  package func hidePast() { hidden = (lastSeq, end) }

  /// Whether no record after this one is missing that a reader with a filter must not miss.
  package func covers(after seq: UInt64, for filter: Filter) -> Bool {
    guard hidden.seq <= seq, seq <= lastSeq, others.lastDropped <= seq, lastLost <= seq else {
      return false
    }
    return !filter.needsAllMoves || moves.lastDropped <= seq
  }
}
