// What the engine is asked to say, and the state that a newcomer reads first.

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

  /// Finds out before the end of the turn what clients listen to; many changes of one turn cost as
  /// much as one.
  func updateWants() { areListenersStale = true }

  /// Lets the engine and the sources report what somebody listens to, and nothing else.
  func followListeners() {
    guard areListenersStale else { return }
    areListenersStale = false
    var types: RecordTypes = []
    encoder.includesDetail = false
    server.readers = 0
    for connection in server.connections where connection.isOpen {
      if !connection.subscriptions.isEmpty { server.readers += 1 }
      for paced in connection.subscriptions {
        let filter = paced.subscription.filter
        types.formUnion(filter.types)
        // One line serves all who read it, so the detail that one asks for comes to all.
        if filter.detail { encoder.includesDetail = true }
      }
    }
    wantsRaw = types.contains(RecordTypes(.raw))
    configuration.application.outbox.wants = encoder.categories(for: types)
    giveUpUnheardQuestions()
  }

  /// Lets recognizers go on that wait for somebody who does not listen any more.
  func giveUpUnheardQuestions() {
    configuration.application.giveUpUnheardQuestions(at: now)
    encodeOutbox()
  }
}
