// Things that join a tree while it lives, change in it, and leave it.

package import ResponderKit
package import YAML

extension VisibleTree {
  /// The change of one property of a responder, by the key that the configuration uses for it.
  ///
  /// The returned closure makes the change; so a batch can be checked completely first.
  package func edit(
    _ key: String, to node: Node, of responder: Responder
  ) throws(BlueprintError) -> () -> Void {
    try tree.edit(key, to: node, of: responder, for: self)
  }

  /// The change of one property of a recognizer, by the key that the configuration uses for it.
  package func edit(
    _ key: String, to node: Node, of recognizer: GestureRecognizer
  ) throws(BlueprintError) -> () -> Void {
    try tree.edit(key, to: node, of: recognizer, for: self)
  }

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

  /// A controller with its view, read from a node; its view can be added to the given view.
  package func decodeViewController(
    from node: Node, in superview: View
  ) throws(BlueprintError) -> ViewController {
    let builder = grower(in: superview)
    return try finished(builder.unplacedController(node), builder)
  }

  /// A window with everything in it, read from a node; it can be shown.
  package func decodeWindow(from node: Node) throws(BlueprintError) -> View {
    let builder = tree.builder(near: nil, for: self, isLive: false)
    builder.isGrowing = true
    tree.presentations = []
    return try finished(builder.window(node), builder)
  }

  /// The presentations in the latest decoded description, in order; to be made when it is shown.
  package func drainPresentations() -> [(presenting: ViewController, presented: ViewController)] {
    defer { tree.presentations = [] }
    return tree.presentations
  }

  func grower(in view: View) -> Builder {
    let builder = tree.builder(near: view, for: self, isLive: false)
    builder.area = view.bounds.size
    builder.isGrowing = true
    builder.window = view.window
    tree.presentations = []
    builder.controller =
      sequence(first: view) { $0.superview }.lazy.compactMap { $0.viewController }.first
    return builder
  }

  func finished<Thing>(
    _ thing: Thing?, _ builder: Builder
  ) throws(BlueprintError) -> Thing {
    builder.link()
    builder.refuseUnknown()
    guard builder.reader.errors.isEmpty, let thing else {
      builder.forget()
      throw BlueprintError(builder.reader.sorted(builder.reader.errors))
    }
    return thing
  }
}

extension Tree {
  /// Forgets the names of a view and of everything in it; it leaves its superview elsewhere.
  func forget(_ view: View) {
    removeFromChains(names(in: view))
    view.forEachInSubtree { view in
      registry.remove(view.id)
      kept.remove(view.id)
      mountPoints[view.id] = nil
      // A chosen next responder may be an ancestor, and would keep it in memory.
      view.nextOverride = nil
      if let controller = view.viewController {
        controller.nextOverride = nil
        registry.remove(controller.id)
        kept.remove(controller.id)
        controller.removeFromParent()
        for window in application.windows where window.rootViewController === controller {
          window.rootViewController = nil
        }
      }
      for recognizer in view.gestureRecognizers { forget(recognizer) }
    }
  }

  private func names(in view: View) -> Set<String> {
    var names: Set<String> = []
    view.forEachInSubtree { each in
      names.insert(each.id)
      if let controller = each.viewController { names.insert(controller.id) }
    }
    return names
  }

  /// Removes the name and the requirements of a recognizer; its view is left elsewhere.
  func forget(_ recognizer: GestureRecognizer) {
    for id in requirements.waiting(for: recognizer.id) {
      registry.recognizer(id)?.removeRequirement(recognizer)
    }
    requirements.forget(recognizer.id)
    plannedRequirements?.forget(recognizer.id)
    registry.remove(recognizer.id)
    kept.remove(recognizer.id)
  }

  /// Discards the plan: the edits have been made, or will not be made.
  func endPlan(changing mayChange: (Responder) -> Bool = { _ in true }) {
    plannedRequirements = nil
    planned = PlannedTree()
    joinChains(changing: mayChange)
  }
}

extension Builder {
  /// Reports users and groups that the machine does not have as errors, as edits have no warnings.
  func refuseUnknown() {
    for mention in reader.mentions {
      var complaint = mention.complaint
      complaint.severity = .error
      switch visible.knows(mention.peer) {
      case .known: continue
      case .unknown: break
      case .notLookedUp:
        complaint.message =
          "expected a user or group that is known already: a request may name only a few that "
          + "responderd has not looked up yet; use another request, or its number"
      }
      reader.complain(complaint)
    }
  }
}
