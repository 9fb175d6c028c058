// Edits of the pages of navigation controllers.

import Blueprint
import Wire

extension EditPlan {
  /// Plans that a page comes in front of the one that is shown; bars in front of it stay in front.
  func push(
    _ json: JSON, to name: String, isOwned: Bool, _ path: String
  ) throws(ProtocolError) {
    let parent = try navigationView(name, "\(path).to")
    let position = pages(in: parent).last.map { VisibleTree.Position.above($0) } ?? .index(0)
    try addController(json, to: parent, position, isOwned: isOwned, "\(path).viewController")
  }

  /// Plans that the page that is shown is removed, or all pages in front of a page.
  func pop(_ name: String, to target: String?, _ path: String) throws(ProtocolError) {
    let pages = pages(in: try navigationView(name, "\(path).from"))
    guard pages.count > 1 else {
      throw ProtocolError(
        .invalidEdit,
        "\(path).from: expected a navigation controller with a page behind the one that is shown, "
          + "found \"\(name)\" with \(pages.isEmpty ? "no page" : "one page")",
        path: "\(path).from")
    }
    var first = pages.count - 1
    if let target {
      let controller = tree.asController(try responder(target, "\(path).to"))
      let view = controller.flatMap { tree.view(of: $0) }
      guard let index = pages.firstIndex(where: { $0 === view }) else {
        throw ProtocolError(
          .invalidEdit, "\(path).to: \"\(target)\" is not the controller of a page of \"\(name)\"",
          path: "\(path).to")
      }
      first = index + 1
    }
    for page in pages[first...].reversed() {
      try requireRemoving(page, "\(path).from")
      if let name = tree.nameOfController(of: page) { steps.answer(popped: name) }
      remove(page)
    }
  }

  private func pages(in view: ViewHandle) -> [ViewHandle] {
    tree.pages(in: view).filter { !isRemoved($0) }
  }

  /// The view of a navigation controller.
  private func navigationView(_ name: String, _ path: String) throws(ProtocolError) -> ViewHandle {
    guard let controller = tree.asController(try responder(name, path)),
      tree.isNavigation(controller), let view = tree.view(of: controller)
    else {
      throw ProtocolError(
        .invalidEdit,
        "\(path): expected a navigation controller, found \"\(name)\"; a controller with the key "
          + "navigationController is one", path: path)
    }
    return view
  }
}
