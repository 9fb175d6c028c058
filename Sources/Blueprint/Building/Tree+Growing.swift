// Things that join a tree while it lives, and leave it.

package import ResponderKit
package import YAML

extension Tree {
  /// A view with everything in it, read from a node; it can be added to the given view.
  package func decodeView(from node: Node, for superview: View) throws(BlueprintError) -> View {
    let builder = grower(in: superview)
    return try finished(builder.view(node), builder)
  }

  /// A recognizer read from a node; it can be attached to the given view.
  package func decodeRecognizer(
    from node: Node, for view: View
  ) throws(BlueprintError) -> GestureRecognizer {
    let builder = grower(in: view)
    return try finished(builder.recognizer(node), builder)
  }

  /// A controller with its view, read from a node; the given one, in a window, can present it.
  package func decodeViewController(
    from node: Node, presentedBy presenting: ViewController
  ) throws(BlueprintError) -> ViewController {
    guard let window = presenting.view?.window else {
      throw BlueprintError([
        node.complaint(
          "expected a controller in a window to present it, found \"\(presenting.id)\"")
      ])
    }
    let builder = grower(in: window)
    builder.controller = nil
    return try finished(builder.looseController(node), builder)
  }

  /// Whom controllers in what was decoded last present, in order; to be done once that is shown.
  package func takePresentations() -> [(presenting: ViewController, presented: ViewController)] {
    defer { presentations = [] }
    return presentations
  }

  /// Forgets the names of a view and of everything in it; it leaves its superview elsewhere.
  package func forget(_ view: View) {
    view.forEachInSubtree { view in
      registry.remove(view.id)
      mountPoints[view.id] = nil
      profilesOfViews[view.id] = nil
      if let controller = view.viewController {
        registry.remove(controller.id)
        controller.removeFromParent()
      }
      for recognizer in view.gestureRecognizers { forget(recognizer) }
    }
  }

  /// Forgets the name of a recognizer, and who waits for it; it leaves its view elsewhere.
  package func forget(_ recognizer: GestureRecognizer) {
    for id in requirements.waiting(for: recognizer.id) {
      registry.recognizer(id)?.removeRequirement(recognizer)
    }
    requirements.forget(recognizer.id)
    plannedRequirements?.forget(recognizer.id)
    registry.remove(recognizer.id)
  }

  /// Forgets what was planned: it has been done, or will not be.
  package func endPlan() { plannedRequirements = nil }

  private func grower(in view: View) -> Builder {
    let builder = builder(near: view, isLive: false)
    builder.area = view.bounds.size
    builder.isGrowing = true
    builder.window = view.window
    presentations = []
    builder.controller =
      sequence(first: view) { $0.superview }.lazy.compactMap { $0.viewController }.first
    return builder
  }

  /// Complains of users and groups that the machine does not have: nobody reads a warning here.
  func refuseUnknown(_ reader: Reader) {
    for mention in reader.mentions where !knows(mention.peer) {
      var complaint = mention.complaint
      complaint.severity = .error
      reader.complain(complaint)
    }
  }

  private func finished<Thing>(
    _ thing: Thing?, _ builder: Builder
  ) throws(BlueprintError) -> Thing {
    builder.link()
    refuseUnknown(builder.reader)
    guard builder.reader.errors.isEmpty, let thing else {
      builder.forget()
      throw BlueprintError(builder.reader.sorted(builder.reader.errors))
    }
    return thing
  }
}
