// What has changed, of which updates are due.

import Blueprint

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

/// The changes since the last updates.
final class PendingChanges {
  // A daemon starts with a configuration that nothing follows yet.
  private var changes: Changes = .configuration
  // The number of changes of the tree's audiences that updates followed.
  private var followedAudiences: Int?

  /// Adds changes.
  func insert(_ more: Changes) { changes.insert(more) }

  /// Removes one of them; returns whether it was there.
  func remove(_ change: Changes) -> Bool { changes.remove(change) != nil }

  /// Whether the audiences of the tree have changed since the last call.
  func follow(_ audiences: AudienceTable) -> Bool {
    guard audiences.changes != followedAudiences else { return false }
    followedAudiences = audiences.changes
    return true
  }

  /// Treats the audiences as changed.
  func forgetAudiences() { followedAudiences = nil }
}
