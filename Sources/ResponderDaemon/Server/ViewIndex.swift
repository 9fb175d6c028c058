// An index from views to subscriptions, so that each record is matched once for all of them.

import ResponderKit
import Wire

/// The records of the current turn that are in and below the views of one filter, by index.
final class ViewMatches {
  fileprivate var turn = -1
  /// Their positions, in their order.
  private(set) var positions: ContiguousArray<Int> = []
  private var cursor = 0

  fileprivate func insert(_ index: Int, turn: Int) {
    if self.turn != turn {
      self.turn = turn
      positions.removeAll(keepingCapacity: true)
      cursor = 0
    }
    if positions.last != index { positions.append(index) }
  }

  /// Whether a record is one of them. Call it in the order of the records.
  func contains(_ index: Int) -> Bool {
    while cursor < positions.count, positions[cursor] < index { cursor += 1 }
    return cursor < positions.count && positions[cursor] == index
  }

  fileprivate func clear(before turn: Int) {
    guard self.turn != turn else { return }
    positions.removeAll(keepingCapacity: true)
    cursor = 0
  }
}

/// The views in filters.
struct ViewIndex {
  private var byView: [String: [ObjectIdentifier: ViewMatches]] = [:]
  private var all: [ObjectIdentifier: ViewMatches] = [:]

  /// Adds the views of a filter.
  mutating func insert(_ matches: ViewMatches, for filter: Filter) {
    guard !filter.views.isEmpty else { return }
    all[ObjectIdentifier(matches)] = matches
    for view in filter.views { byView[view, default: [:]][ObjectIdentifier(matches)] = matches }
  }

  /// Removes the views of a filter.
  mutating func remove(_ matches: ViewMatches, for filter: Filter) {
    all[ObjectIdentifier(matches)] = nil
    for view in filter.views {
      byView[view]?[ObjectIdentifier(matches)] = nil
      if byView[view]?.isEmpty == true { byView[view] = nil }
    }
  }

  /// Finds for every record of a turn the filters that it matches. A record without a view matches
  /// all of them.
  func match(_ encoder: RecordEncoder, turn: Int) {
    guard !all.isEmpty else { return }
    for matches in all.values { matches.clear(before: turn) }
    for index in encoder.records.indices {
      let isAboutView = encoder.records[index].forEachView { view in
        guard let found = byView[view] else { return }
        for matches in found.values { matches.insert(index, turn: turn) }
      }
      guard !isAboutView else { continue }
      for matches in all.values { matches.insert(index, turn: turn) }
    }
  }
}
