// The shape of the tree that a batch leaves: who lies in whom, how deep, and chains that end.

import Blueprint
import ResponderKit
import Wire

extension EditPlan {
  /// The view in which another one will lie.
  func parent(of view: View) -> View? { tree.planned.parent(of: view) }

  /// The window in which a view will lie.
  func window(of view: View) -> Window? { tree.planned.window(of: view) }

  /// Plans that a view will lie in another one, unless the tree would become too deep, or a chain
  /// a circle.
  func plan(_ view: View, in parent: View, _ path: String) throws(ProtocolError) {
    if let obstacle = tree.planned.obstacle(to: view, in: parent) {
      throw ProtocolError(.limit, "\(path): \(obstacle)", path: path)
    }
    tree.planned.put(view, in: parent)
    let changed: [Responder?] = [view.viewController, view]
    for case let responder? in changed {
      guard let obstacle = tree.obstacle(toChainThrough: responder) else { continue }
      throw ProtocolError(.invalidEdit, "\(path): \(obstacle)", path: path)
    }
  }

  /// Refuses a new view in which a view has too many recognizers.
  func requireBounds(within view: View, _ path: String) throws(ProtocolError) {
    guard let obstacle = tree.planned.obstacle(within: view) else { return }
    throw ProtocolError(.limit, "\(path): \(obstacle)", path: path)
  }
}
