// What a client with the conditions of an audience may see of the tree.

extension Audience {
  /// Whether such a client sees a view and what happens in it.
  package func sees(_ view: View) -> Bool { view.wholeAudience.isSubset(of: self) }

  /// Whether such a client knows that a view exists, perhaps only as a closed box with a frame.
  package func knows(_ view: View) -> Bool {
    (view.superview?.wholeAudience ?? []).isSubset(of: self)
  }

  /// Whether such a client sees a responder; for a controller, whether it sees the view.
  package func sees(_ responder: Responder) -> Bool {
    responder.nearestView.map { sees($0) } ?? true
  }

  /// Whether such a client knows that a responder exists; for a controller, whether it sees the
  /// view.
  package func knows(_ responder: Responder) -> Bool {
    (responder as? View).map { knows($0) } ?? sees(responder)
  }

  /// Whether such a client sees a recognizer.
  package func sees(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.view.map { sees($0) } ?? true
  }

  /// The view that such a client sees: the view itself, or the outermost closed box around it.
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
  /// The responder itself if it is a view, or a controller's view.
  package final var nearestView: View? { self as? View ?? (self as? ViewController)?.view }
}
