// Records of changes of the tree, by fingers, programs and the configuration alike.

import ResponderKit

extension RecordEncoder {
  func edit(_ report: Report) {
    begin(.edit, at: report.time, frame: nil)
    switch report.kind {
    case .added(let view):
      name(view, in: "add")
      position(of: view)
      lines.key("node")
      lines.view(view)
    case .removed(let view): name(view, in: "remove")
    case .moved(let view):
      name(view, in: "move")
      position(of: view)
    case .changed(let view):
      name(view, in: "set")
      lines.key("node")
      lines.node(view)
    default: preconditionFailure("only changes of the tree come here")
    }
    end(.edit, at: report.path, from: report.otherPath)
  }

  private func name(_ view: View, in edit: StaticString) {
    lines.member("edit", word: edit)
    lines.member("view", view.id)
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
