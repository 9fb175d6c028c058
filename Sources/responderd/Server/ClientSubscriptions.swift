// The subscriptions of one client, and what they need.

import Protocol
import Records

/// The subscriptions of a client, in the order in which it made them.
final class ClientSubscriptions {
  /// All of them.
  private(set) var all: ContiguousArray<Subscription> = []
  // Those that need a new snapshot, and whether they have lost records.
  private var due: ContiguousArray<(subscription: Subscription, isLost: Bool)> = []
  private var lastNumber = 0
  // Of those that have ended.
  private var formerlyCoalesced = 0

  /// Whether there is none.
  var isEmpty: Bool { all.isEmpty }

  /// The number of subscriptions; one that reads several streams is one.
  var count: Int { Set(all.map(\.id)).count }

  /// The number of records that were left out for newer ones.
  var coalesced: Int { all.reduce(formerlyCoalesced) { $0 + $1.coalesced } }

  /// The number of a new subscription.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a subscription.
  func append(_ subscription: Subscription) { all.append(subscription) }

  /// Removes the subscription with a number, which ends.
  func remove(_ number: Int) { remove { $0.id == number } }

  /// Ends those to a stream.
  func remove(of stream: RecordStream) { remove { $0.stream === stream } }

  /// Ends all of them.
  func removeAll() { remove { _ in true } }

  private func remove(_ isMeant: (Subscription) -> Bool) {
    for ended in all where isMeant(ended) {
      due.removeAll { $0.subscription === ended }
      formerlyCoalesced += ended.coalesced
      ended.end()
    }
    all.removeAll(where: isMeant)
  }

  // MARK: Records

  /// Begins to read at a time.
  func beginRound(at time: Int64) {
    for subscription in all {
      subscription.beginRound(at: time)
      if subscription.isLost, !isLost(subscription) { due.append((subscription, true)) }
    }
  }

  /// Reads the records of all subscriptions, oldest first, until so many bytes are there; returns their
  /// number.
  func read(at time: Int64, upTo limit: Int, to bytes: inout ContiguousArray<UInt8>) -> Int {
    var count = 0
    while bytes.count < limit, let (index, record) = next() {
      all[index].read(record, at: time, to: &bytes)
      count += 1
    }
    return count
  }

  /// Whether one of them has records to read now.
  var isBehind: Bool { next() != nil }

  // The next record, and the index of its subscription. One that has lost records waits for its snapshot.
  private func next() -> (index: Int, record: Subscription.Record)? {
    var answer: (index: Int, record: Subscription.Record)?
    for index in all.indices where !isLost(all[index]) {
      guard let record = all[index].peek(beside: all) else { continue }
      if record.position < answer?.record.position ?? .max { answer = (index, record) }
    }
    return answer
  }

  /// The time at which a move that a rate holds back is due; nil if none is held back.
  var deadline: Int64? { all.lazy.compactMap(\.deadline).min() }

  // MARK: Snapshots

  private func isLost(_ subscription: Subscription) -> Bool {
    !due.isEmpty && due.contains { $0.isLost && $0.subscription === subscription }
  }

  /// Whether a subscription needs a snapshot.
  var hasDueSnapshots: Bool { !due.isEmpty }

  /// Requires a new snapshot for each subscription that the closure names; returns whether there is
  /// one.
  func requireSnapshots(where isConcerned: (Subscription) -> Bool = { _ in true }) -> Bool {
    for subscription in all
    where isConcerned(subscription) && !due.contains(where: { $0.subscription === subscription }) {
      due.append((subscription, false))
    }
    return !due.isEmpty
  }

  /// Removes and returns the next subscription that needs a snapshot, and whether it has lost
  /// records; nil if none does.
  func nextSnapshot() -> (subscription: Subscription, isLost: Bool)? {
    due.isEmpty ? nil : due.removeFirst()
  }
}
