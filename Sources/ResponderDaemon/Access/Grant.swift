// The rights of one peer under the current configuration.

import Permissions
import ResponderKit
import Wire

/// The rights of one peer.
struct Grant: Hashable {
  /// The rights.
  var rights: Set<Right> = []
  /// The views in and below which the peer may edit; nil if it may edit everywhere.
  var under: [String]?
  /// The views in and below which the peer may subscribe; nil if it may subscribe everywhere.
  var places: [String]?
  /// The audiences to which the peer belongs.
  var audience: Audience = []

  /// Every right, everywhere.
  static let all = Grant(rights: Set(Right.allCases))

  /// Adds the rights of a rule.
  mutating func add(_ more: Set<Right>, under views: [String]?) {
    if more.contains(.edit) { under = adding(views, to: under, of: .edit) }
    if more.contains(.subscribe) { places = adding(views, to: places, of: .subscribe) }
    rights = rights.isEmpty ? more : rights.union(more)
  }

  // What holds everywhere already is not limited by a further rule.
  private func adding(
    _ views: [String]?, to known: [String]?, of right: Right
  ) -> [String]? {
    guard let views, let known = known ?? (rights.contains(right) ? nil : []) else { return nil }
    return known + views.filter { !known.contains($0) }
  }
}
