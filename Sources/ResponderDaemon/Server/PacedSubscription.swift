// One subscription of a connection: which records it receives, and how often.

import ResponderKit
import Wire

/// A subscription of a client.
final class PacedSubscription {
  /// How records are chosen. A rate applies to one subscription and is never shared.
  enum Choice {
    /// Together with all subscriptions that have the same filter and audience.
    case shared(SharedFilter)
    /// On its own, because the choice depends on the client's name.
    case own(ViewMatches)
    /// On its own. Records that come too soon are held back.
    case paced(Pace, ViewMatches)
  }

  /// The number, unique in its connection.
  let id: Int
  /// The filter.
  let filter: Filter
  private(set) var matcher: RecordMatcher
  private(set) var choice: Choice
  /// Whether the subscription wants the current record.
  private(set) var wantsThis = false

  /// A subscription that shares the filter of its server.
  init(id: Int, sharing filter: SharedFilter) {
    self.id = id
    self.filter = filter.filter
    matcher = RecordMatcher(id: id, filter: filter.filter, audience: filter.audience)
    choice = .shared(filter)
  }

  /// A subscription that chooses on its own.
  init(id: Int, filter: Filter, audience: Audience = .all) {
    self.id = id
    self.filter = filter
    // The rate holds back records that come too soon, so that the last position of a finger is
    // sent.
    var plain = filter
    plain.rate = nil
    matcher = RecordMatcher(id: id, filter: plain, audience: audience)
    let matches = ViewMatches()
    choice = filter.rate.map { .paced(Pace(rate: $0), matches) } ?? .own(matches)
  }

  /// The limit of records per second; nil without a rate.
  var pace: Pace? {
    switch choice {
    case .shared, .own: nil
    case .paced(let pace, _): pace
    }
  }

  /// The filter, if other subscriptions share it.
  var sharedFilter: SharedFilter? {
    if case .shared(let filter) = choice { filter } else { nil }
  }

  /// The records of the current turn that are in and below the views of the filter.
  var matches: ViewMatches {
    switch choice {
    case .shared(let filter): filter.matches
    case .own(let matches), .paced(_, let matches): matches
    }
  }

  /// Uses another audience from now on; a shared filter is replaced by this one.
  func setAudience(to audience: Audience, sharing filter: () -> SharedFilter) {
    matcher.audience = audience
    switch choice {
    case .shared: choice = .shared(filter())
    case .own, .paced: break
    }
  }

  /// Whether the subscription wants a record of this turn, for a client with these names; call it
  /// in the order of the records. A shared filter was prepared before.
  func wants(_ index: Int, of encoder: RecordEncoder, for names: ActorNames?) -> Bool {
    if case .shared(let filter) = choice { return filter.chosen.contains(index) }
    return matcher.accepts(encoder.records[index], for: names)
      && (matcher.filter.views.isEmpty || matches.contains(index))
  }

  /// The same for the current record, which is stored.
  func decide(_ index: Int, of encoder: RecordEncoder, for names: ActorNames?) -> Bool {
    wantsThis = wants(index, of: encoder, for: names)
    return wantsThis
  }

  /// Whether the subscription wants an earlier record, for a client with these names.
  func wantsPast(_ record: EncodedRecord, for names: ActorNames?) -> Bool {
    matcher.wants(record, for: names)
  }
}
