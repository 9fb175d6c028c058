// Records of edits for clients with limited sight: where their places are, and the views around them
// as closed boxes.
//
// They read what happens in a place with all other clients. The views around it have records of their
// own, because other clients read more about these views.

package import ResponderKit

extension RecordEncoder {
  /// Adds the sight of a client, if it is limited.
  package func follow(_ audience: Audience) {
    guard audience.isLimited, !limitedAudiences.contains(audience) else { return }
    limitedAudiences.append(audience)
  }

  /// Writes that a view was added, if it is a place or has one in it.
  func addedPathToPlace(to view: View, at time: Instant) {
    for audience in limitedAudiences {
      guard let top = audience.topOfPath(to: view) else { continue }
      begin(.edit, at: time, frame: nil)
      lines.member("edit", word: "add")
      lines.member("view", top.id)
      position(of: top, for: audience)
      lines.key("node")
      lines.view(top, for: audience)
      endPathToPlace(through: top, for: audience)
    }
  }

  /// Writes that a view is removed, if it is a place or has one in it; called before the removal.
  func removedPathToPlace(to view: View, at time: Instant) {
    for audience in limitedAudiences {
      guard let top = audience.topOfPath(to: view) else { continue }
      removedPathToPlace(through: top, for: audience, at: time)
    }
  }

  func removedPathToPlace(through view: View, for audience: Audience, at time: Instant) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "remove")
    lines.member("view", view.id)
    endPathToPlace(through: view, for: audience)
  }

  /// The windows that clients with limited sight know of, each with such a sight.
  func pathsToPlaces(in application: Application) -> [(window: Window, audience: Audience)] {
    application.windows.flatMap { window in
      limitedAudiences.filter { $0.topOfPath(to: window) != nil }.map { (window, $0) }
    }
  }

  /// Writes that the position of a view has changed, if it is a place or has one in it.
  func changedPathToPlace(through view: View, at time: Instant) {
    for audience in limitedAudiences where audience.leads(through: view) && !audience.sees(view) {
      begin(.edit, at: time, frame: nil)
      lines.member("edit", word: "set")
      lines.member("view", view.id)
      lines.key("node")
      lines.node(view, for: audience)
      endPathToPlace(through: view, for: audience)
    }
  }

  /// Writes that a view has another index, if it is a place or has one in it.
  func movedPathToPlace(through view: View, at time: Instant) {
    for audience in limitedAudiences
    where audience.leads(through: view) && !view.audienceAround.isShown(to: audience) {
      begin(.edit, at: time, frame: nil)
      lines.member("edit", word: "move")
      lines.member("view", view.id)
      position(of: view, for: audience)
      endPathToPlace(through: view, for: audience)
    }
  }

  // Siblings that the client does not know do not count.
  private func position(of view: View, for audience: Audience) {
    let siblings: ContiguousArray<View>
    if let parent = view.superview {
      lines.member("to", parent.id)
      siblings = audience.known(in: parent)
    } else {
      siblings = ContiguousArray(
        view.application?.windows.lazy.filter { audience.knows($0) }.map { $0 as View } ?? [])
    }
    if let index = siblings.firstIndex(where: { $0 === view }) { lines.member("index", index) }
  }

  private func endPathToPlace(through view: View, for audience: Audience) {
    end(.edit, at: view.path)
    makePublic()
    limitRecord(to: audience, among: .all)
  }

  /// Makes the latest record public.
  func makePublic() { encoded.makeLatestPublic() }

  /// Restricts the latest record to clients with exactly this sight.
  func limitRecord(to audience: Audience, among: Audience) {
    encoded.limitLatest(to: audience, among: among)
  }
}
