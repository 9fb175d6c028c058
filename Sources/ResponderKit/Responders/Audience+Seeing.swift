// What a client with the conditions of an audience may see of the tree.
//
// A client whose sight is limited to places also knows the views around them, as closed boxes.

extension Audience {
  /// Whether such a client sees a view and what happens in it.
  package func sees(_ view: View) -> Bool { view.wholeAudience.isShown(to: self) }

  /// Whether such a client sees a view that it knows; faster than `sees`.
  package func seesInto(_ view: View) -> Bool {
    seesAllPlaces ? view.audience.isShown(to: self) : sees(view)
  }

  /// Whether such a client knows that a view exists, perhaps only as a closed box with a frame.
  package func knows(_ view: View) -> Bool {
    view.audienceAround.isShown(to: self) || leads(through: view)
  }

  /// Whether such a client sees a responder; for a controller, whether it sees the view.
  package func sees(_ responder: Responder) -> Bool {
    responder.ownView.map { sees($0) } ?? !isLimited
  }

  /// Whether such a client knows that a responder exists; for a controller, whether it sees the
  /// view.
  package func knows(_ responder: Responder) -> Bool {
    (responder as? View).map { knows($0) } ?? sees(responder)
  }

  /// Whether such a client sees a recognizer.
  package func sees(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.view.map { sees($0) } ?? !isLimited
  }

  /// The view that such a client sees: the view itself, or the outermost closed box around it; nil if
  /// its sight is limited and neither is in its places.
  package func shown(_ view: View) -> View? {
    sequence(first: view) { $0.superview }.first {
      $0.audienceAround.isShown(to: self) || sees($0)
    }
  }

  /// The subviews that such a client knows.
  package func known(in view: View) -> ContiguousArray<View> {
    if seesInto(view) { return view.subviews }
    return isLimited ? view.subviews.filter { leads(through: $0) } : []
  }

  // MARK: The way to places

  /// Whether a view is one of the places of such a client, or is around one; places in the view
  /// `leaving` do not count.
  package func leads(through view: View, except leaving: View? = nil) -> Bool {
    guard isLimited, let application = view.application else { return false }
    return application.places.contains { place in
      !place.place.isDisjoint(with: limit) && place.isDescendant(of: view)
        && !(leaving.map { place.isDescendant(of: $0) } ?? false)
        && place.audienceAround.ofPrograms.isSubset(of: self)
    }
  }

  /// The outermost view that such a client knows only because of a place in this view; nil if there is
  /// none.
  package func topOfPath(to view: View) -> View? {
    guard leads(through: view), !view.audienceAround.isShown(to: self) else { return nil }
    var top = view
    while let above = top.superview, !leads(through: above, except: view) { top = above }
    return top
  }
}

extension Application {
  /// Adds a view to the places.
  package final func add(place view: View) {
    if !places.contains(where: { $0 === view }) { places.append(view) }
  }

  /// Removes a view from the places.
  package final func remove(place view: View) { places.removeAll { $0 === view } }
}
