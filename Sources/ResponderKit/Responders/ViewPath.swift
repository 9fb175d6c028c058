// Where a view lies: reports carry it, so that nobody looks at the tree after something happened.

/// A view with everything that it lies in, at one moment.
///
/// There is one for each view as long as nothing above it changes, and views share what is above
/// them. What began in one keeps it until it ends, wherever the view has gone since.
package final class ViewPath {
  /// The view's id.
  package let id: String
  /// Where its superview lies; nil at the top.
  package private(set) var above: ViewPath?
  /// The program that acts on what happens there; nil for none.
  package let actor: String?
  /// Who may learn of what happens there.
  package let audience: Audience
  // What the view says itself.
  private let ownActor: String?
  private let ownAudience: Audience
  /// The version of the tree of which it is known to be true.
  fileprivate(set) var version: UInt64

  init(_ view: View, in above: ViewPath?, version: UInt64) {
    id = view.id
    self.above = above
    ownActor = view.actor
    ownAudience = view.audience
    actor = ownActor ?? above?.actor
    audience = ownAudience.union(above?.audience ?? [])
    self.version = version
  }

  deinit {
    // One after the other: a tree may be very deep.
    var leaving = above
    above = nil
    while isKnownUniquelyReferenced(&leaving) {
      let next = leaving?.above
      leaving?.above = nil
      leaving = next
    }
  }

  func isTrue(of view: View, in above: ViewPath?) -> Bool {
    self.above === above && ownAudience == view.audience && ownActor == view.actor
  }

  /// The part that ends at the view of this id; nil if that is not among them.
  package func part(endingAt id: String) -> ViewPath? {
    var next: ViewPath? = self
    while let each = next, each.id != id { next = each.above }
    return next
  }
}

extension View {
  /// Where it lies now.
  package final var currentPath: ViewPath {
    let version = window?.shownBy?.treeVersion
    if let latestPath, latestPath.version == version { return latestPath }
    // From the top down, as far as it may be another one.
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
