// How a panel is mounted: turned, mirrored.

/// The clockwise rotation of a panel against the picture.
package enum Rotation: Int, Sendable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270
}

/// Along which axes a panel is mirrored, seen before it is rotated.
package struct Mirror: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Left and right change places.
  package static let horizontal = Mirror(rawValue: 1)
  /// Top and bottom change places.
  package static let vertical = Mirror(rawValue: 2)
}
