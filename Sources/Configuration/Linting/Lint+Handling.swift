// Warnings about touches that a control does not track, and touches whose end is not handled.

import ResponderKit

extension Lint {
  /// Warns of views in a control that take the touches on them: the control tracks only touches of
  /// which it is the hit view itself.
  func deadParts(of control: Control, in view: View) {
    for child in view.subviews where child.isUserInteractionEnabled && !(child is Control) {
      if child.isPassthrough {
        deadParts(of: control, in: child)
      } else if child.hitRedirect == nil {
        warn(
          nodes[child.id],
          "a finger on it does not operate \"\(control.id)\" around it; set "
            + "isUserInteractionEnabled: false")
      }
    }
  }

  /// Warns of a responder that keeps touches which begin, but not their end.
  func touchesWithoutEnd(for responder: Responder) {
    guard responder.handles.contains(.touchesBegan), responder.forwards.touches == .none,
      !responder.handles.isSuperset(of: [.touchesEnded, .touchesCancelled]),
      !(responder is Control)
    else { return }
    warn(
      nodes[responder.id],
      "touches begin for it, but not all end for it; write handles: [touches], or pass them on "
        + "with forwards")
  }
}
