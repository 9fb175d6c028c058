// The subscriptions of all clients: equal ones share a filter, and views are looked up once for all.

import ResponderKit
import Wire

/// The filters of all subscriptions.
struct Subscriptions {
  private struct FilterKey: Hashable {
    var filter: Filter
    var audience: Audience
  }

  // Each with the number of its subscriptions.
  private var filters: [FilterKey: (shared: SharedFilter, users: Int)] = [:]
  private var viewIndex = ViewIndex()

  /// Finds for each record of a turn the filters with views that it matches.
  func match(_ encoder: RecordEncoder, turn: Int) { viewIndex.match(encoder, turn: turn) }

  /// A new subscription, which shares its filter with subscriptions that have the same. `numbers`
  /// gives the count for its audience.
  mutating func begin(
    id: Int, filter: Filter, audience: Audience, of account: UserAccount?,
    numbers: (Audience) -> RecordNumbers
  ) -> PacedSubscription {
    account?.began(filter)
    guard SharedFilter.fits(filter) else {
      let paced = PacedSubscription(id: id, filter: filter, audience: audience)
      viewIndex.insert(paced.matches, for: filter)
      return paced
    }
    return PacedSubscription(id: id, sharing: share(filter, audience, numbers))
  }

  /// Changes the audience of a subscription.
  mutating func setAudience(
    of paced: PacedSubscription, to audience: Audience, numbers: (Audience) -> RecordNumbers
  ) {
    guard paced.matcher.audience != audience else { return }
    switch paced.choice {
    case .shared(let old):
      paced.setAudience(to: audience) { share(old.filter, audience, numbers) }
      release(old)
    case .own, .paced:
      paced.setAudience(to: audience) { share(paced.matcher.filter, audience, numbers) }
    }
  }

  /// Releases what an ended subscription has used.
  mutating func end(_ paced: PacedSubscription, of account: UserAccount?) {
    account?.ended(paced.filter)
    switch paced.choice {
    case .shared(let filter): release(filter)
    case .own(let matches), .paced(_, let matches):
      viewIndex.remove(matches, for: paced.matcher.filter)
    }
  }

  private mutating func share(
    _ filter: Filter, _ audience: Audience, _ numbers: (Audience) -> RecordNumbers
  ) -> SharedFilter {
    let key = FilterKey(filter: filter, audience: audience)
    if let known = filters[key] {
      filters[key]?.users += 1
      return known.shared
    }
    let shared = SharedFilter(filter: filter, numbers: numbers(audience))
    filters[key] = (shared, 1)
    viewIndex.insert(shared.matches, for: filter)
    return shared
  }

  private mutating func release(_ shared: SharedFilter) {
    let key = FilterKey(filter: shared.filter, audience: shared.audience)
    filters[key]?.users -= 1
    guard filters[key]?.users == 0 else { return }
    filters[key] = nil
    viewIndex.remove(shared.matches, for: shared.filter)
  }
}
