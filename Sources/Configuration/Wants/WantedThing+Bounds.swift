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

// MARK: Chains

extension WantedThing {
  static let nextKey = "next"
}

extension WantedTree {
  /// Why the chain of a responder that names its next one does not end, or is too long; nil if all end.
  func obstacleInChains() -> String? {
    var lengths: [String: Int] = [:]
    for id in entries.keys.sorted() where entries[id]?.thing[WantedThing.nextKey] != nil {
      var ids: [String] = []
      var seen: Set<String> = []
      var next: String? = id
      while let each = next, lengths[each] == nil {
        guard seen.insert(each).inserted else {
          let circle = ids.drop { $0 != each } + [each]
          return "expected a responder whose chain ends, found a cycle: "
            + circle.joined(separator: " → ")
        }
        ids.append(each)
        next = self.next(after: each)
      }
      var length = next.flatMap { lengths[$0] } ?? 0
      for each in ids.reversed() {
        length += 1
        lengths[each] = length
      }
      if length > PlannedChains.longestChain {
        return
          "expected a chain of at most \(PlannedChains.longestChain) responders, found a longer "
          + "one from \"\(id)\""
      }
    }
    return nil
  }

  private func next(after id: String) -> String? {
    guard let entry = entries[id] else { return nil }
    if case .string(let name)? = entry.thing[WantedThing.nextKey], let named = entries[name],
      named.view == nil
    {
      return name
    }
    switch entry.thing.kind {
    case .application, .delegate, .recognizer, .part: return nil
    case .view: return entry.controller?.id ?? entry.place?.superview ?? entry.parent
    case .viewController:
      if case .presented = entry.thing.relation { return entry.parent }
      return entry.thing.view.flatMap { entries[$0.id]?.place?.superview }
    }
  }
}
