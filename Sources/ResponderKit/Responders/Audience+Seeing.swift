// What those who meet the conditions of an audience may see of the tree.

extension Audience {
  /// Whether they see a view as it is, and what happens in it.
  package func sees(_ view: View) -> Bool { view.wholeAudience.isSubset(of: self) }

  /// Whether they know that a view is there: perhaps only its place, as something opaque.
  package func knows(_ view: View) -> Bool {
    (view.superview?.wholeAudience ?? []).isSubset(of: self)
  }

  /// Whether they see a responder as it is; of a controller, whether they see its view.
  package func sees(_ responder: Responder) -> Bool {
    responder.nearestView.map { sees($0) } ?? true
  }

  /// Whether they know that a responder is there; of a controller, whether they see its view.
  package func knows(_ responder: Responder) -> Bool {
    (responder as? View).map { knows($0) } ?? sees(responder)
  }

  /// Whether they know of a recognizer.
  package func sees(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.view.map { sees($0) } ?? true
  }

  /// What they see in place of a view: itself, or the outermost opaque one that it lies in.
  package func shown(_ view: View) -> View {
    var answer = view
    var above: View? = view
    while let each = above {
      if !each.audience.isSubset(of: self) { answer = each }
      above = each.superview
    }
    return answer
  }
}

extension Responder {
  /// The view itself, or a controller's view.
  package final var nearestView: View? { self as? View ?? (self as? ViewController)?.view }
}
