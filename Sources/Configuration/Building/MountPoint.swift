// Views under which programs may put views of their own.

package import ConfigurationText

/// The programs that may add views of their own to a view, without the right to edit.
package enum MountPoint: Hashable, Sendable {
  case everybody
  case programs([PeerSettings])

  /// Reads `true`, `false`, or a list of programs; nil for an error, and a nil inside for `false`.
  static func read(_ node: Node, _ reader: Reader) -> MountPoint?? {
    if node.scalar != nil {
      guard let isOpen = node.scalar?.bool else {
        reader.expected("true, false, or a list such as [{ group: kiosk }]", at: node)
        return nil
      }
      return .some(isOpen ? .everybody : nil)
    }
    return PeerSettings.list(node, reader).map { .programs($0) }
  }

  /// The programs that it names.
  package var programs: [PeerSettings] {
    switch self {
    case .everybody: []
    case .programs(let programs): programs
    }
  }
}

/// The mount points of a tree, by the ids of their views.
struct MountPoints {
  /// The number of programs in all mount points.
  static let mostPrograms = 4096

  private(set) var all: [String: MountPoint] = [:]
  /// The number of programs in these mount points.
  private(set) var programs = 0

  subscript(id: String) -> MountPoint? {
    get { all[id] }
    set {
      programs += (newValue?.programs.count ?? 0) - (all[id]?.programs.count ?? 0)
      all[id] = newValue
    }
  }
}
