// Updates after a change of the tree, of rights, of devices or of subscriptions, in one place.
//
//     configuration ──► bounds · screens · activity ──┬──► devices ──► their sources
//     audiences of the tree ──────────────────────────┴──► grants ──► subscriptions ──► outbox

import Blueprint
import Permissions
import ResponderKit
import Wire

extension Daemon {
  /// Performs edits that count as one for clients.
  func performBatch(_ edits: () -> Void) {
    perform { encoder.performBatch(in: configuration.application, at: now, edits) }
  }

  /// Makes all updates for the changes since the last call.
  ///
  /// It costs almost nothing if nothing has changed. Every turn ends with it, so that several
  /// changes in a turn cause one update.
  func afterChange() {
    let isNew = changes.remove(.configuration)
    if isNew { followConfiguration() }
    if changes.remove(.devices) { sources.applyRules(isNew: isNew) }
    if isNew {
      let patience = configuration.settings.activity.idleAfter
      activity.use(idleAfter: patience, for: server.connections)
    }
    if followAudiences() || isNew { renewGrants() }
    let hasMore = changes.remove(.newListeners)
    if changes.remove(.listeners) {
      followListeners()
    } else if hasMore {
      wantedRecords.listen(in: session)
    }
  }

  private func followConfiguration() {
    let limits = configuration.settings.limits
    server.use(limits.client, limits.server)
    changes.forgetAudiences()
    let places = configuration.settings.places
    if configuration.tree.limitAudiences(to: places) {
      // Records of the past have the places of the past.
      history.removeAll()
    }
    if !places.isEmpty { encoder.hide() }
    configuration.application.canBeAsked = { [unowned self] in canAsk($0) }
    for known in sources.devices { known.device.screen = screen(like: known.device.screen) }
    changes.insert(.devices)
  }

  private func screen(like old: Screen?) -> Screen? {
    guard let old else { return nil }
    return configuration.tree.screen(old.id) ?? configuration.tree.screens.first
  }

  /// Whether the tree's audiences have changed since the last call.
  private func followAudiences() -> Bool {
    let audiences = configuration.tree.audiences
    guard changes.follow(audiences) else { return false }
    // Once there was an audience, frame numbers stay hidden, even if its view was removed.
    if !audiences.used.isEmpty { encoder.hide() }
    return true
  }

  /// Makes the engine and the sources report what subscriptions need, and nothing else.
  private func followListeners() {
    wantedRecords.removeAll()
    var readers = 0
    for connection in server.connections where connection.isOpen {
      if !connection.subscriptions.isEmpty { readers += 1 }
      for paced in connection.subscriptions.all { wantedRecords.add(paced.matcher.filter) }
    }
    server.service.use(readers: readers)
    wantedRecords.listen(in: session)
    // Recognizers continue that wait for an answer of a client that no longer subscribes.
    session.giveUpUnanswerableQuestions(at: now)
  }

  /// Sends a snapshot to every subscription, because no record reports changes of screens.
  func requireSnapshots() {
    sendRecords()
    for connection in server.connections {
      if connection.subscriptions.requireSnapshots() { server.service.append(connection) }
    }
  }
}
