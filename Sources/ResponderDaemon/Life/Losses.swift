// What programs lose when the tree becomes what a new configuration wants.

import Blueprint
import ResponderKit
import Wire

/// The views and recognizers of programs that a new configuration removes, with the reason.
final class Losses {
  private struct Loss {
    let connection: Connection
    var views: [String] = []
    var recognizers: [String] = []
    var name = ""
  }

  private let owners: [Connection]
  private var lost: [Int: Loss] = [:]

  init(of connections: some Sequence<Connection>) {
    owners = connections.filter { !$0.ownership.isEmpty }
  }

  /// Sends each program what it has lost.
  func tell(isDescribed: (String) -> Bool) {
    for (_, loss) in lost.sorted(by: { $0.key < $1.key }) {
      let reason =
        isDescribed(loss.name)
        ? "the configuration now defines \"\(loss.name)\" itself"
        : "the configuration no longer has \"\(loss.name)\""
      loss.connection.send { $0.removed(views: loss.views, recognizers: loss.recognizers, reason) }
    }
  }

  private func add(
    _ connection: Connection, _ views: [View], _ recognizers: [GestureRecognizer], _ name: String
  ) {
    guard !views.isEmpty || !recognizers.isEmpty else { return }
    var loss = lost[connection.number] ?? Loss(connection: connection)
    loss.views += views.map(\.id)
    loss.recognizers += recognizers.map(\.id)
    loss.name = name
    lost[connection.number] = loss
  }
}

extension Losses: TreeUpdateDelegate {
  func willRemove(_ views: [View], because name: String) {
    for owner in owners {
      let own = owner.ownership.inside(views)
      add(owner, own.views, own.recognizers, name)
    }
  }

  func willRemove(_ recognizer: GestureRecognizer, because name: String) {
    for owner in owners where owner.ownership.owns(recognizer) {
      add(owner, [], [recognizer], name)
    }
  }
}
