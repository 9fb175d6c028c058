// The snapshot that a subscriber reads first.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// The screens, which all clients may know.
  var screens: [Screen] { configuration.tree.screens }

  /// Writes a snapshot of the current state, after the latest record.
  func writeSnapshot(
    for paced: PacedSubscription, of connection: Connection, to writer: LineWriter
  ) {
    encoder.snapshot(
      of: configuration.application, screens: screens, devices: sources.devices.map(\.device),
      idleSince: activity.idleSince(seenBy: paced.matcher.audience), subscription: paced.id,
      seq: connection.numbers.latest(in: encoder), for: connection.grant.audience, to: writer)
  }
}
