// What a client may read about the views and recognizers that its request names.

package import ResponderKit

extension VisibleTree {
  // MARK: Names

  /// The name of a responder, for a message.
  package func name(of responder: Responder) -> String { responder.id }

  /// The name of a recognizer, for a message.
  package func name(of recognizer: GestureRecognizer) -> String { recognizer.id }

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

  /// The number of scroll views whose content moves by itself.
  package var movingScrollViews: Int { tree.application.movingScrollViews }

  /// Whether the content of a scroll view moves by itself.
  package func isMoving(_ view: View) -> Bool { (view as? ScrollView)?.isDecelerating ?? false }

  /// Whether a view belongs to a presented controller, in front of everything in its window.
  package func isPresentation(_ view: View) -> Bool {
    view is PresentationContainer || view.superview is PresentationContainer
  }

  /// Whether a view is in the tree, under its name.
  package func holds(_ view: View) -> Bool { tree.holds(view) }

  // MARK: Places

  /// The view of a window's root controller.
  package func rootView(of window: View) -> View? { (window as? Window)?.rootViewController?.view }

  /// A responder that is a view, or the view of a controller.
  package func view(of responder: Responder) -> View? { responder.ownView }

  /// The view that a recognizer is attached to.
  package func view(of recognizer: GestureRecognizer) -> View? { recognizer.view }

  /// The number of views in a view, itself included; no more than `most` are counted.
  package func size(of view: View, most: Int) -> Int {
    var size = 1
    for child in view.subviews where size < most { size += self.size(of: child, most: most - size) }
    return size
  }

  /// The view in which another one will be after the planned edits.
  package func parent(of view: View) -> View? { tree.planned.parent(of: view) }

  /// The window in which a view will be.
  package func window(of view: View) -> View? { tree.planned.window(of: view) }

  /// The programs that may add views of their own to a view.
  package func mountPoint(of view: View) -> MountPoint? {
    tree.mountPoints[view.id]
  }

  /// The responders whose chains change when a view is moved: its controller, and itself.
  package func linked(through view: View) -> [Responder] {
    [view.viewController, view].compactMap { $0 }
  }

  /// The pages that the view of a navigation controller will have, the shown one last.
  package func pages(in view: View) -> [View] {
    tree.planned.subviews(of: view).filter { $0.viewController != nil }
  }

  /// The id of the controller of a view.
  package func nameOfController(of view: View) -> String? { view.viewController?.id }

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
