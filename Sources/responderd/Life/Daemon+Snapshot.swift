// The snapshot that a subscriber reads first.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  /// Writes a snapshot of the current state, after the latest record.
  func writeSnapshot(for subscription: Subscription, to writer: LineWriter) {
    guard let scene = scenes.scene(of: subscription.stream) else { return }
    scene.session.encoder.snapshot(
      of: scene.tree.application, screens: configuration.tree.screens,
      devices: sources.devices.map(\.device), idleSince: activity.idleSince,
      subscription: subscription.id, to: writer)
  }
}
