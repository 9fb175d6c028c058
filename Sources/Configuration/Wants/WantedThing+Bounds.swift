// Where a tree that is wanted exceeds the bounds in which one touch takes no more than a moment.

import Protocol

extension WantedThing {
  /// The first place in which an application is too deep or too wide, or has too many recognizers:
  /// why, and the things around that place with those in it.
  func obstacle() -> (message: String, near: [String])? {
    var found: (message: String, near: [String])?
    var depths: [String: (depth: Int, reach: Int)] = [:]
    let tree = WantedTree(self)
    WantedTree.walk(self) { view, entry in
      let entry = entry()
      guard found == nil, let place = entry.place else { return found == nil }
      let outer = place.superview ?? (place.role.window == view.id ? nil : place.role.window)
      let above = outer.flatMap { depths[$0] } ?? (0, 0)
      let own = view.children(.recognizer).count
      let here = (depth: above.depth + 1, reach: above.reach + own)
      depths[view.id] = here
      let width = entry.subviews.count
      let message: String? =
        if here.depth > TreeBounds.depth {
          TreeBounds.tooDeep(view.id, here.depth)
        } else if width > TreeBounds.subviews {
          TreeBounds.tooWide(view.id, width)
        } else if own > TreeBounds.recognizersOfView {
          TreeBounds.tooMany(view.id, own)
        } else if here.reach > TreeBounds.recognizersOfTouch {
          TreeBounds.tooManyReached(view.id, here.reach)
        } else {
          nil
        }
      guard let message else { return true }
      let inside = view.children.map(\.id) + entry.subviews.map(\.id)
      found = (message, tree.chain(from: view.id).map(\.id) + inside)
      return false
    }
    return found
  }
}
