// The rights of one peer under the current configuration.

import Protocol

/// The rights of one peer.
struct Grant: Hashable {
  /// The rights.
  var rights: Set<Right> = []
  /// The views in and below which the peer may edit; nil if it may edit everywhere.
  var under: [String]?

  /// Every right, everywhere.
  static let all = Grant(rights: Set(Right.allCases))

  /// Adds the rights of a rule.
  mutating func add(_ more: Set<Right>, under views: [String]?) {
    if more.contains(.edit) { under = adding(views) }
    rights = rights.isEmpty ? more : rights.union(more)
  }

  // What holds everywhere already is not limited by a further rule.
  private func adding(_ views: [String]?) -> [String]? {
    guard let views, let known = under ?? (rights.contains(.edit) ? nil : []) else { return nil }
    return known + views.filter { !known.contains($0) }
  }
}
