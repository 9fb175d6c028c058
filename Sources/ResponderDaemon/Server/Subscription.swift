// What one peer wants to read.

import Wire

/// One subscription of a connection.
final class Subscription {
  /// Its number, unique in its connection.
  let id: Int
  /// What it wants.
  let filter: Filter

  init(id: Int, filter: Filter) {
    self.id = id
    self.filter = filter
  }
}
