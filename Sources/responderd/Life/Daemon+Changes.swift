// Updates after a change of the tree, of rights, of devices or of subscriptions, in one place.
//
//     configuration ──► bounds · screens · activity ──┬──► devices ──► their sources
//                                                     └──► grants ──► subscriptions ──► outbox

import Configuration
import Protocol
import Records
import ResponderKit

extension Daemon {
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
      activity.use(idleAfter: patience)
      renewGrants()
    }
    let hasMore = changes.remove(.newListeners)
    if changes.remove(.listeners) {
      followListeners()
    } else if hasMore {
      for scene in scenes.all { scene.session.wanted.listen(in: scene.session) }
    }
  }

  private func followConfiguration() {
    answerEngine(of: scenes.shared)
    for known in sources.devices { known.device.screen = screen(like: known.device.screen) }
    changes.insert(.devices)
  }

  /// Answers what the engine of a scene asks.
  func answerEngine(of scene: Scene) {
    scene.session.application.canBeAsked = { [unowned self, unowned scene] recognizer in
      canAsk(recognizer, in: scene)
    }
    scene.session.popPage = { [unowned self, unowned scene] in popPage($0, in: scene) }
  }

  private func screen(like old: Screen?) -> Screen? {
    guard let old else { return nil }
    return configuration.tree.screen(old.id) ?? configuration.tree.screens.first
  }

  /// Makes the engine and the sources report what subscriptions need, and nothing else.
  private func followListeners() {
    for scene in scenes.all { scene.session.wanted.removeAll() }
    for connection in server.connections where connection.isOpen {
      for subscription in connection.subscriptions.all {
        scenes.scene(of: subscription.stream)?.session.wanted.add(subscription.filter)
      }
    }
    for scene in scenes.all {
      scene.session.wanted.listen(in: scene.session)
      // Recognizers continue that wait for an answer of a client that no longer subscribes.
      scene.session.giveUpUnanswerableQuestions(at: now)
    }
  }

  /// Sends a snapshot to subscriptions, because records do not report all of a change.
  func requireSnapshots(of isConcerned: (Subscription) -> Bool = { _ in true }) {
    sendRecords()
    for connection in server.connections {
      if connection.subscriptions.requireSnapshots(where: isConcerned) {
        server.service.append(connection)
      }
    }
  }
}
