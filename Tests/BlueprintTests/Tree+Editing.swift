// Edits of a whole tree, as a client makes them.

import ResponderKit
import YAML

@testable import Blueprint

extension Tree {
  private var visible: VisibleTree { VisibleTree(self) }

  func edit(
    _ key: String, to node: Node, of responder: Responder
  ) throws(BlueprintError) -> () -> Void {
    try visible.edit(key, to: node, of: responder)
  }

  func edit(
    _ key: String, to node: Node, of recognizer: GestureRecognizer
  ) throws(BlueprintError) -> () -> Void {
    try visible.edit(key, to: node, of: recognizer)
  }

  func decodeView(from node: Node, for superview: View) throws(BlueprintError) -> View {
    try visible.decodeView(from: node, for: superview)
  }

  func decodeRecognizer(
    from node: Node, for view: View
  ) throws(BlueprintError) -> GestureRecognizer {
    try visible.decodeRecognizer(from: node, for: view)
  }

  func decodeViewController(
    from node: Node, presentedBy presenting: ViewController
  ) throws(BlueprintError) -> ViewController {
    try visible.decodeViewController(from: node, presentedBy: presenting)
  }

  func drainPresentations() -> [(presenting: ViewController, presented: ViewController)] {
    visible.drainPresentations()
  }
}
