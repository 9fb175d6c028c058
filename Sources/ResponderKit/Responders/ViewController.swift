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

  deinit {
    view?.viewController = nil
    for child in children { child.parent = nil }
    presentedViewController?.presentingViewController = nil
  }

  open override var next: Responder? {
    if let nextOverride { return nextOverride }
    if let presentingViewController { return presentingViewController }
    return view?.superview
  }

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

  /// Presents a controller: its view comes to the front of this one's window.
  public final func present(_ controller: ViewController) {
    if presentedViewController === controller { return }
    dismiss()
    controller.presentingViewController?.presentedViewController = nil
    presentedViewController = controller
    controller.presentingViewController = self
    if let view = controller.view, view.superview == nil { self.view?.window?.addSubview(view) }
  }

  /// Takes away the controller it presents, and its view.
  public final func dismiss() {
    guard let presented = presentedViewController else { return }
    presented.dismiss()
    presented.view?.removeFromSuperview()
    presented.presentingViewController = nil
    presentedViewController = nil
  }

}
