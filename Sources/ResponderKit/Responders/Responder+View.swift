// The view of a responder.

extension Responder {
  /// The responder itself if it is a view, or the root view of a controller.
  package final var ownView: View? { self as? View ?? (self as? ViewController)?.view }

  /// Whether the responder's view is in a subtree.
  package final func lies(in root: View) -> Bool { ownView?.isDescendant(of: root) ?? false }

  /// Whether the responder's view is in an inhibited view.
  final var liesInInhibitedView: Bool { ownView?.inhibitingView != nil }
}
