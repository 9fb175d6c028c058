// The rights of one peer under the current configuration.

import ResponderKit
import Wire

/// The rights of one peer.
struct Grant: Hashable {
  /// The rights.
  var rights: Set<Request.Right> = []
  /// The views in and below which the peer may edit; nil if it may edit everywhere.
  var under: [String]?
  /// The audiences to which the peer belongs.
  var audience: Audience = []

  /// Every right, everywhere.
  static let all = Grant(rights: Set(Request.Right.allCases))

  /// Adds the rights of a rule.
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
