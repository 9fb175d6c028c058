// Records of edits. A client outside of a view's audience reads only the frame of a closed box.
//
//     public record: the closed box ──► for the audience: the view ──► for it: the subviews
//
// Clients with limited sight read the path to their places in records of their own.

package import ResponderKit

extension RecordEncoder {
  /// Writes that the properties, recognizers or handling of a view have changed, perhaps its
  /// position.
  package func changed(_ view: View, at time: Instant, isElsewhere: Bool = false) {
    view.application?.forgetChange(of: view)
    let outside = audienceAround(view)
    let inside = view.path?.audience ?? []
    if isElsewhere, !view.audience.isSubset(of: outside) { set(view, at: time, for: outside) }
    set(view, at: time, for: inside)
    if isElsewhere { changedPathToPlace(through: view, at: time) }
  }

  /// Writes that views have changed because of edits of other views.
  package func changedByOthers(in application: Application, at time: Instant) {
    for view in application.takeChangedViews() { changed(view, at: time) }
  }

  /// Writes that a view was added, with its subviews; a window has no parent.
  package func added(_ view: View, at time: Instant) {
    view.application?.forgetChange(of: view)
    batch?.add(view)
    added(view, at: time, for: audienceAround(view))
    addedPathToPlace(to: view, at: time)
  }

  // The audience of what lies around a view.
  func audienceAround(_ view: View) -> Audience {
    view.superview?.path?.audience ?? view.audienceAround
  }

  /// Writes that a view is removed, with its subviews; called before the removal.
  package func removed(_ view: View, at time: Instant) {
    removed(view, at: time, for: audienceAround(view))
    removedPathToPlace(to: view, at: time)
  }

  /// Whether a view is content that its scroll view may have zoomed, which edit records do not
  /// report.
  private func isZoomed(_ view: View) -> Bool {
    guard let scrollView = view.superview as? ScrollView else { return false }
    return scrollView.zoomView === view || view.transform != .identity
  }

  /// Writes that a view has another parent or index; `former` is its earlier path.
  package func moved(_ view: View, at time: Instant, from former: ViewPath?) {
    let before = former?.above?.audience ?? view.application?.outermost ?? []
    let now = audienceAround(view)
    let former = former === view.path ? nil : former
    guard before == now else {
      removed(view, at: time, for: before, from: former)
      return added(view, at: time, for: now)
    }
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "move")
    lines.member("view", view.id)
    position(of: view)
    endEdit(of: view, from: former, for: now)
    if former == nil { movedPathToPlace(through: view, at: time) }
  }

  /// Moves a view into a parent, with the records before and after; `record` receives the earlier
  /// path.
  package func move(
    _ view: View, into parent: View, at time: Instant, _ move: () -> Void,
    record: (ViewPath?) -> Void
  ) {
    let former = view.path
    let isHere = view.superview === parent
    let isNew = view.application == nil
    if !isHere { batch?.willChange(view) }
    let isZoomed = !isHere && isZoomed(view)
    let presentations = hidesAny && !isHere ? presentations(from: view) : []
    let isOnPathToPlace = !isHere && limitedAudiences.contains { $0.topOfPath(to: view) != nil }
    if isOnPathToPlace || view.audienceAround != parent.wholeAudience {
      willChangeAudience(of: view)
    }
    if isOnPathToPlace { removedPathToPlace(to: view, at: time) }
    move()
    record(former)
    if !isHere, !isNew { addedPathToPlace(to: view, at: time) }
    if isZoomed { changed(view, at: time, isElsewhere: true) }
    changedPresenters(presentations, at: time)
  }

  /// Changes the audience of a view, with the records before and after.
  package func changeAudience(of view: View, at time: Instant, _ change: () -> Void) {
    batch?.willChange(view)
    let presentations = presentations(from: view)
    willChangeAudience(of: view)
    removedPathToPlace(to: view, at: time)
    change()
    changedAudience(of: view, at: time)
    addedPathToPlace(to: view, at: time)
    changedPresenters(presentations, at: time)
  }

  /// Ends touches and gestures in a view for the clients that read their beginnings, before its
  /// audience changes.
  private func willChangeAudience(of view: View) {
    guard let application = view.application else { return }
    application.endAll(in: view, because: .touchesCancelled(.request))
    encode(application.outbox)
    application.outbox.removeAll()
  }

  /// Writes a view again after its audience has changed.
  private func changedAudience(of view: View, at time: Instant) {
    removed(view, at: time, for: audienceAround(view))
    added(view, at: time, for: audienceAround(view))
  }

  /// The views that controllers in a view present, each with whether its audience may read the
  /// presenter's name; for `changedPresenters`, when an audience changes.
  private func presentations(from view: View) -> [(view: View, isPresenterShown: Bool)] {
    var found: [(view: View, isPresenterShown: Bool)] = []
    view.forEachInSubtree { each in
      guard let presenter = each.viewController,
        let presented = presenter.presentedViewController?.view
      else { return }
      found.append((presented, presented.wholeAudience.sees(presenter)))
    }
    return found
  }

  /// Writes presented views again whose presenter may be named now, or no longer.
  private func changedPresenters(
    _ before: [(view: View, isPresenterShown: Bool)], at time: Instant
  ) {
    for (view, wasShown) in before {
      guard let presenter = view.viewController?.presentingViewController,
        view.wholeAudience.sees(presenter) != wasShown
      else { continue }
      set(view, at: time, for: view.wholeAudience)
    }
  }

  func removed(
    _ view: View, at time: Instant, for audience: Audience, from former: ViewPath? = nil
  ) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "remove")
    lines.member("view", view.id)
    endEdit(of: view, from: former, for: audience)
  }

  func added(_ view: View, at time: Instant, for audience: Audience) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "add")
    lines.member("view", view.id)
    position(of: view)
    lines.key("node")
    lines.view(view, for: hidesAny ? audience : .all)
    endEdit(of: view, withNode: true, withSubviews: true, for: audience)
    if hidesAny { reveal(view, at: time, to: audience) }
  }

  private func set(_ view: View, at time: Instant, for audience: Audience) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "set")
    lines.member("view", view.id)
    lines.key("node")
    lines.node(view, for: hidesAny ? audience : .all)
    endEdit(of: view, withNode: true, for: audience)
  }

  /// Writes closed boxes and their subviews for their audiences.
  private func reveal(_ view: View, at time: Instant, to audience: Audience) {
    let inside = audience.union(view.audience)
    guard inside != audience else {
      for child in view.subviews { reveal(child, at: time, to: audience) }
      return
    }
    set(view, at: time, for: inside)
    for child in view.subviews { added(child, at: time, for: inside) }
  }

  private func position(of view: View) {
    if let parent = view.superview {
      lines.member("to", parent.id)
      if let index = parent.position(of: view) {
        lines.member("index", index)
      }
    } else if let index = view.application?.windows.firstIndex(where: { $0 === view }) {
      lines.member("index", index)
    }
  }
}
