// What a client may read about the views and recognizers that its request names.

package import ResponderKit

extension VisibleTree {
  // MARK: Names

  /// A name to show in a message: that of a thing that is hidden is left out.
  package func name(of responder: Responder) -> String {
    audience.knows(responder) ? responder.id : VisibleTree.hiddenName
  }

  /// A name to show in a message: that of a recognizer that is hidden is left out.
  package func name(of recognizer: GestureRecognizer) -> String {
    audience.sees(recognizer) ? recognizer.id : VisibleTree.hiddenName
  }

  /// The placeholder in messages for a name that the client may not know.
  static let hiddenName = "…"

  /// Whether the configuration names the view.
  package func isOne(_ view: View, of ids: [String]) -> Bool { ids.contains(view.id) }

  // MARK: Sorts

  /// The responder, if it is a view.
  package func asView(_ responder: Responder) -> View? { responder as? View }

  /// The responder, if it is a controller.
  package func asController(_ responder: Responder) -> ViewController? {
    responder as? ViewController
  }

  /// Whether a controller shows one of several pages.
  package func isNavigation(_ controller: ViewController) -> Bool {
    controller is NavigationController
  }

  /// Whether a view is a window.
  package func isWindow(_ view: View) -> Bool { view is Window }

  /// Whether a view is a control.
  package func isControl(_ view: View) -> Bool { view is Control }

  /// Whether a view is a scroll view.
  package func isScrollView(_ view: View) -> Bool { view is ScrollView }

  /// Whether a view belongs to a presented controller, in front of everything in its window.
  package func isPresentation(_ view: View) -> Bool {
    view is PresentationContainer || view.superview is PresentationContainer
  }

  /// Whether a view is in the tree, under its name.
  package func holds(_ view: View) -> Bool { tree.holds(view) }

  /// The views that follow the size of a window: the containers of presented controllers.
  package func containers(in window: View) -> [View] {
    window.subviews.filter { $0 is PresentationContainer }
  }

  // MARK: Places

  /// Whether the client sees a view as it is, and what happens in it.
  package func sees(_ view: View) -> Bool { audience.sees(view) }

  /// The view of a window's root controller.
  package func rootView(of window: View) -> View? { (window as? Window)?.rootViewController?.view }

  /// A responder that is a view, or the view of a controller.
  package func view(of responder: Responder) -> View? { responder.ownView }

  /// The view that a recognizer is attached to.
  package func view(of recognizer: GestureRecognizer) -> View? { recognizer.view }

  /// The number of views in a view, itself included, that the client may see.
  package func size(of view: View) -> Int {
    var size = 0
    view.forEachInSubtree { if audience == .all || audience.knows($0) { size += 1 } }
    return size
  }

  /// The number of names in the tree that the client may not see.
  package var hiddenNameCount: Int {
    guard audience != .all, audience.isLimited || !tree.audiences.used.isEmpty else { return 0 }
    return tree.application.windows.reduce(0) { $0 + hiddenNames(in: $1) }
  }

  private func hiddenNames(in view: View) -> Int {
    guard audience.knows(view) else {
      var count = 0
      view.forEachInSubtree { count += namesOfItsOwn(in: $0) }
      return count
    }
    // The id and frame of a closed box are visible.
    let own = audience.seesInto(view) ? 0 : namesOfItsOwn(in: view) - 1
    return view.subviews.reduce(own) { $0 + hiddenNames(in: $1) }
  }

  // A view, what is attached to it, and the controller of which it is the view.
  private func namesOfItsOwn(in view: View) -> Int {
    1 + view.gestureRecognizers.count + (view.viewController == nil ? 0 : 1)
  }

  /// The view in which another one will be after the planned edits.
  package func parent(of view: View) -> View? { tree.planned.parent(of: view) }

  /// The window in which a view will be.
  package func window(of view: View) -> View? { tree.planned.window(of: view) }

  /// The programs that may add views of their own to a view.
  package func mountPoint(of view: View) -> MountPoint? {
    audience.knows(view) ? tree.mountPoints[view.id] : nil
  }

  /// The responders whose chains change when a view is moved: its controller, and itself.
  package func linked(through view: View) -> [Responder] {
    [view.viewController, view].compactMap { $0 }
  }

  /// The pages that the view of a navigation controller will have, the shown one last.
  package func pages(in view: View) -> [View] {
    tree.planned.subviews(of: view).filter { $0.viewController != nil }
  }

  /// The id of the controller of a view; nil if it is hidden.
  package func nameOfController(of view: View) -> String? {
    view.viewController.flatMap { audience.knows($0) ? $0.id : nil }
  }

  // MARK: Presentations

  /// The controller that presents another one.
  package func presenter(of controller: ViewController) -> ViewController? {
    controller.presentingViewController
  }

  /// The controller that another one presents.
  package func presented(by controller: ViewController) -> ViewController? {
    controller.presentedViewController
  }

  /// The view that a presentation adds to the window.
  package func presentationView(of controller: ViewController) -> View? {
    controller.presentationView
  }

  /// The views that are removed with a view: the view, and the views presented from it.
  package func leaving(with view: View) -> [View] {
    // The container of a presented view covers the window for that view alone.
    let view = view.superview as? PresentationContainer ?? view
    return view.presentedFromHere + [view]
  }
}
