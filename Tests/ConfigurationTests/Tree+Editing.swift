// Changes of a whole tree by its keys, and things read for it.

import ResponderKit

@testable import Configuration
@testable import ConfigurationText

extension Tree {
  private var visible: VisibleTree { VisibleTree(self) }

  func edit(
    _ key: String, to node: Node, of responder: Responder
  ) throws(BlueprintError) -> () -> Void {
    try TreeEditor(visible).edit(key, to: node, of: responder)
  }

  func edit(
    _ key: String, to node: Node, of recognizer: GestureRecognizer
  ) throws(BlueprintError) -> () -> Void {
    try TreeEditor(visible).edit(key, to: node, of: recognizer)
  }

  func decodeView(from node: Node, for superview: View) throws(BlueprintError) -> View {
    let builder = grower(in: superview)
    return try finished(builder.view(node), builder)
  }

  func decodeRecognizer(
    from node: Node, for view: View
  ) throws(BlueprintError) -> GestureRecognizer {
    let builder = grower(in: view)
    return try finished(builder.recognizer(node), builder)
  }

  func decodeViewController(
    from node: Node, presentedBy presenting: ViewController
  ) throws(BlueprintError) -> ViewController {
    let builder = builder(for: visible, isLive: false)
    builder.isGrowing = true
    builder.area = presenting.view?.window?.bounds.size ?? .zero
    return try finished(builder.looseController(node), builder)
  }

  private func grower(in view: View) -> Builder {
    let builder = builder(for: visible, isLive: false)
    let screen = view.window?.screen ?? screens.first
    builder.reader.pointsPerMillimeter = screen?.pointsPerMillimeter
    builder.area = view.bounds.size
    builder.isGrowing = true
    builder.window = view.window
    return builder
  }

  private func finished<Thing>(
    _ thing: Thing?, _ builder: Builder
  ) throws(BlueprintError) -> Thing {
    builder.link()
    builder.refuseUnknown()
    guard builder.reader.errors.isEmpty, let thing else {
      throw BlueprintError(builder.reader.sorted(builder.reader.errors))
    }
    return thing
  }
}
