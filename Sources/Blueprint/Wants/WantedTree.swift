// All things that a text wants, by their ids, with their places among the views.

import YAML

/// The application of a text, with everything in it.
package final class WantedTree {
  /// Where a view is in the tree that is built.
  struct Place: Hashable {
    /// The view that it is in; nil for a window, and for a view that is presented.
    var superview: String?
    var role: Role
  }

  /// What a view is to its window: a view with another role is another view.
  struct Role: Hashable {
    let kind: WantedThing.Kind
    let window: String
    /// The controller of the view.
    let controller: String?
    let isNavigation: Bool
    let isRoot: Bool
    /// The controller that presents the view's controller.
    let presenter: String?
    let isModal: Bool
  }

  let application: WantedThing
  /// All things by their ids.
  private(set) var things: [String: WantedThing] = [:]
  /// The views with a window before all in it, what is presented after what it is in front of.
  private(set) var views: [WantedThing] = []
  private(set) var places: [String: Place] = [:]
  /// The controllers of views, by the ids of the views.
  private(set) var controllers: [String: WantedThing] = [:]
  /// The ids of the views of recognizers.
  private(set) var owners: [String: String] = [:]
  /// The views in each view, from back to front.
  private(set) var subviews: [String: [String]] = [:]
  // What a window presents comes in front of all else in it.
  private var presented: [(controller: WantedThing, presenter: String)] = []

  /// The wants of a text that has no errors.
  convenience init(_ application: Node?) { self.init(.application(application)) }

  /// The application with everything in it.
  init(_ application: WantedThing) {
    self.application = application
    register(self.application)
    for delegate in self.application.children(.delegate) { register(delegate) }
    for window in self.application.children(.window) {
      add(window, in: nil, window: window.id)
      while !presented.isEmpty {
        let (controller, presenter) = presented.removeFirst()
        add(controller, in: nil, window: window.id, presenter: presenter)
      }
    }
  }

  private func register(_ thing: WantedThing) { things[thing.id] = thing }

  private func add(
    _ thing: WantedThing, in superview: String?, window: String, presenter: String? = nil
  ) {
    let controller = thing.viewKind == nil ? thing : nil
    guard let view = controller == nil ? thing : thing.view else { return }
    register(view)
    views.append(view)
    if let superview { subviews[superview, default: []].append(view.id) }
    places[view.id] = Place(
      superview: superview,
      role: Role(
        kind: view.kind, window: window, controller: controller?.id,
        isNavigation: controller?.kind == .viewController(isNavigation: true),
        isRoot: thing.relation == .root, presenter: presenter, isModal: thing.isModal))
    for recognizer in view.children(.part) + view.children(.recognizer) {
      register(recognizer)
      owners[recognizer.id] = view.id
    }
    for child in view.children(.root) { add(child, in: view.id, window: window) }
    for page in controller?.children(.page) ?? [] { add(page, in: view.id, window: window) }
    for child in view.children(.subview) { add(child, in: view.id, window: window) }
    for child in controller?.children(.child) ?? [] { add(child, in: view.id, window: window) }
    guard let controller else { return }
    register(controller)
    controllers[view.id] = controller
    if let next = controller.presented { presented.append((next, controller.id)) }
  }

  /// The outermost thing with a view: its controller, or the view itself.
  func outermost(_ view: WantedThing) -> WantedThing { controllers[view.id] ?? view }
}
