// What is done at once and is no want.

/// An act on what lives.
package enum Act: Hashable, Sendable {
  /// Makes a responder the first responder, or makes it resign.
  case becomeFirstResponder(String)
  case resignFirstResponder(String)
  /// Makes the first responder resign if it is in a view.
  case endEditing(String)
  /// Cancels a recognizer's attempt, a view's touches, single touches, or everything.
  case cancelTarget(EditTarget)
  case cancelTouches([Int])
  case cancelAll
  /// Moves the content of a scroll view to an offset, on its way or at once.
  case scroll(String, toX: Double, y: Double, animated: Bool)

  /// The declaration of the request that does it.
  package var declaration: Request.Declaration {
    switch self {
    case .becomeFirstResponder: .becomeFirstResponder
    case .resignFirstResponder: .resignFirstResponder
    case .endEditing: .endEditing
    case .cancelTarget, .cancelTouches, .cancelAll: .cancel
    case .scroll: .scrollTo
    }
  }
}
