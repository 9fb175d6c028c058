// The state that a newcomer reads first.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// The screens, which all clients may know of.
  var screens: [Screen] { configuration.tree.screens }

  /// Writes the present state, which is true after the latest record.
  func tellSnapshot(for paced: PacedSubscription, in writer: LineWriter) {
    encoder.snapshot(
      of: configuration.application, screens: configuration.tree.screens,
      devices: devices.map(\.device),
      idleSince: activities?.idleSince(seenBy: paced.subscription.audience),
      subscription: paced.id, for: paced.subscription.audience, to: writer)
  }
}
