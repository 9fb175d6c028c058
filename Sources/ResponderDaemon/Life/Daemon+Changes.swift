// Updates after a change of the tree, of rights, of devices or of subscriptions, in one place.
//
//     configuration ──► bounds · screens · activity ──┬──► devices ──► their sources
//     audiences of the tree ──────────────────────────┴──► grants ──► subscriptions ──► outbox

import Blueprint
import Permissions
import ResponderKit
import Wire

/// Changes after which updates are due.
struct Changes: OptionSet {
  let rawValue: UInt8

  /// Another configuration applies.
  static let configuration = Changes(rawValue: 1 << 0)
  /// Device settings have changed.
  static let devices = Changes(rawValue: 1 << 1)
  /// Subscriptions or client names have changed.
  static let listeners = Changes(rawValue: 1 << 2)
  /// A client has subscribed, and no other subscription has changed.
  static let newListeners = Changes(rawValue: 1 << 3)
}

/// The record types and the detail that all subscriptions need together.
struct WantedRecords {
  private(set) var types: RecordTypes = []
  private(set) var includesDetail = false

  /// Adds a subscription's filter.
  mutating func add(_ filter: Filter) {
    types.formUnion(filter.types)
    // All subscribers read the same line, so if one asks for details, all receive them.
    if filter.detail { includesDetail = true }
  }
}

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
    let isNew = changes.remove(.configuration) != nil
    if isNew { followConfiguration() }
    if changes.remove(.devices) != nil { applyDeviceRules(isNew: isNew) }
    if isNew { followActivity() }
    if followAudiences() || isNew { renewGrants() }
    let hasMore = changes.remove(.newListeners) != nil
    if changes.remove(.listeners) != nil {
      followListeners()
    } else if hasMore {
      listen()
    }
  }

  private func followConfiguration() {
    let limits = configuration.settings.limits
    server.use(limits.client, limits.server)
    followedAudiences = nil
    let places = configuration.settings.places
    if configuration.tree.limitAudiences(to: places) {
      // Records of the past have the places of the past.
      history.removeAll()
      server.service.longAnswer?.markStale()
    }
    if !places.isEmpty { encoder.hidesAny = true }
    configuration.application.canBeAsked = { [unowned self] in canAsk($0) }
    for known in devices { known.device.screen = screen(like: known.device.screen) }
    changes.insert(.devices)
  }

  private func screen(like old: Screen?) -> Screen? {
    guard let old else { return nil }
    return configuration.tree.screen(old.id) ?? configuration.tree.screens.first
  }

  /// Whether the tree's audiences have changed since the last call.
  private func followAudiences() -> Bool {
    let audiences = configuration.tree.audiences
    guard audiences.changes != followedAudiences else { return false }
    followedAudiences = audiences.changes
    // Once there was an audience, frame numbers stay hidden, even if its view was removed.
    if !audiences.used.isEmpty { encoder.hidesAny = true }
    return true
  }

  /// Makes the engine and the sources report what subscriptions need, and nothing else.
  private func followListeners() {
    wantedRecords = WantedRecords()
    var readers = 0
    for connection in server.connections where connection.isOpen {
      if !connection.subscriptions.isEmpty { readers += 1 }
      for paced in connection.subscriptions.all { wantedRecords.add(paced.matcher.filter) }
    }
    server.service.use(readers: readers)
    listen()
    // Recognizers continue that wait for an answer of a client that no longer subscribes.
    session.giveUpUnanswerableQuestions(at: now)
  }

  private func listen() {
    session.listen(to: wantedRecords.types, withDetail: wantedRecords.includesDetail)
  }
}
