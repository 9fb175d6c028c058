// Views under which programs may put views of their own.

import YAML

/// Who may add views of their own under a view, without the right to edit.
package enum MountPoint: Hashable, Sendable {
  case everybody
  case programs([PeerSettings])

  /// Reads `true`, `false`, or a list of programs; a mistake is nil as well as `false`.
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
}
