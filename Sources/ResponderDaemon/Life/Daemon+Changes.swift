// What follows from a change of the tree, of grants, of devices or of listeners, in one place.
//
//     configuration ──► bounds · screens · activity ──┬──► devices ──► their sources
//     audiences of the tree ──────────────────────────┴──► grants ──► listeners ──► what the engine says

import Blueprint
import ResponderKit
import Wire

/// What has changed, of what something follows that is not renewed yet.
struct Changes: OptionSet {
  let rawValue: UInt8

  /// Another configuration is in force.
  static let configuration = Changes(rawValue: 1 << 0)
  /// Devices are to be used in another way.
  static let devices = Changes(rawValue: 1 << 1)
  /// What clients listen to, or under which names.
  static let listeners = Changes(rawValue: 1 << 2)
}

extension Daemon {
  /// Renews all that follows from what has changed since it was renewed last.
  ///
  /// It costs next to nothing when nothing has changed. A turn ends with it, so changes that come
  /// one by one, such as those of listeners, are followed once for the turn.
  func afterChange() {
    let isNew = changes.remove(.configuration) != nil
    if isNew { followConfiguration() }
    if changes.remove(.devices) != nil { applyDeviceRules(isNew: isNew) }
    if isNew { followActivity() }
    if followAudiences() || isNew { renewGrants() }
    if changes.remove(.listeners) != nil { followListeners() }
  }

  private func followConfiguration() {
    let limits = configuration.settings.limits
    server.limits = Limits(limits)
    server.serverLimits = ServerLimits(limits)
    followedAudiences = nil
    configuration.application.hearsQuestions = { [unowned self] in isHeard($0) }
    for known in devices { known.device.screen = screen(like: known.device.screen) }
    changes.insert(.devices)
  }

  private func screen(like old: Screen?) -> Screen? {
    guard let old else { return nil }
    return configuration.tree.screen(old.id) ?? configuration.tree.screens.first
  }

  /// Follows whether the tree has other audiences than before.
  private func followAudiences() -> Bool {
    let audiences = configuration.tree.audiences
    guard audiences.changes != followedAudiences else { return false }
    followedAudiences = audiences.changes
    // What once was hidden stays so, though its view may be gone.
    if !audiences.used.isEmpty { encoder.hidesAny = true }
    return true
  }

  /// Lets the engine and the sources report what somebody listens to, and nothing else.
  private func followListeners() {
    var types: RecordTypes = []
    var includesDetail = false
    server.readers = 0
    for connection in server.connections where connection.isOpen {
      if !connection.subscriptions.isEmpty { server.readers += 1 }
      for paced in connection.subscriptions {
        let filter = paced.subscription.filter
        types.formUnion(filter.types)
        // One line serves all who read it, so the detail that one asks for comes to all.
        if filter.detail { includesDetail = true }
      }
    }
    session.listen(to: types, withDetail: includesDetail)
    // Recognizers go on that wait for somebody who does not listen any more.
    session.giveUpUnheardQuestions(at: now)
  }
}
