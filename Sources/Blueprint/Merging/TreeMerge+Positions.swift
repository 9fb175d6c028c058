// The positions of views in a merging: their parents, and their indices among their siblings.

import ResponderKit

extension TreeMerge {
  /// Moves a view to its position in the new tree; false if its parent does not exist yet.
  func moveToPosition(_ id: String) -> Bool {
    guard let view = living(id), let model = new.registry.view(id), !(view is Window) else {
      return true
    }
    guard let parent = model.superview.flatMap({ living($0.id) }) else { return false }
    // A program may have put one into the other.
    if parent.isDescendant(of: view) { _ = moveToPosition(parent.id) }
    if parent.isDescendant(of: view) { return true }
    put(view, like: model, in: parent)
    return true
  }

  /// Moves a view to its position among the file's views of its parent; views that programs have
  /// added in front stay in front.
  func put(_ view: View, like model: View, in parent: View) {
    let siblings = model.superview?.subviews ?? []
    let index = model.superview?.position(of: model) ?? 0
    func isThere(_ sibling: View) -> View? {
      tree.registry.view(sibling.id).flatMap { $0.superview === parent && $0 !== view ? $0 : nil }
    }
    let place: VisibleTree.Position
    if let behind = siblings[..<index].reversed().lazy.compactMap(isThere).first {
      place = .above(behind)
    } else if let front = siblings[index...].lazy.compactMap(isThere).first {
      place = .below(front)
    } else {
      place = .index(0)
    }
    put(view, in: parent, place)
  }

  func put(_ view: View, in parent: View, _ place: VisibleTree.Position) {
    if parent.isDescendant(of: view) { return }
    guard view.window != nil else { return visible.put(view, in: parent, place) }
    makeRoom(for: view, in: parent)
    visible.put(view, in: parent, place)
  }
}
