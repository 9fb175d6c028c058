// A responder between a view and what lies around it.

/// The keeper of a root view; it comes after that view in the responder chain.
open class ViewController: Responder {
  /// Its root view.
  public final var view: View? {
    willSet { if view !== newValue { view?.viewController = nil } }
    didSet { view?.viewController = self }
  }
  /// The edges at which touches do not wait for a system's gestures while its view is in front.
  public final var preferredScreenEdgesDeferringSystemGestures: RectEdge = []
  /// The controllers whose views lie in its own.
  public private(set) final var children: ContiguousArray<ViewController> = []
  /// The controller in whose view its own lies.
  public private(set) final unowned var parent: ViewController?
  /// The controller that presents it.
  public private(set) final unowned var presentingViewController: ViewController?
  /// The controller it presents.
  public private(set) final var presentedViewController: ViewController?
  /// Whether, presented, it keeps touches from everything that lies behind it.
  public final var isModal = true
  /// What its view lies in while it is presented and modal.
  public private(set) final var presentationContainer: PresentationContainer?

  deinit {
    view?.viewController = nil
    for child in children { child.parent = nil }
    presentedViewController?.presentingViewController = nil
    presentationContainer?.removeFromSuperview()
  }

  package override final var hierarchyNext: Responder? {
    if let presentingViewController { return presentingViewController }
    // A container that is not in a window yet leads back to this controller.
    return presentationContainer == nil ? view?.superview : nil
  }

  override final var isAttached: Bool { application != nil }

  package override final var path: ViewPath? { view?.currentPath }

  open override var application: Application? {
    view?.application ?? presentingViewController?.application ?? parent?.application
  }

  /// Adds a controller whose view lies in this one's.
  public final func addChild(_ child: ViewController) {
    child.removeFromParent()
    children.append(child)
    child.parent = self
  }

  /// Leaves the parent controller; its view stays where it is.
  public final func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  // MARK: Presenting

  /// Presents a controller: its view comes to the front of this one's window.
  ///
  /// Unless the controller is not modal, its view lies in a container that fills the window and
  /// keeps touches from everything behind it. A controller that presents this one, directly or not,
  /// is not presented by it.
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

  /// Takes away the controller it presents, and its view; what that one presents goes first.
  public final func dismiss() {
    guard let presented = presentedViewController else { return }
    presented.dismiss()
    presented.presentationView?.removeFromSuperview()
    presented.presentingViewController = nil
    presentedViewController = nil
  }

  /// The container of a modal controller, with its view in it; nil for one that is not modal, and
  /// for one whose view lies elsewhere.
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

  /// What comes into the window when it is presented, and leaves when it is dismissed.
  public final var presentationView: View? { presentationContainer ?? view }

  /// Its view has left its place, for another one in the given window.
  final func viewDidLeave(for destination: Window?) {
    guard let container = presentationContainer else {
      return presentationDidLeave(for: destination)
    }
    presentationContainer = nil
    container.removeFromSuperview()
    presentationDidLeave(for: nil)
  }

  /// What was presented has left the window, for another one: it is no longer presented.
  final func presentationDidLeave(for destination: Window?) {
    guard destination == nil, let presenting = presentingViewController else { return }
    presentingViewController = nil
    presenting.presentedViewController = nil
  }
}

extension View {
  /// What controllers in this subtree present outside of it; what is dismissed first comes first.
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
