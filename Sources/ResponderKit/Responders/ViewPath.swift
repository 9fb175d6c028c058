// The path of a view: reports store it, so that the tree is not read later.

/// A view with all its ancestors, at one moment.
///
/// There is one path for each view as long as no ancestor changes, and views share the paths of
/// their ancestors. A touch or gesture keeps its path until it ends, even if the view moves.
package final class ViewPath {
  /// The view's id.
  package let id: String
  /// The path of the superview; nil for a window.
  package private(set) var above: ViewPath?
  /// The program that acts on what happens in the view; nil for none.
  package let actor: String?
  // The actor of the view itself.
  private let ownActor: String?
  /// The version of the tree at which the path was known to be valid.
  fileprivate(set) var version: UInt64

  init(_ view: View, in above: ViewPath?, version: UInt64) {
    id = view.id
    self.above = above
    ownActor = view.actor
    actor = ownActor ?? above?.actor
    self.version = version
  }

  deinit {
    // Paths are released one by one, not recursively: a tree may be very deep.
    var leaving = above
    above = nil
    while isKnownUniquelyReferenced(&leaving) {
      let next = leaving?.above
      leaving?.above = nil
      leaving = next
    }
  }

  func isTrue(of view: View, in above: ViewPath?) -> Bool {
    self.above === above && ownActor == view.actor
  }

  /// The part of the path that ends at the view with an id; nil if the view is not in the path.
  package func part(endingAt id: String) -> ViewPath? {
    var next: ViewPath? = self
    while let each = next, each.id != id { next = each.above }
    return next
  }
}

extension View {
  /// The current path of the view.
  package final var currentPath: ViewPath {
    let version = treeVersion
    if let latestPath, latestPath.version == version { return latestPath }
    return pathFound(in: version)
  }

  /// The version of the tree that the view is in; nil outside of an application.
  private final var treeVersion: UInt64? { window?.shownBy?.treeVersion }

  private final func pathFound(in version: UInt64?) -> ViewPath {
    // From the window down, as far as the path may have changed.
    var doubtful: ContiguousArray<View> = []
    var above: ViewPath?
    var next: View? = self
    while let each = next {
      if let path = each.latestPath, path.version == version {
        above = path
        break
      }
      doubtful.append(each)
      next = each.superview
    }
    for view in doubtful.reversed() {
      let known = view.latestPath.flatMap { $0.isTrue(of: view, in: above) ? $0 : nil }
      let path = known ?? ViewPath(view, in: above, version: version ?? 0)
      if let version { path.version = version }
      view.latestPath = path
      above = path
    }
    return above ?? ViewPath(self, in: nil, version: 0)
  }
}
