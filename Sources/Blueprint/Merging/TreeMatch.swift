// Which views and recognizers of two trees are the same ones.
//
// A view is the same if it has the same name, kind, window and controller, and neither it nor
// any of its ancestors is replaced. Its position in its window may differ.

import ResponderKit

/// The common parts of two trees.
struct TreeMatch {
  let old: Tree
  let new: Tree
  /// The names of views that both have.
  private(set) var views: Set<String> = []

  init(_ old: Tree, _ new: Tree) {
    self.old = old
    self.new = new
    let replaced = replaced()
    var lost: Set<String> = []
    for window in old.application.windows {
      window.forEachInSubtree { view in
        let isLost =
          replaced.contains(view.id) || view.superview.map { lost.contains($0.id) } ?? false
        if isLost { lost.insert(view.id) }
      }
    }
    for window in new.application.windows {
      window.forEachInSubtree { view in
        if lost.contains(view.id) || replaced.contains(view.id)
          || view.superview.map({ lost.contains($0.id) }) ?? false
        {
          lost.insert(view.id)
        } else if old.registry.view(view.id) != nil {
          views.insert(view.id)
        }
      }
    }
    views.subtract(lost)
  }

  // The names that mean something else in the new tree.
  private func replaced() -> Set<String> {
    var names: Set<String> = []
    for window in new.application.windows {
      window.forEachInSubtree { view in
        guard old.registry[view.id] != nil else { return }
        if let other = old.registry.view(view.id), ViewRole(of: other) == ViewRole(of: view) {
          return
        }
        names.insert(view.id)
      }
    }
    return names
  }

  /// Whether both trees have a view of this name, which is the same.
  func hasView(_ id: String) -> Bool { views.contains(id) }

  /// Whether a recognizer of either tree is the same as one of the other.
  func hasRecognizer(_ recognizer: GestureRecognizer) -> Bool {
    guard let view = recognizer.view, hasView(view.id),
      let before = old.registry.recognizer(recognizer.id),
      let after = new.registry.recognizer(recognizer.id)
    else { return false }
    return before.view?.id == view.id && after.view?.id == view.id
      && type(of: before) == type(of: after)
  }

  /// Whether a name belongs to the same thing in both trees.
  func has(_ id: String) -> Bool {
    switch new.registry[id] {
    case .recognizer(let recognizer): hasRecognizer(recognizer)
    case .responder(let view as View): hasView(view.id)
    case .responder(let controller as ViewController):
      controller.view.map { hasView($0.id) && ViewRole(of: $0) == role(inOld: $0.id) } ?? false
    case .responder: old.registry.responder(id) != nil
    case nil: false
    }
  }

  private func role(inOld id: String) -> ViewRole? {
    old.registry.view(id).map { ViewRole(of: $0) }
  }
}

/// The role of a view: a view with another role is another view.
private struct ViewRole: Hashable {
  let kind: ViewKind
  let window: String?
  let controller: String?
  let isNavigation: Bool
  let isRoot: Bool
  let isContainer: Bool
  let presenter: String?
  let isModal: Bool

  init(of view: View) {
    let controller = view.viewController
    kind = ViewKind(of: view)
    window = view.window?.id
    self.controller = controller?.id
    isNavigation = controller is NavigationController
    isRoot = controller != nil && view.window?.rootViewController === controller
    isContainer = view is PresentationContainer
    presenter = controller?.presentingViewController?.id
    isModal = presenter != nil && controller?.isModal ?? false
  }
}
