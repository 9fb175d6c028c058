// The shape of the tree that a batch leaves: who lies in whom, how deep, and chains that end.

import Blueprint
import Wire

extension EditPlan {
  /// The view in which another one will lie.
  func parent(of view: ViewHandle) -> ViewHandle? { tree.parent(of: view) }

  /// The window in which a view will lie.
  func window(of view: ViewHandle) -> ViewHandle? { tree.window(of: view) }

  /// Plans that a view will lie in another one, unless the tree would become too deep, or a chain
  /// a circle.
  func plan(_ view: ViewHandle, in parent: ViewHandle, _ path: String) throws(ProtocolError) {
    if let obstacle = tree.planned.obstacle(to: view, in: parent) {
      throw ProtocolError(.limit, "\(path): \(obstacle)", path: path)
    }
    tree.planned.put(view, in: parent)
    for responder in tree.linked(through: view) {
      guard let obstacle = tree.obstacle(toChainThrough: responder) else { continue }
      throw ProtocolError(.invalidEdit, "\(path): \(obstacle)", path: path)
    }
  }

  /// Refuses a new view in which a view has too many recognizers.
  func requireBounds(within view: ViewHandle, _ path: String) throws(ProtocolError) {
    guard let obstacle = tree.planned.obstacle(within: view) else { return }
    throw ProtocolError(.limit, "\(path): \(obstacle)", path: path)
  }
}
