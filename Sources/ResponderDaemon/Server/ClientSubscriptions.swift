// The subscriptions of one client, and what they need.

import Wire

/// The subscriptions of a client, in the order in which it made them.
final class ClientSubscriptions {
  /// All of them.
  private(set) var all: ContiguousArray<Subscription> = []
  // Those that need a new snapshot.
  private var due: ContiguousArray<Subscription> = []
  private var lastNumber = 0

  /// Whether there is none.
  var isEmpty: Bool { all.isEmpty }

  /// Whether this is one of them.
  func contains(_ subscription: Subscription) -> Bool { all.contains { $0 === subscription } }

  /// The number of a new subscription.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a subscription.
  func append(_ subscription: Subscription) { all.append(subscription) }

  /// Removes the subscription with a number, and returns it.
  func remove(_ number: Int) -> Subscription? {
    all.firstIndex { $0.id == number }.map { all.remove(at: $0) }
  }

  // MARK: Snapshots

  /// Requires a new snapshot for each subscription; returns whether there is one.
  func requireSnapshots() -> Bool {
    due = all
    return !due.isEmpty
  }

  /// Removes and returns the next subscription that needs a snapshot; nil if none does.
  func nextSnapshot() -> Subscription? { due.isEmpty ? nil : due.removeFirst() }

  // MARK: Rates

  /// The time at which the next record that a rate holds back is due; nil for none.
  var nextHeld: Int64? { all.lazy.compactMap(\.pace?.deadline).min() }
}
