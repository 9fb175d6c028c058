// The bounds of a tree, which what the file and what programs have added may exceed together.

import ResponderKit
import YAML

extension TreeUpdate {
  /// Makes room for a view in another one: where the bounds of the tree would be exceeded, what
  /// programs have put into it goes. What the file describes has room by itself.
  func makeRoom(for view: View, in parent: View) {
    guard tree.planned.obstacle(to: view, in: parent) != nil else { return }
    removeAdditions(in: view, because: view.id)
  }

  /// Makes room for one more recognizer of the file on a view, in the same way.
  func makeRoomForRecognizer(on view: View) {
    guard tree.planned.obstacleToRecognizer(on: view) != nil else { return }
    var above: View? = view
    while let each = above {
      removeRecognizers(on: each, because: view.id)
      above = each.superview
    }
    removeAdditions(in: view, because: view.id)
  }

  private func removeAdditions(in view: View, because name: String) {
    removeRecognizers(on: view, because: name)
    for child in view.subviews {
      if describes(child.id) || child is PresentationContainer {
        removeAdditions(in: child, because: name)
      } else {
        remove(child, because: name)
      }
    }
  }

  private func removeRecognizers(on view: View, because name: String) {
    for recognizer in view.gestureRecognizers where !describes(recognizer.id) {
      remove(recognizer, because: name)
    }
  }
}
