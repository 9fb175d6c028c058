// Records of edits. Whoever may not see into a view is told where it lies, and no more.
//
//     public record: the view as something opaque ──► for its audience: what it is ──► what is in it

package import ResponderKit

extension RecordEncoder {
  /// A view is another now: its properties, its recognizers or its handling; perhaps its place.
  package func changed(_ view: View, at time: Instant, isElsewhere: Bool = false) {
    let outside = view.superview?.path?.audience ?? []
    let inside = view.path?.audience ?? []
    if inside == outside || isElsewhere { set(view, at: time, for: outside) }
    if inside != outside { set(view, at: time, for: inside) }
  }

  /// A view has come, with everything below it; a window has no parent.
  package func added(_ view: View, at time: Instant) {
    added(view, at: time, for: view.superview?.path?.audience ?? [])
  }

  /// A view goes, with everything below it; say it before it is taken out of the tree.
  package func removed(_ view: View, at time: Instant) {
    removed(view, at: time, for: view.superview?.path?.audience ?? [])
  }

  /// Whether a view is content that its scroll view may have zoomed, as no record of an edit tells.
  private func isZoomed(_ view: View) -> Bool {
    guard let scrollView = view.superview as? ScrollView else { return false }
    return scrollView.zoomView === view || view.transform != .identity
  }

  /// A view has another parent or another place among its siblings; where did it lie before?
  package func moved(_ view: View, at time: Instant, from former: ViewPath?) {
    let before = former?.above?.audience ?? []
    let now = view.superview?.path?.audience ?? []
    let former = former === view.path ? nil : former
    guard before == now else {
      removed(view, at: time, for: before, from: former)
      return added(view, at: time, for: now)
    }
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "move")
    lines.member("view", view.id)
    place(of: view)
    end(.edit, at: view.path, from: former, for: now)
  }

  /// Lets a view lie in another one, or at another place in the same, with what has to be said before
  /// and after; `tell` gets where it lay before.
  package func move(
    _ view: View, into parent: View, at time: Instant, _ move: () -> Void,
    tell: (ViewPath?) -> Void
  ) {
    let former = view.path
    let isHere = view.superview === parent
    let isZoomed = !isHere && isZoomed(view)
    let presentations = hidesAny && !isHere ? presentations(from: view) : []
    if (view.superview?.wholeAudience ?? []) != parent.wholeAudience {
      willChangeAudience(of: view)
    }
    move()
    tell(former)
    if isZoomed { changed(view, at: time, isElsewhere: true) }
    changedPresenters(presentations, at: time)
  }

  /// Lets other people than before see into a view, with what has to be said before and after.
  package func changeAudience(of view: View, at time: Instant, _ change: () -> Void) {
    let presentations = presentations(from: view)
    willChangeAudience(of: view)
    change()
    changedAudience(of: view, at: time)
    changedPresenters(presentations, at: time)
  }

  /// Other people than before will see into a view: what goes on in it ends for those who have been
  /// told of it. Say it before.
  private func willChangeAudience(of view: View) {
    guard let application = view.application else { return }
    application.endAll(in: view, because: .touchesCancelled(.request))
    encode(application.outbox)
    application.outbox.removeAll()
  }

  /// Other people than before may see into a view.
  package func changedAudience(of view: View, at time: Instant) {
    removed(view, at: time, for: view.superview?.path?.audience ?? [])
    added(view, at: time)
  }

  /// The views of controllers that something in a view presents, each with whether those who see it
  /// are told by whom; for `changedPresenters`, when others than before may see into the view.
  private func presentations(from view: View) -> [(view: View, isPresenterTold: Bool)] {
    var found: [(view: View, isPresenterTold: Bool)] = []
    view.forEachInSubtree { each in
      guard let presenter = each.viewController,
        let presented = presenter.presentedViewController?.view
      else { return }
      found.append((presented, presented.wholeAudience.sees(presenter)))
    }
    return found
  }

  /// Tells of the presented views whose presenter may be named now, or no longer.
  private func changedPresenters(
    _ before: [(view: View, isPresenterTold: Bool)], at time: Instant
  ) {
    for (view, wasTold) in before {
      guard let presenter = view.viewController?.presentingViewController,
        view.wholeAudience.sees(presenter) != wasTold
      else { continue }
      set(view, at: time, for: view.wholeAudience)
    }
  }

  private func removed(
    _ view: View, at time: Instant, for audience: Audience, from former: ViewPath? = nil
  ) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "remove")
    lines.member("view", view.id)
    end(.edit, at: view.path, from: former, for: audience)
  }

  private func added(_ view: View, at time: Instant, for audience: Audience) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "add")
    lines.member("view", view.id)
    place(of: view)
    lines.key("node")
    lines.view(view, for: hidesAny ? audience : .all)
    end(.edit, at: view.path, for: audience)
    if hidesAny { reveal(view, at: time, to: audience) }
  }

  private func set(_ view: View, at time: Instant, for audience: Audience) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "set")
    lines.member("view", view.id)
    lines.key("node")
    lines.node(view, for: hidesAny ? audience : .all)
    end(.edit, at: view.path, for: audience)
  }

  /// Tells the audiences of opaque views what these are and what is in them.
  private func reveal(_ view: View, at time: Instant, to audience: Audience) {
    let inside = audience.union(view.audience)
    guard inside != audience else {
      for child in view.subviews { reveal(child, at: time, to: audience) }
      return
    }
    set(view, at: time, for: inside)
    for child in view.subviews { added(child, at: time, for: inside) }
  }

  private func place(of view: View) {
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
