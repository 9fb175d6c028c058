// Peers that ask for the same get the same bytes: what they want is worked out once a turn.

import ResponderKit
import Wire

/// One filter of any number of subscriptions, and what it lets through of the present turn.
///
/// Only filters that remember nothing and do not ask who reads can be shared: with a rate each
/// subscription follows what it has been told when.
final class SharedWish {
  /// The filter that all have.
  let filter: Filter
  /// The conditions that all their peers meet.
  let audience: Audience
  /// How many subscriptions have it.
  var users = 0
  /// The places of the records that it lets through.
  private(set) var wanted: ContiguousArray<Int> = []
  /// Where their lines lie in the source.
  private(set) var range = 0..<0

  private var subscription: Subscription
  private let gathered = LineWriter(capacity: 64)
  private var turn = -1
  private var isContiguous = false

  init(filter: Filter, audience: Audience) {
    self.filter = filter
    self.audience = audience
    subscription = Subscription(id: 0, filter: filter, audience: audience)
  }

  /// Whether subscriptions with this filter may share it.
  static func fits(_ filter: Filter) -> Bool {
    filter.rate == nil && filter.observed
  }

  /// Works out what it lets through of a turn, the first time that it is asked in it.
  func prepare(_ encoder: RecordEncoder, turn: Int) {
    guard turn != self.turn else { return }
    self.turn = turn
    wanted.removeAll(keepingCapacity: true)
    for index in encoder.records.indices
    where subscription.wants(encoder.records[index], of: encoder) {
      wanted.append(index)
    }
    guard let first = wanted.first, let last = wanted.last else { return }
    // What lies together already is not copied.
    isContiguous = last - first + 1 == wanted.count
    if isContiguous {
      range =
        encoder.records[first].bytes.lowerBound..<encoder.records[last].bytes.upperBound
    } else {
      gathered.gather(wanted, from: encoder)
      range = 0..<gathered.count
    }
  }

  /// The buffer in which the lines lie.
  func source(_ encoder: RecordEncoder) -> LineWriter { isContiguous ? encoder.lines : gathered }
}

extension LineWriter {
  /// Holds the lines of these records, as a program of this name reads them, and nothing else.
  func gather(
    _ wanted: ContiguousArray<Int>, from encoder: RecordEncoder, for name: String? = nil
  ) {
    removeAll()
    for index in wanted {
      let record = encoder.records[index]
      unsafe encoder.lines.withBytes(in: record.bytes) { unsafe line($0, of: record, for: name) }
    }
  }
}
