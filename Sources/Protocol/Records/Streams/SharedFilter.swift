// A filter, and the records of a stream that it chooses: once for all that use it.

import Protocol
package import ResponderKit

/// One filter of any number of subscriptions.
package final class SharedFilter {
  /// The filter, without what each client decides on its own: its rate, and whether it reads records
  /// that another program acts on.
  let filter: Filter
  private(set) var moves = ChosenRecords()
  private(set) var others = ChosenRecords()
  /// The latest records that it has chosen and that were dropped, though no newer one says what they
  /// say.
  private(set) var lost = RecordStream.Place(moves: -1, others: -1)
  private let matcher: RecordMatcher

  init(_ filter: Filter) {
    self.filter = filter
    matcher = RecordMatcher(filter)
  }

  /// The part of a filter that subscriptions share.
  static func shared(_ filter: Filter) -> Filter {
    var shared = filter
    shared.rate = nil
    shared.observed = true
    return shared
  }

  /// Chooses from all records that the stream has, for a reader that connects again.
  func chooseAgain(from stream: RecordStream) {
    for index in stream.moves.first..<stream.moves.end
    where matcher.wants(stream.moves[index].record) {
      moves.insert(index)
    }
    for index in stream.others.first..<stream.others.end
    where matcher.wants(stream.others[index].record) {
      others.insert(index)
    }
  }

  /// Chooses a record that is in or below its views, or not.
  func consider(move index: Int, _ record: borrowing EncodedRecord) {
    if matcher.accepts(record) { moves.insert(index) }
  }

  /// The same for a record that is not a move.
  func consider(other index: Int, _ record: borrowing EncodedRecord) {
    if matcher.accepts(record) { others.insert(index) }
  }

  /// The stream drops a move; `isLatest` if nothing has happened to the same thing since.
  func drop(move index: Int, _ record: borrowing EncodedRecord, isLatest: Bool) {
    guard moves.contains(index) else { return }
    if isLatest || filter.coalescedTouches && record.type == .touches
      || !EncodedRecord.isPassing(record.phase, record.type)
    {
      lost.moves = index
    }
  }

  /// The stream drops another record.
  func drop(other index: Int) { if others.contains(index) { lost.others = index } }

  /// Forgets what the stream has dropped.
  func follow(_ stream: RecordStream) {
    moves.forget(before: stream.moves.first)
    others.forget(before: stream.others.first)
  }

  /// Whether a question about a recognizer is sent to its clients.
  package func acceptsQuestions(about recognizer: GestureRecognizer) -> Bool {
    matcher.acceptsQuestions(about: recognizer)
  }
}
