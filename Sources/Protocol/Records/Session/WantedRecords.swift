// What all subscriptions need together, beside what is always kept.

package import Protocol

/// The record types and the detail that all subscriptions need together.
package final class WantedRecords {
  private var types: RecordTypes = []
  private var includesDetail = false

  /// Adds a subscription's filter.
  package func add(_ filter: Filter) {
    types.formUnion(filter.types)
    // All subscribers read the same line, so if one asks for details, all receive them.
    if filter.detail { includesDetail = true }
  }

  /// Removes all filters.
  package func removeAll() {
    types = []
    includesDetail = false
  }

  /// Makes a session report them, and what is always kept: who asks why has seen what happened.
  package func listen(in session: Session) {
    session.listen(to: types, withDetail: includesDetail, keepingReasons: true)
  }
}
