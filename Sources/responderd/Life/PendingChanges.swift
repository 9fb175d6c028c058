// What has changed, of which updates are due.

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

  /// Adds changes.
  func insert(_ more: Changes) { changes.insert(more) }

  /// Removes one of them; returns whether it was there.
  func remove(_ change: Changes) -> Bool { changes.remove(change) != nil }
}
