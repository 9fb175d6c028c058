// The subscriptions of one client, and what they need.

import Wire

/// The subscriptions of a client, in the order in which it made them.
final class ClientSubscriptions {
  /// All of them.
  private(set) var all: ContiguousArray<PacedSubscription> = [] { didSet { updateOutput() } }
  // Those that need a new snapshot.
  private var due: ContiguousArray<PacedSubscription> = []
  private var lastNumber = 0
  private let output: ConnectionOutput

  /// No subscriptions to be sent over this output.
  init(of output: ConnectionOutput) { self.output = output }

  /// Whether there is none.
  var isEmpty: Bool { all.isEmpty }

  /// Whether this is one of them.
  func contains(_ paced: PacedSubscription) -> Bool { all.contains { $0 === paced } }

  /// The number of a new subscription.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a subscription.
  func append(_ paced: PacedSubscription) { all.append(paced) }

  /// Removes the subscription with a number, and returns it.
  func remove(_ number: Int) -> PacedSubscription? {
    all.firstIndex { $0.id == number }.map { all.remove(at: $0) }
  }

  /// Updates what follows from the filters, which have changed.
  func updateOutput() { output.use(all.count == 1 ? all[0].sharedFilter : nil) }

  // MARK: Snapshots

  /// Requires a new snapshot for each subscription; returns whether there is one.
  func requireSnapshots() -> Bool {
    due = all
    return !due.isEmpty
  }

  /// Whether a snapshot is due.
  var needsSnapshot: Bool { !due.isEmpty }

  /// Removes and returns the next subscription that needs a snapshot.
  func nextSnapshot() -> PacedSubscription { due.removeFirst() }

  // MARK: Rates

  /// The time at which the next record that a rate holds back is due; nil for none.
  var nextHeld: Int64? { all.lazy.compactMap(\.pace?.deadline).min() }
}
