// The filters of all subscriptions: equal ones are one, and the views of a record are looked up once
// for all of them.

import ResponderKit
import Wire

/// The filters of all subscriptions.
struct SharedFilters {
  // Each with the number of its subscriptions.
  private var filters: [Filter: (shared: SharedFilter, users: Int)] = [:]
  private var byView: [String: ContiguousArray<SharedFilter>] = [:]
  private var withViews: ContiguousArray<SharedFilter> = []

  /// The filter for one more subscription.
  mutating func begin(_ filter: Filter) -> SharedFilter {
    let plain = SharedFilter.shared(filter)
    if let known = filters[plain]?.shared {
      filters[plain]?.users += 1
      return known
    }
    let fresh = SharedFilter(plain)
    filters[plain] = (fresh, 1)
    if !plain.views.isEmpty { withViews.append(fresh) }
    for view in Set(plain.views) { byView[view, default: []].append(fresh) }
    return fresh
  }

  /// Releases a filter when a subscription has ended.
  mutating func end(_ shared: SharedFilter) {
    let plain = shared.filter
    filters[plain]?.users -= 1
    guard filters[plain]?.users == 0 else { return }
    filters[plain] = nil
    withViews.removeAll { $0 === shared }
    for view in Set(plain.views) {
      byView[view]?.removeAll { $0 === shared }
      if byView[view]?.isEmpty == true { byView[view] = nil }
    }
  }

  /// Finds for every record of a turn the filters whose views it is in or below. A record without a
  /// view passes all of them.
  func match(_ encoder: RecordEncoder) {
    guard !withViews.isEmpty else { return }
    for shared in withViews { shared.removeCandidates() }
    for index in encoder.records.indices {
      let isAboutView = encoder.records[index].forEachView { view in
        for shared in byView[view] ?? [] { shared.insert(candidate: index) }
      }
      if !isAboutView { for shared in withViews { shared.insert(candidate: index) } }
    }
  }
}
