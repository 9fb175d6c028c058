// A filter, and the records of the current turn that it chooses: once for all that use it.

import ResponderKit
import Wire

/// One filter of any number of subscriptions.
final class SharedFilter {
  /// The filter, without what each client decides on its own: its rate, and whether it reads records
  /// that another program acts on.
  let filter: Filter
  /// Whether it chooses a record of the turn.
  private(set) var choosesAny = false
  private let matcher: RecordMatcher
  // For each record of the turn.
  private var chosen: ContiguousArray<Bool> = []
  // The records of the turn that are in and below the views of the filter.
  private var candidates: ContiguousArray<Int> = []
  private var turn = -1

  init(_ filter: Filter) {
    self.filter = filter
    matcher = RecordMatcher(id: 0, filter: filter)
  }

  /// The part of a filter that subscriptions share.
  static func shared(_ filter: Filter) -> Filter {
    var shared = filter
    shared.rate = nil
    shared.observed = true
    return shared
  }

  /// Removes the candidates of a turn that no client was sent.
  func removeCandidates() { candidates.removeAll(keepingCapacity: true) }

  /// Adds a record of the next turn that is in or below one of its views.
  func insert(candidate index: Int) {
    if candidates.last != index { candidates.append(index) }
  }

  /// Chooses the records of a turn at the first call in that turn.
  func prepare(_ encoder: RecordEncoder, turn: Int) {
    guard turn != self.turn else { return }
    self.turn = turn
    choosesAny = false
    chosen.removeAll(keepingCapacity: true)
    chosen.append(contentsOf: repeatElement(false, count: encoder.count))
    if filter.views.isEmpty {
      for index in encoder.records.indices { consider(index, encoder) }
    } else {
      for index in candidates { consider(index, encoder) }
    }
  }

  private func consider(_ index: Int, _ encoder: RecordEncoder) {
    guard matcher.accepts(encoder.records[index], for: nil) else { return }
    chosen[index] = true
    choosesAny = true
  }

  /// Whether the filter chooses a record of the turn.
  func chooses(_ index: Int) -> Bool { chosen[index] }

  /// Whether a question about a recognizer is sent to its clients.
  func acceptsQuestions(about recognizer: GestureRecognizer) -> Bool {
    matcher.acceptsQuestions(about: recognizer)
  }

  /// Whether it chooses an earlier record.
  func chooses(past record: EncodedRecord) -> Bool { matcher.wants(record) }
}
