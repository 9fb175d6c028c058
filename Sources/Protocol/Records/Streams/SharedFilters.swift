// The filters of all subscriptions: equal ones are one, and the views of a record are looked up once
// for all of them.

import Protocol
import ResponderKit

/// The filters of all subscriptions to a stream.
package final class SharedFilters {
  // Each with the number of its subscriptions.
  private var filters: [Filter: (shared: SharedFilter, users: Int)] = [:]
  private var withoutViews: ContiguousArray<SharedFilter> = []
  private var withViews: ContiguousArray<SharedFilter> = []
  private var byView: [String: ContiguousArray<SharedFilter>] = [:]

  /// The filter for one more subscription.
  func begin(_ filter: Filter) -> SharedFilter {
    let plain = SharedFilter.shared(filter)
    if let known = filters[plain]?.shared {
      filters[plain]?.users += 1
      return known
    }
    let fresh = SharedFilter(plain)
    filters[plain] = (fresh, 1)
    if plain.views.isEmpty { withoutViews.append(fresh) } else { withViews.append(fresh) }
    for view in Set(plain.views) { byView[view, default: []].append(fresh) }
    return fresh
  }

  /// Releases a filter when a subscription has ended.
  func end(_ shared: SharedFilter) {
    let plain = shared.filter
    filters[plain]?.users -= 1
    guard filters[plain]?.users == 0 else { return }
    filters[plain] = nil
    withoutViews.removeAll { $0 === shared }
    withViews.removeAll { $0 === shared }
    for view in Set(plain.views) {
      byView[view]?.removeAll { $0 === shared }
      if byView[view]?.isEmpty == true { byView[view] = nil }
    }
  }

  /// Has every filter choose from the latest turn of the stream.
  func match(_ stream: RecordStream) {
    for index in stream.turn.moves..<stream.moves.end {
      forEach(about: stream.moves[index].record) {
        $0.consider(move: index, stream.moves[index].record)
      }
    }
    for index in stream.turn.others..<stream.others.end {
      forEach(about: stream.others[index].record) {
        $0.consider(other: index, stream.others[index].record)
      }
    }
    for shared in withoutViews { shared.follow(stream) }
    for shared in withViews { shared.follow(stream) }
  }

  /// The stream drops a move; `isLatest` if nothing has happened to the same thing since.
  func drop(move index: Int, _ record: borrowing EncodedRecord, isLatest: Bool) {
    for shared in withoutViews { shared.drop(move: index, record, isLatest: isLatest) }
    for shared in withViews { shared.drop(move: index, record, isLatest: isLatest) }
  }

  /// The stream drops another record.
  func drop(other index: Int) {
    for shared in withoutViews { shared.drop(other: index) }
    for shared in withViews { shared.drop(other: index) }
  }

  // The filters without views, and those whose views the record is in or below. A record without a
  // view passes all of them.
  private func forEach(
    about record: borrowing EncodedRecord, _ body: (SharedFilter) -> Void
  ) {
    for shared in withoutViews { body(shared) }
    guard !withViews.isEmpty else { return }
    let isAboutView = record.forEachView { view in
      for shared in byView[view] ?? [] { body(shared) }
    }
    if !isAboutView { for shared in withViews { body(shared) } }
  }
}
