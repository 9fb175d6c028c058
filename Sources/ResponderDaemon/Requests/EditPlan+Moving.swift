// Edits that change the parent of a view, or its position among its siblings.

import Blueprint
import Wire

extension EditPlan {
  func move(
    _ view: ViewHandle, to parent: ViewHandle?, _ position: EditPosition, _ path: String
  ) throws(ProtocolError) {
    guard !tree.isWindow(view), let parent else {
      throw ProtocolError(
        .invalidEdit, "\(path): a window cannot be moved among views; set its level", path: path)
    }
    guard !tree.isPresentation(view) else {
      throw ProtocolError(
        .invalidEdit,
        "\(path).view: \"\(tree.name(of: view))\" belongs to a presented controller and stays in its window; "
          + "dismiss the controller", path: "\(path).view")
    }
    var above: ViewHandle? = parent
    while let each = above {
      if each === view {
        throw ProtocolError(
          .invalidEdit,
          "\(path).to: \"\(tree.name(of: parent))\" lies in \"\(tree.name(of: view))\" itself",
          path: "\(path).to")
      }
      above = self.parent(of: each)
    }
    try weigh(visiting: view, among: parent, path)
    try put(view, in: parent, try self.position(position, in: parent, path), path)
  }

  func put(
    _ view: ViewHandle, in parent: ViewHandle, _ position: VisibleTree.Position, _ path: String
  ) throws(ProtocolError) {
    steps.append { [tree] in tree.put(view, in: parent, position) }
    tree.planned.arrange(view, in: parent, position)
    try plan(view, in: parent, path)
  }

  /// The position that a request names among the subviews of a view.
  func position(
    _ position: EditPosition, in parent: ViewHandle, _ path: String
  ) throws(ProtocolError) -> VisibleTree.Position {
    switch position {
    case .front: .front
    case .index(let index): .index(index)
    case .below(let name): .below(try sibling(name, in: parent, "\(path).below"))
    case .above(let name): .above(try sibling(name, in: parent, "\(path).above"))
    }
  }

  private func sibling(
    _ name: String, in parent: ViewHandle, _ path: String
  ) throws(ProtocolError) -> ViewHandle {
    let sibling = try view(name, path)
    guard self.parent(of: sibling) === parent else {
      throw ProtocolError(
        .invalidEdit, "\(path): \"\(name)\" is not a subview of \"\(tree.name(of: parent))\"",
        path: path)
    }
    return sibling
  }
}
