// The shape of the tree after a batch: parents, depth, and chains without cycles.

import Blueprint
import Wire

extension EditPlan {
  /// The view in which another view will be.
  func parent(of view: ViewHandle) -> ViewHandle? { tree.parent(of: view) }

  /// The window in which a view will be.
  func window(of view: ViewHandle) -> ViewHandle? { tree.window(of: view) }

  /// Plans that a view will be in another one, unless the tree would be too deep, or a chain would
  /// have a cycle.
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

  /// Throws if a view in a new view has too many recognizers.
  func requireBounds(within view: ViewHandle, _ path: String) throws(ProtocolError) {
    guard let obstacle = tree.planned.obstacle(within: view) else { return }
    throw ProtocolError(.limit, "\(path): \(obstacle)", path: path)
  }
}
