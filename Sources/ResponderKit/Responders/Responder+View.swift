// Where a responder lies in the tree of views.

extension Responder {
  /// The view that it is, or the root view of the controller that it is.
  final var ownView: View? { self as? View ?? (self as? ViewController)?.view }

  /// Whether its view lies in a subtree.
  final func lies(in root: View) -> Bool { ownView?.isDescendant(of: root) ?? false }

  /// Whether all recognition around its view is stopped.
  final var liesInInhibitedView: Bool { ownView?.inhibitingView != nil }
}
