// What one peer may do, as the configuration in force decides.

import ResponderKit
import Wire

/// The rights of one peer.
struct Grant: Hashable {
  /// What it may do.
  var rights: Set<Request.Right> = []
  /// The views in and below which it may edit; nil where the right to edit holds everywhere.
  var under: [String]?
  /// The audiences that it belongs to.
  var audience: Audience = []

  /// Every right, everywhere.
  static let all = Grant(rights: Set(Request.Right.allCases))

  /// Adds what a rule gives.
  mutating func add(_ more: Set<Request.Right>, under views: [String]?) {
    if more.contains(.edit) {
      if let views, let known = under ?? (rights.contains(.edit) ? nil : []) {
        under = known + views.filter { !known.contains($0) }
      } else {
        under = nil
      }
    }
    rights.formUnion(more)
  }
}
