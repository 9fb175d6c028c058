// What must happen to a living tree so that it has what a new text wants instead of an old one.
//
// A view stays if both texts have it in the same role, and nothing that it is in is replaced. What
// programs have removed of the old text is added again.

package import ResponderKit

/// The difference of two texts, for a tree in which programs may have changed something.
package final class TreeDifference {
  let old: WantedTree
  let new: WantedTree
  let tree: Tree
  /// The screens of the new text.
  let screens: [Screen]
  /// The views that stay.
  private(set) var staying: Set<String> = []
  /// The living views of the old text that do not stay.
  private(set) var leaving: [String] = []
  /// The views that stay, with another parent or among other siblings.
  private(set) var moved: Set<String> = []
  // The views whose fingers cannot stay.
  private var touched: Set<String> = []

  // The things that are made again though both texts have them.
  private let replaced: Set<String>

  /// Compares two texts.
  package init(
    from old: WantedTree, to new: WantedTree, replacing replaced: Set<String> = [],
    screens: [Screen], in tree: Tree
  ) {
    self.replaced = replaced
    self.old = old
    self.new = new
    self.screens = screens
    self.tree = tree
    findStaying()
    for view in old.views where !staying.contains(view.id) && living(view) != nil {
      leaving.append(view.id)
      touched.insert(view.id)
    }
    findMoved()
  }

  /// Whether the screens differ, on which everything depends.
  package var hasOtherScreens: Bool {
    !tree.screens.elementsEqual(screens) { one, other in
      one.id == other.id && one.size == other.size && one.edgeGate == other.edgeGate
        && one.pointsPerMillimeter == other.pointsPerMillimeter
    }
  }

  /// Whether fingers in a view notice it.
  package func touches(_ view: View) -> Bool {
    sequence(first: view) { $0.superview }.contains { touched.contains($0.id) }
  }

  /// Whether a name belongs to the same thing in both texts.
  func stays(_ id: String) -> Bool {
    guard let before = old.things[id], let after = new.things[id], before.kind == after.kind else {
      return false
    }
    switch after.kind {
    case .application, .delegate: return true
    case .view: return staying.contains(id)
    case .viewController: return after.view.map { staying.contains($0.id) } ?? false
    case .recognizer, .part:
      if replaced.contains(id) { return false }
      let owner = new.owners[id]
      return owner == old.owners[id] && owner.map { staying.contains($0) } ?? false
        && tree.registry.recognizer(id)?.view?.id == owner
    }
  }

  // MARK: Comparing

  /// The view of a text in the tree, if it is what the text says.
  private func living(_ thing: WantedThing) -> View? {
    guard let view = tree.registry.view(thing.id), view.window?.shownBy != nil,
      thing.kind == .view(ViewKind(of: view))
    else { return nil }
    return view
  }

  private func findStaying() {
    var lost = Set(
      new.views.map(\.id).filter { id in
        old.things[id] != nil
          && (old.places[id]?.role != new.places[id]?.role || replaced.contains(id))
      })
    for tree in [old, new] {
      for view in tree.views where isIn(lost, view.id, of: tree) { lost.insert(view.id) }
    }
    for view in new.views where old.places[view.id] != nil && !lost.contains(view.id) {
      // What presents it is here already, and only with that it can stay.
      if let presenter = new.places[view.id]?.role.presenter.flatMap({ new.things[$0]?.view?.id }),
        !staying.contains(presenter)
      {
        continue
      }
      if let living = living(view), living.viewController?.id == new.controllers[view.id]?.id {
        staying.insert(view.id)
      }
    }
  }

  private func isIn(_ lost: Set<String>, _ id: String, of tree: WantedTree) -> Bool {
    tree.places[id]?.superview.map { lost.contains($0) } ?? false
  }

  private func findMoved() {
    for view in new.views where staying.contains(view.id) {
      guard let before = old.places[view.id]?.superview, let after = new.places[view.id]?.superview
      else { continue }
      guard before != after || !staying.contains(after) else { continue }
      moved.insert(view.id)
      touched.insert(view.id)
    }
    for (parent, children) in new.subviews {
      let before = Dictionary(
        uniqueKeysWithValues: (old.subviews[parent] ?? []).enumerated().map { ($1, $0) })
      var latest = -1
      for child in children where staying.contains(child) {
        guard let place = before[child] else { continue }
        if place < latest { moved.insert(child) } else { latest = place }
      }
    }
  }
}
