// Records of changes of the tree, by fingers, programs and the configuration alike.

import ResponderKit

extension RecordEncoder {
  func added(_ view: View, _ report: Report) {
    edit("add", view, report) {
      position(of: view)
      lines.key("node")
      lines.view(view)
    }
  }

  func removed(_ view: View, _ report: Report) { edit("remove", view, report) {} }

  func moved(_ view: View, _ report: Report) { edit("move", view, report) { position(of: view) } }

  func changed(_ view: View, _ report: Report) {
    edit("set", view, report) {
      lines.key("node")
      lines.node(view)
    }
  }

  private func edit(_ word: StaticString, _ view: View, _ report: Report, _ write: () -> Void) {
    begin(.edit, at: report.time, frame: nil)
    lines.member("edit", word: word)
    lines.member("view", view.id)
    write()
    end(.edit, at: report.path, from: report.otherPath)
  }

  private func position(of view: View) {
    if let parent = view.superview {
      lines.member("to", parent.id)
      if let index = parent.position(of: view) { lines.member("index", index) }
    } else if let index = view.application?.windows.firstIndex(where: { $0 === view }) {
      lines.member("index", index)
    }
  }
}
