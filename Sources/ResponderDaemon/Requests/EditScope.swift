// Where in the tree one peer may edit, and how that is said.

import Blueprint

/// The views that a peer may change, and those under which it may put views of its own.
struct EditScope {
  /// Whether it may edit everywhere.
  var isEverywhere = false
  /// The views in and below which it may edit.
  var under: [String] = []
  /// Whether a mount point is open to it.
  var opens: (MountPoint) -> Bool = { _ in false }
  /// What goes away with it.
  var ownership = Ownership()

  /// Whether it may add views of its own under a view.
  func isMountPoint(_ view: ViewHandle, of tree: VisibleTree) -> Bool {
    tree.mountPoint(of: view).map(opens) ?? false
  }

  /// Whether there is nothing that it may edit.
  func isEmpty(in tree: VisibleTree) -> Bool {
    !isEverywhere && under.isEmpty && ownership.isEmpty
      && !tree.mountPoints.contains { opens($0.point) }
  }

  /// What is allowed, to be read after "it may edit".
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
