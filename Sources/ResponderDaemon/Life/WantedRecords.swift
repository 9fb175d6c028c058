// What all subscriptions need together.

import ResponderKit
import Wire

/// The record types and the detail that all subscriptions need together.
final class WantedRecords {
  private var types: RecordTypes = []
  private var includesDetail = false

  /// Adds a subscription's filter.
  func add(_ filter: Filter) {
    types.formUnion(filter.types)
    // All subscribers read the same line, so if one asks for details, all receive them.
    if filter.detail { includesDetail = true }
  }

  /// Removes all filters.
  func removeAll() {
    types = []
    includesDetail = false
  }

  /// Makes a session report them, and nothing else.
  func listen(in session: Session) { session.listen(to: types, withDetail: includesDetail) }
}
