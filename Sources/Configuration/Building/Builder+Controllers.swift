// Builds controllers with their views, children and presented controllers.

import ConfigurationText
import ResponderKit

extension Builder {
  /// A window's root controller, with its view in the window.
  func viewController(_ node: Node, in window: Window) -> ViewController? {
    guard let controller = bareController(node) else { return nil }
    area = window.bounds.size
    fill(controller, from: node) { window.addSubview($0) }
    return controller
  }

  /// Child controllers, whose views are in front of all other subviews of the parent's view.
  func children(_ node: Node, of parent: ViewController) {
    children(node, of: parent) { $1.addSubview($0) }
  }

  private func children(
    _ node: Node, of parent: ViewController, place: (View, View) -> Void
  ) {
    guard let nodes = node.sequence else {
      reader.expected("a list of controllers", at: node)
      return
    }
    guard let view = parent.view else {
      reader.complain(node.complaint("expected a controller with a view to have children"))
      return
    }
    for element in nodes {
      guard let child = bareController(element) else { continue }
      parent.addChild(child)
      let outside = area
      area = view.bounds.size
      fill(child, from: element) { place($0, view) }
      area = outside
    }
  }

  /// The pages of a navigation controller, from the first one to the one that is shown, behind
  /// all other subviews of its view.
  func pages(_ node: Node, of navigation: NavigationController) {
    var index = 0
    children(node, of: navigation) { page, view in
      view.insertSubview(page, at: index)
      index += 1
    }
  }

  /// A child controller in the place of a subview: `- viewController: {…}`.
  func childController(_ element: Node, _ node: Node, in view: View, frame: Rect? = nil) {
    for entry in element.entries where entry.key != "viewController" {
      reader.refuse(
        entry, "misplaced key; it belongs under \"viewController\" or its \"view\"")
    }
    guard let child = bareController(node) else { return }
    controller?.addChild(child)
    fill(child, from: node, frame) { view.addSubview($0) }
  }

  /// An application's delegate.
  func delegate(_ node: Node) -> Responder? {
    guard let id = id(of: node, "a delegate", default: "appDelegate") else { return nil }
    let delegate = Responder(id: id)
    register(.responder(delegate), id: id, node: node)
    var owner = delegate
    apply(tables.responder, node: node, to: &owner, what: "a delegate")
    return delegate
  }

  /// A controller with its view, that is not yet anywhere and will not be presented.
  func unplacedController(_ node: Node, frame: Rect? = nil) -> ViewController? {
    guard let controller = bareController(node) else { return nil }
    fill(controller, from: node, frame) { _ in }
    return controller
  }

  /// A controller with its view, that is not yet anywhere.
  func looseController(_ node: Node) -> ViewController? {
    guard let controller = bareController(node) else { return nil }
    presentedController = controller
    fill(controller, from: node) { _ in }
    registerContainer(of: controller, node)
    return controller
  }

  /// A controller that another one presents over the whole window.
  func presented(_ node: Node, by presenting: ViewController) {
    guard let controller = bareController(node) else { return }
    let outside = area
    area = window?.bounds.size ?? area
    presentedController = controller
    fill(controller, from: node) { _ in }
    registerContainer(of: controller, node)
    area = outside
    // Only when the window has everything else is the view in front of it.
    later { [self] in
      tree.planned.present(controller, by: presenting)
      chain(controller, at: node) { [self] in
        if reader.errors.isEmpty, !isGrowing { presenting.present(controller) }
      }
    }
  }

  // The container has an id, because records and requests name it.
  private func registerContainer(of controller: ViewController, _ node: Node) {
    guard let container = controller.prepareContainer() else { return }
    register(.responder(container), id: container.id, node: node)
  }

  private func bareController(_ node: Node) -> ViewController? {
    guard let id = id(of: node, "a controller") else { return nil }
    let controller =
      node["navigationController"] == nil ? ViewController(id: id) : NavigationController(id: id)
    register(.responder(controller), id: id, node: node)
    return controller
  }

  // The view is added before the children, whose views are in front of its own subviews.
  private func fill(
    _ controller: ViewController, from node: Node, _ frame: Rect? = nil, place: (View) -> Void
  ) {
    let outside = self.controller
    self.controller = controller
    defer { self.controller = outside }
    if let viewNode = node["view"] {
      let whole = Rect(origin: .zero, size: area)
      if let view = view(viewNode, frame: frame ?? whole, isArranged: frame != nil) {
        controller.view = view
        place(view)
      }
    } else if node.lacks("view") {
      reader.complain(node.complaint("expected the key \"view\" in a controller, found none"))
    }
    var owner: Responder = controller
    apply(tables.controller, node: node, to: &owner, what: "a controller")
  }
}
