// Subscriptions with the same filter receive the same bytes, which are chosen once per turn.

import ResponderKit
import Wire

/// One filter of any number of subscriptions, and the records of the current turn that it chooses.
///
/// Only filters without a state that do not depend on the client's name can be shared: with a
/// rate, each subscription has a state of its own.
final class SharedFilter {
  /// The filter.
  let filter: Filter
  /// The numbers of the records for the clients, and their audience.
  let numbers: RecordNumbers
  /// The records of the current turn in and below the filter's views.
  let matches = ViewMatches()
  /// The indices of the chosen records.
  private(set) var wanted: ContiguousArray<Int> = []
  /// The same as a set, to be combined with those of other filters.
  private(set) var chosen = RecordSet()
  /// The range of their lines in the source.
  private(set) var range = 0..<0

  private let matcher: RecordMatcher
  private let gathered = LineWriter(capacity: 64)
  private var turn = -1
  private var isContiguous = false

  init(filter: Filter, numbers: RecordNumbers) {
    self.filter = filter
    self.numbers = numbers
    matcher = RecordMatcher(id: 0, filter: filter, audience: numbers.audience)
  }

  /// The audience of the clients.
  var audience: Audience { numbers.audience }

  /// Whether subscriptions with this filter may share it.
  static func fits(_ filter: Filter) -> Bool {
    filter.rate == nil && filter.observed
  }

  /// Chooses the records of a turn at the first call in that turn.
  func prepare(_ encoder: RecordEncoder, turn: Int) {
    guard turn != self.turn else { return }
    self.turn = turn
    wanted.empty()
    chosen.removeAll()
    range = 0..<0
    // Most filters by views match few records of a turn.
    unsafe encoder.records.withUnsafeBufferPointer { records in
      if filter.views.isEmpty {
        for index in records.indices { unsafe consider(index, of: records) }
      } else {
        for index in matches.positions { unsafe consider(index, of: records) }
      }
    }
    guard let first = wanted.first, let last = wanted.last else { return }
    // Contiguous lines are not copied, unless they have other numbers.
    isContiguous = last - first + 1 == wanted.count && numbers.areThoseOfDaemon
    if isContiguous {
      range = encoder.bytes(ofRecord: first).lowerBound..<encoder.bytes(ofRecord: last).upperBound
    } else {
      gathered.gather(wanted, from: encoder, numbered: numbers)
      range = 0..<gathered.count
    }
  }

  @inline(__always)
  private func consider(_ index: Int, of records: UnsafeBufferPointer<EncodedRecord>) {
    precondition(records.indices.contains(index))
    guard let first = records.baseAddress, unsafe matcher.accepts(first + index, for: nil) else {
      return
    }
    wanted.append(index)
    chosen.insert(index)
  }

  /// The buffer with the lines.
  func source(_ encoder: RecordEncoder) -> LineWriter { isContiguous ? encoder.lines : gathered }
}

extension LineWriter {
  /// Copies the lines of these records, as a program with these names reads them.
  func gather(
    _ wanted: ContiguousArray<Int>, from encoder: RecordEncoder, for names: ActorNames? = nil,
    numbered numbers: RecordNumbers
  ) {
    removeAll()
    for index in wanted {
      let record = encoder.records[index]
      let number = numbers.number(of: index, in: encoder)
      unsafe encoder.lines.withBytes(in: record.bytes) {
        unsafe line($0, of: record, numbered: number, for: names)
      }
    }
  }
}
