// The bounds of a tree that is wanted, in which one touch takes no more than a moment.

extension WantedTree {
  /// Why the tree is too deep or too wide, or has too many recognizers; nil if it is not.
  package var obstacle: String? {
    var depths: [String: Int] = [:]
    var reached: [String: Int] = [:]
    for view in views {
      let above = places[view.id]?.superview ?? places[view.id]?.role.window
      let outer = above == view.id ? nil : above
      let depth = (outer.flatMap { depths[$0] } ?? 0) + 1
      let own = view.children(.recognizer).count
      let all = (outer.flatMap { reached[$0] } ?? 0) + own
      depths[view.id] = depth
      reached[view.id] = all
      let width = subviews[view.id]?.count ?? 0
      if depth > TreeBounds.depth { return TreeBounds.tooDeep(view.id, depth) }
      if width > TreeBounds.subviews { return TreeBounds.tooWide(view.id, width) }
      if own > TreeBounds.recognizersOfView { return TreeBounds.tooMany(view.id, own) }
      if all > TreeBounds.recognizersOfTouch { return TreeBounds.tooManyReached(view.id, all) }
    }
    return nil
  }

  /// The number of views, controllers and recognizers.
  package var size: Int { things.count }

  /// The names of the things that name one of these.
  package func naming(_ ids: Set<String>) -> [String] {
    things.values.filter { thing in
      thing.values.contains {
        TreeUpdate.naming.contains($0.key) && $0.value.mentions(ids.contains)
      }
    }.map(\.id).sorted()
  }
}
