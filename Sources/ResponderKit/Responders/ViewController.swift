// A responder between a view and its superview.

/// The controller of a root view; it is the view's next responder.
open class ViewController: Responder {
  package override class var kindWord: StaticString { "viewController" }

  /// The root view.
  public final var view: View? {
    willSet { if view !== newValue { view?.viewController = nil } }
    didSet {
      view?.viewController = self
      pagesDidChange()
      view?.superview?.viewController?.pagesDidChange()
    }
  }
  /// The edges at which touches do not wait for system gestures while the view is in front.
  public final var preferredScreenEdgesDeferringSystemGestures: RectEdge = []
  /// The controllers whose views are in this controller's view.
  public private(set) final var children: ContiguousArray<ViewController> = []
  /// The controller in whose view this controller's view is.
  public private(set) final unowned var parent: ViewController?
  /// The controller that presents this one.
  public private(set) final unowned var presentingViewController: ViewController?
  /// The controller that this one presents.
  public private(set) final var presentedViewController: ViewController?
  /// Whether a presented controller keeps touches from all views behind it.
  public final var isModal = true
  /// The container of the view while the controller is presented and modal.
  public private(set) final var presentationContainer: PresentationContainer?

  deinit {
    view?.viewController = nil
    for child in children { child.parent = nil }
    presentedViewController?.presentingViewController = nil
    presentationContainer?.removeFromSuperview()
  }

  package override final var hierarchyNext: Responder? {
    if let presentingViewController { return presentingViewController }
    // A container that is in no window yet has this controller as next responder.
    return presentationContainer == nil ? view?.superview : nil
  }

  override final var isAttached: Bool { application != nil }

  package override final var path: ViewPath? { view?.currentPath }

  open override var application: Application? {
    view?.application ?? presentingViewController?.application ?? parent?.application
  }

  /// Adds a controller whose view is in this controller's view.
  public final func addChild(_ child: ViewController) {
    child.removeFromParent()
    children.append(child)
    child.parent = self
  }

  /// Removes the controller from its parent; its view stays where it is.
  public final func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  // MARK: Presenting

  /// Presents a controller: its view comes to the front of this controller's window.
  ///
  /// The view of a modal controller is in a container that fills the window and keeps touches from
  /// all views behind it. A controller that presents this one, directly or indirectly, cannot be
  /// presented by it.
  public final func present(_ controller: ViewController) {
    if presentedViewController === controller { return }
    var above: ViewController? = self
    while let each = above {
      if each === controller { return }
      above = each.presentingViewController
    }
    dismiss()
    controller.presentingViewController?.dismiss()
    presentedViewController = controller
    controller.presentingViewController = self
    guard let window = view?.window else { return }
    if let container = controller.prepareContainer() {
      container.fill(window)
      window.addSubview(container)
    } else if let view = controller.view, view.superview == nil {
      window.addSubview(view)
    }
  }

  /// Dismisses the presented controller and removes its view; what that one presents goes first.
  public final func dismiss() {
    guard let presented = presentedViewController else { return }
    presented.dismiss()
    presented.presentationView?.removeFromSuperview()
    presented.presentingViewController = nil
    presentedViewController = nil
  }

  /// The container of a modal controller, with its view in it; nil for a controller that is not
  /// modal, or whose view is in another superview.
  @discardableResult
  package final func prepareContainer() -> PresentationContainer? {
    if let presentationContainer {
      if isModal { return presentationContainer }
      view?.removeFromSuperview()
    }
    guard isModal, let view, view.superview == nil else { return nil }
    let container = PresentationContainer(of: self)
    container.addSubview(view)
    presentationContainer = container
    return container
  }

  /// The view that is added to the window by a presentation.
  public final var presentationView: View? { presentationContainer ?? view }

  /// Called when views of controllers were added to the root view, removed from it, or put into
  /// another order.
  func pagesDidChange() {}

  /// Called when the view has left its superview; `destination` is the window of its next
  /// superview.
  final func viewDidLeave(for destination: Window?) {
    guard let container = presentationContainer else {
      return presentationDidLeave(for: destination)
    }
    presentationContainer = nil
    container.removeFromSuperview()
    presentationDidLeave(for: nil)
  }

  /// Called when the presented view has left the window: the controller is no longer presented.
  final func presentationDidLeave(for destination: Window?) {
    guard destination == nil, let presenting = presentingViewController else { return }
    presentingViewController = nil
    presenting.presentedViewController = nil
  }
}

extension View {
  /// The views that controllers in this subtree present outside of it, in the order of dismissal.
  package final var presentedFromHere: [View] {
    var found: [View] = []
    forEachInSubtree { each in
      let presented = each.viewController?.presentedViewController
      guard let outside = presented?.presentationView, !outside.isDescendant(of: self),
        !found.contains(where: { outside.isDescendant(of: $0) })
      else { return }
      found += outside.presentedFromHere + [outside]
    }
    return found
  }
}
