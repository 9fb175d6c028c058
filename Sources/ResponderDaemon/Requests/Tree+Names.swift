// Names that peers say and the tree does not know.

import Blueprint
import LinuxKit
import Wire

extension Tree {
  /// The refusal of a name that is not in the tree.
  func unknown(_ what: String, _ name: String, path: String) -> ProtocolError {
    let hint = nearest(to: name, in: registry.ids).map { "; did you mean \"\($0)\"?" } ?? ""
    return ProtocolError(
      .notFound, "\(path): no \(what) is named \"\(name)\"\(hint)", path: path)
  }
}
