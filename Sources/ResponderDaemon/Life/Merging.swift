// A merge: it reports edits to subscribers, and removals to owners.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

/// The changes of a new configuration to the tree, and their reports.
final class Merging {
  private lazy var merge = TreeMerge(
    difference, into: daemon.configuration.tree, delegate: self)
  private let difference: TreeDifference
  private unowned let daemon: Daemon
  private var lost: [Int: Loss] = [:]

  /// Views and recognizers that a program has lost.
  private struct Loss {
    let connection: Connection
    var views: [String] = []
    var recognizers: [String] = []
    var reason = ""
  }

  /// A merge that has not begun.
  init(_ difference: TreeDifference, of daemon: Daemon) {
    self.difference = difference
    self.daemon = daemon
  }

  /// Changes the tree, and sends programs what they have lost.
  func run() {
    merge.begin()
    daemon.perform { merge.run() }
    for (_, loss) in lost.sorted(by: { $0.key < $1.key }) {
      loss.connection.send {
        $0.removed(views: loss.views, recognizers: loss.recognizers, loss.reason)
      }
    }
    daemon.configurations.use(missing: merge.missing)
    for problem in merge.problems {
      daemon.log.write(
        .warning, .config, "what programs have set contradicts the file: \(problem)")
    }
    if difference.hasOtherScreens { daemon.requireSnapshots() }
  }

  private func addLoss(
    _ connection: Connection, _ views: [View], _ recognizers: [GestureRecognizer],
    _ name: String
  ) {
    guard !views.isEmpty || !recognizers.isEmpty else { return }
    var loss = lost[connection.number] ?? Loss(connection: connection)
    loss.views += views.map(\.id)
    loss.recognizers += recognizers.map(\.id)
    loss.reason =
      merge.describes(name)
      ? "the configuration now defines \"\(name)\" itself"
      : "the configuration no longer has \"\(name)\""
    lost[connection.number] = loss
  }

  private var owners: [Connection] {
    daemon.server.connections.filter { !$0.ownership.isEmpty }
  }
}

extension Merging: TreeMergeDelegate {
  func willRemove(_ views: [View], because name: String) {
    for owner in owners {
      let own = owner.ownership.inside(views)
      addLoss(owner, own.views, own.recognizers, name)
    }
  }

  func willRemove(_ recognizer: GestureRecognizer, because name: String) {
    for owner in owners where owner.ownership.owns(recognizer) {
      addLoss(owner, [], [recognizer], name)
    }
  }
}
