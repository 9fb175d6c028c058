// One subscription of a connection: which records it receives, and how often.

import ResponderKit
import Wire

/// A subscription of a client.
final class Subscription {
  /// The number, unique in its connection.
  let id: Int
  /// The filter, as the client wrote it.
  let filter: Filter
  /// The part of the filter that other subscriptions may share.
  let shared: SharedFilter
  /// The limit of records per second; nil without a rate.
  let pace: Pace?

  init(id: Int, filter: Filter, sharing shared: SharedFilter) {
    self.id = id
    self.filter = filter
    self.shared = shared
    pace = filter.rate.map { Pace(rate: $0) }
  }

  /// Whether the subscription wants a record of this turn, for a client with these names.
  func wants(_ index: Int, of encoder: RecordEncoder, for names: ActorNames) -> Bool {
    guard shared.chooses(index) else { return false }
    return filter.observed || mayRead(encoder.records[index].actor, names)
  }

  /// Whether it wants an earlier record, for a client with these names.
  func wants(past record: EncodedRecord, for names: ActorNames) -> Bool {
    guard shared.chooses(past: record) else { return false }
    return filter.observed || mayRead(record.actor, names)
  }

  private func mayRead(_ actor: String?, _ names: ActorNames) -> Bool {
    actor.map { names.contains($0) } ?? true
  }
}
