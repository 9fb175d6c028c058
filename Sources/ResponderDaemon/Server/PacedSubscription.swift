// One subscription of a connection: how it decides which records it gets, and how often.

import ResponderKit
import Wire

/// What one client subscribed to.
final class PacedSubscription {
  /// How records are chosen. A rate belongs to one subscription and is never shared.
  enum Delivery {
    /// Together with all subscriptions that have the same filter and audience.
    case shared(SharedFilter)
    /// By its own subscription, as the answer depends on the client's name.
    case own(ViewMatches)
    /// By its own subscription. Records that come too soon are held.
    case paced(Pace, ViewMatches)
  }

  /// Its number, unique in its connection.
  let id: Int
  /// What its client asked for.
  let filter: Filter
  private(set) var subscription: Subscription
  private(set) var delivery: Delivery
  /// Whether it wanted the record that is looked at now.
  var wantsThis = false

  /// A subscription that shares the filter of its server.
  init(id: Int, sharing filter: SharedFilter) {
    self.id = id
    self.filter = filter.filter
    subscription = Subscription(id: id, filter: filter.filter, audience: filter.audience)
    delivery = .shared(filter)
  }

  /// A subscription that decides for itself.
  init(id: Int, filter: Filter, audience: Audience = .all) {
    self.id = id
    self.filter = filter
    // The pace holds what comes too soon, so that the last place of a finger that rests arrives.
    var plain = filter
    plain.rate = nil
    subscription = Subscription(id: id, filter: plain, audience: audience)
    let matches = ViewMatches()
    delivery = filter.rate.map { .paced(Pace(rate: $0), matches) } ?? .own(matches)
  }

  /// What holds records back that come too soon; nil without a rate.
  var pace: Pace? {
    switch delivery {
    case .shared, .own: nil
    case .paced(let pace, _): pace
    }
  }

  /// Which records of the present turn are in and below the views of the filter.
  var matches: ViewMatches {
    switch delivery {
    case .shared(let filter): filter.matches
    case .own(let matches), .paced(_, let matches): matches
    }
  }

  /// Chooses by another audience from now on; one that shared its filter shares this one.
  func show(to audience: Audience, sharing filter: () -> SharedFilter) {
    subscription.audience = audience
    switch delivery {
    case .shared: delivery = .shared(filter())
    case .own, .paced: break
    }
  }

  /// Whether it wants a record of this turn, as a client of these names; ask for them in their order.
  /// A filter that it shares has chosen before.
  func wants(_ index: Int, of encoder: RecordEncoder, for names: ActorNames?) -> Bool {
    if case .shared(let filter) = delivery { return filter.choice.contains(index) }
    return subscription.accepts(encoder.records[index], for: names)
      && (subscription.filter.views.isEmpty || matches.contains(index))
  }

  /// Whether it wants a record of the past, as a client of these names.
  func wantsPast(_ record: Record, for names: ActorNames?) -> Bool {
    subscription.wants(record, for: names)
  }
}
