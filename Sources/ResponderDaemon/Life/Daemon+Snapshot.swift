// The snapshot that a subscriber reads first.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// The screens, which all clients may know.
  var screens: [Screen] { configuration.tree.screens }

  /// Writes a snapshot of the current state, after the latest record, around the written windows.
  func sendSnapshot(
    for paced: PacedSubscription, around windows: WrittenWindows, to connection: Connection
  ) {
    encoder.snapshot(
      around: windows, of: configuration.application, screens: configuration.tree.screens,
      devices: sources.devices.map(\.device),
      idleSince: activity.idleSince(seenBy: paced.matcher.audience),
      subscription: paced.id, seq: connection.numbers.latest(in: encoder))
    connection.send(written: windows.writer)
  }

  /// Writes the windows as a client sees them, and calls `then` at the time that they describe.
  func writeWindows(for connection: Connection, then: @escaping (WrittenWindows) -> Void) {
    var windows: WrittenWindows?
    writeInSlices(
      for: connection,
      { [unowned self] writer in
        // The audiences of the client may have changed meanwhile.
        windows = VisibleTree(configuration.tree, for: connection.grant.audience)
          .asking { WrittenWindows(of: $0, for: $1, to: writer) }
      }, then: { _ in if let windows { then(windows) } })
  }
}
