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
  /// Moves or zooms the content of a scroll view, on its way or at once.
  case scroll(String, to: ScrollTarget, animated: Bool)

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

/// Where a program moves content to.
package enum ScrollTarget: Hashable, Sendable {
  case offset(RequestedPoint)
  /// A scale, and the point of the content at scale 1 that stays where it is.
  case scale(Double, about: RequestedPoint?)
  /// A rectangle of the content at scale 1.
  case rect(RequestedPoint, width: Double, height: Double)
}

/// A point of a request, `[x, y]`.
package struct RequestedPoint: Hashable, Sendable {
  package let x, y: Double

  /// The point with these coordinates.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
