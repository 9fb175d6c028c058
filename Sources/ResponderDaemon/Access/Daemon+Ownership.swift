// Room for what programs add, and the end of what they own.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  // What is added costs the daemon memory that no queue bounds.
  func requireRoom(
    for plan: EditPlan, of connection: Connection
  ) throws(ProtocolError) {
    guard !plan.added.isEmpty || !plan.addedRecognizers.isEmpty else { return }
    let limits = connection.limits
    if configuration.tree.nameCount > limits.views {
      // Nobody can count what is hidden by filling the tree until it is refused.
      let count = configuration.tree.nameCount - visibleTree(for: connection).hiddenNameCount
      if count > limits.views {
        throw ProtocolError(
          .limit,
          "there may be \(limits.views) views, controllers and recognizers in all, this makes "
            + "\(count); remove some")
      }
    }
    // Whoever may edit only what it owns owns all that it adds.
    let added = plan.scope.isEverywhere ? plan.owned : plan.added
    var count = connection.ownership.count + plan.ownedRecognizers.count
    for view in added { view.forEachInSubtree { _ in count += 1 } }
    if count > limits.ownedViews {
      throw ProtocolError(
        .limit,
        "a connection may own \(limits.ownedViews) views and recognizers, this makes \(count); "
          + "remove some")
    }
  }

  // A flat list of ten thousand views goes in slices, so that it does not hold the fingers up.
  private static let withdrawnAtOnce = 256

  /// Takes away the views of a peer that is gone, as a window goes with its program; returns whether
  /// none is left.
  func withdrawViews(of connection: Connection) -> Bool {
    let (views, recognizers) = connection.ownership.takeLast(Daemon.withdrawnAtOnce)
    if !views.isEmpty || !recognizers.isEmpty {
      let tree = VisibleTree(configuration.tree, for: .all)
      perform {
        for recognizer in recognizers {
          let view = recognizer.view
          tree.takeAway(recognizer)
          if let view { encoder.changed(view, at: now) }
        }
        // One may have been put into another since.
        for view in views where configuration.tree.holds(view) {
          tree.takeAway(view) { encoder.removed($0, at: now) }
        }
        tree.endPlan()
      }
    }
    return connection.ownership.isEmpty
  }
}
