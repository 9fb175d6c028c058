// Records of edits for clients with limited sight: where their places are, and the views around them
// as closed boxes.
//
// They read what happens in a place with all other clients. The views around it have records of their
// own, because other clients read more about these views.

package import ResponderKit

extension RecordEncoder {
  /// Adds the sight of a client, if it is limited.
  package func follow(_ look: Audience) {
    guard look.isLimited, !limitedLooks.contains(look) else { return }
    limitedLooks.append(look)
  }

  /// Writes that a view was added, if it is a place or has one in it.
  func addedWay(to view: View, at time: Instant) {
    for look in limitedLooks {
      guard let top = look.wayTop(to: view) else { continue }
      begin(.edit, at: time, frame: nil)
      lines.member("edit", word: "add")
      lines.member("view", top.id)
      place(of: top, for: look)
      lines.key("node")
      lines.view(top, for: look)
      endWay(through: top, for: look)
    }
  }

  /// Writes that a view is removed, if it is a place or has one in it; called before the removal.
  func removedWay(to view: View, at time: Instant) {
    for look in limitedLooks {
      guard let top = look.wayTop(to: view) else { continue }
      removedWay(through: top, for: look, at: time)
    }
  }

  func removedWay(through view: View, for look: Audience, at time: Instant) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "remove")
    lines.member("view", view.id)
    endWay(through: view, for: look)
  }

  /// The windows that clients with limited sight know of, each with such a sight.
  func ways(in application: Application) -> [(window: Window, look: Audience)] {
    application.windows.flatMap { window in
      limitedLooks.filter { $0.wayTop(to: window) != nil }.map { (window, $0) }
    }
  }

  /// Writes that the position of a view has changed, if it is a place or has one in it.
  func changedWay(through view: View, at time: Instant) {
    for look in limitedLooks where look.leads(through: view) && !look.sees(view) {
      begin(.edit, at: time, frame: nil)
      lines.member("edit", word: "set")
      lines.member("view", view.id)
      lines.key("node")
      lines.node(view, for: look)
      endWay(through: view, for: look)
    }
  }

  /// Writes that a view has another index, if it is a place or has one in it.
  func movedWay(through view: View, at time: Instant) {
    for look in limitedLooks
    where look.leads(through: view) && !view.audienceAround.isShown(to: look) {
      begin(.edit, at: time, frame: nil)
      lines.member("edit", word: "move")
      lines.member("view", view.id)
      place(of: view, for: look)
      endWay(through: view, for: look)
    }
  }

  // Siblings that the client does not know do not count.
  private func place(of view: View, for look: Audience) {
    let siblings: ContiguousArray<View>
    if let parent = view.superview {
      lines.member("to", parent.id)
      siblings = look.known(in: parent)
    } else {
      siblings = ContiguousArray(
        view.application?.windows.lazy.filter { look.knows($0) }.map { $0 as View } ?? [])
    }
    if let index = siblings.firstIndex(where: { $0 === view }) { lines.member("index", index) }
  }

  private func endWay(through view: View, for look: Audience) {
    end(.edit, at: view.path)
    makePublic()
    limitRecord(to: look, among: .all)
  }

  /// Makes the latest record public.
  func makePublic() { book.records[book.records.count - 1].audience = [] }

  /// Restricts the latest record to clients with exactly this sight.
  func limitRecord(to look: Audience, among: Audience) {
    book.records[book.records.count - 1].onlyFor = look
    book.records[book.records.count - 1].among = among
  }
}
