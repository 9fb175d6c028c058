// The part of the tree that one client may edit, and its description in messages.

import Blueprint

/// The views that a client may change, and those to which it may add views of its own.
struct EditScope {
  /// Whether the client may edit everywhere.
  var isEverywhere = false
  /// The views in and below which the client may edit.
  var under: [String] = []
  /// Whether a mount point is open to the client.
  var opens: (MountPoint) -> Bool = { _ in false }
  /// The views that the client owns.
  var ownership = Ownership()
  /// Whether a view of this name is one that the client has put.
  var hasPut: (String) -> Bool = { _ in false }

  /// Whether the client may add views of its own to a view.
  func isMountPoint(_ view: ViewHandle, of tree: VisibleTree) -> Bool {
    tree.mountPoint(of: view).map(opens) ?? false
  }

  /// Whether the client may edit nothing.
  func isEmpty(in tree: VisibleTree) -> Bool {
    !isEverywhere && under.isEmpty && ownership.isEmpty
      && !tree.mountPoints.contains { opens($0.point) }
  }

  /// The allowed edits, to be read after "it may edit".
  func description(of tree: VisibleTree) -> String {
    func list(_ names: [String]) -> String {
      let shown = names.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
      return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
    if isEverywhere { return "everywhere" }
    var parts: [String] = []
    if !under.isEmpty { parts.append("in and below \(list(under))") }
    let points = tree.mountPoints.filter { opens($0.point) }.map(\.id)
    if !points.isEmpty {
      parts.append("views of its own, added with own:true to \(list(points.sorted()))")
    } else if !ownership.isEmpty {
      parts.append("what it owns")
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", and ")
  }
}
