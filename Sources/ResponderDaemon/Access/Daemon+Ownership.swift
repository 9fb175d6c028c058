// Limits for views that programs add, and the removal of views that they own.

import Blueprint
import LinuxKit
import Permissions
import ResponderKit
import Wire

extension Daemon {
  // Added views use memory of the daemon that no queue limits.
  func requireRoom(
    for plan: EditPlan, of connection: Connection
  ) throws(ProtocolError) {
    let objects = plan.objects
    guard !objects.added.isEmpty || !objects.addedRecognizers.isEmpty else { return }
    let limits = connection.limits
    if configuration.tree.nameCount > limits.views {
      throw ProtocolError(
        .limit,
        "there may be \(limits.views) views, controllers and recognizers in all, this makes "
          + "\(configuration.tree.nameCount); remove some")
    }
    // A client that may edit only its own views becomes the owner of every view it adds.
    let added = plan.scope.isEverywhere ? objects.owned : objects.added
    var count = connection.ownership.count + objects.ownedRecognizers.count
    for view in added { view.forEachInSubtree { _ in count += 1 } }
    if count > limits.ownedViews {
      throw ProtocolError(
        .limit,
        "a connection may own \(limits.ownedViews) views and recognizers, this makes \(count); "
          + "remove some")
    }
  }

  // A flat list of ten thousand views is removed in slices, so that touches are not delayed.
  private static let withdrawnAtOnce = 256

  /// Removes the views of a client that has disconnected, as a window closes with its program;
  /// returns whether none is left.
  func withdrawViews(of connection: Connection) -> Bool {
    let (views, recognizers) = connection.ownership.removeLast(Daemon.withdrawnAtOnce)
    if !views.isEmpty || !recognizers.isEmpty {
      let tree = VisibleTree(configuration.tree)
      perform {
        for recognizer in recognizers { tree.remove(recognizer) }
        // A view may have been moved into another one since.
        for view in views where configuration.tree.holds(view) { tree.remove(view) }
        tree.endPlan()
      }
    }
    return connection.ownership.isEmpty
  }
}
