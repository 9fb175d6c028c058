// Records of changes of the tree, by fingers, programs and the configuration alike.

import Protocol
import ResponderKit

extension RecordEncoder {
  func added(_ view: View, _ report: Report) {
    edit("added", view, report) {
      position(of: view)
      lines.key("node")
      lines.view(view, node)
    }
  }

  func removed(_ view: View, _ report: Report) { edit("removed", view, report) {} }

  func moved(_ view: View, _ report: Report) { edit("moved", view, report) { position(of: view) } }

  func changed(_ view: View, _ report: Report) {
    edit("changed", view, report) {
      lines.key("node")
      lines.beginObject()
      node(view, lines)
      lines.endObject()
    }
  }

  private func edit(_ word: StaticString, _ view: View, _ report: Report, _ write: () -> Void) {
    if summarizesEdits {
      guard !hasSummary else { return }
      hasSummary = true
      begin(.edit, at: report.time, frame: nil)
      lines.member("edit", word: "all")
      return end(.edit)
    }
    begin(.edit, at: report.time, frame: nil)
    lines.member("edit", word: word)
    lines.member("view", view.id)
    if editsAreByTouch { lines.member("by", word: "touch") }
    write()
    end(.edit, at: report.path, from: report.otherPath)
  }

  // The view that it is in, and the sibling directly behind it; null for the one behind all others.
  private func position(of view: View) {
    let behind: View?
    if let parent = view.superview {
      lines.member("parent", parent.id)
      behind = parent.position(of: view).flatMap { $0 > 0 ? parent.subviews[$0 - 1] : nil }
    } else {
      let windows = view.application?.windows ?? []
      let index = windows.firstIndex { $0 === view } ?? 0
      behind = index > 0 ? windows[index - 1] : nil
    }
    lines.key("above")
    if let behind { lines.string(behind.id) } else { lines.raw("null") }
  }
}
