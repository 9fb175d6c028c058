// The position of a view among its siblings, and the members that name it.

/// The position of a view among its siblings.
package enum EditPosition: Hashable, Sendable {
  /// In front of all siblings.
  case front
  /// At this index, counted from the back.
  case index(Int)
  /// Directly behind this sibling.
  case below(String)
  /// Directly in front of this sibling.
  case above(String)

  /// The members that can name a position.
  static let members = ["index", "below", "above"]
}

extension Fields {
  /// The position that the members name; in front of all siblings if none does.
  func position() throws(ProtocolError) -> EditPosition {
    let given = EditPosition.members.filter { self[$0] != nil }
    guard given.count <= 1 else {
      throw .init(
        .badRequest,
        "\(path): expected one of index, below and above, "
          + "found \(given.joined(separator: " and "))", path: path(given[1]))
    }
    if let index = try wholeIfAny("index") {
      guard index >= 0 else {
        throw .init(
          .badRequest, "\(path("index")): expected a whole number from 0, found \(index)",
          path: path("index"))
      }
      return .index(index)
    }
    if let sibling = try textIfAny("below") { return .below(sibling) }
    if let sibling = try textIfAny("above") { return .above(sibling) }
    return .front
  }
}
