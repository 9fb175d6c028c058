// One tree with all that belongs to it: what is wanted of it, the engine in which it lives, and the
// records of what happens there.
//
//     public windows   the file's tree, in which a private window is a box
//     private window   a tree of its own: a program that does not read it has no way to what is in it

import Protocol
package import Records
package import ResponderKit

/// The public windows together, or one private window.
package final class Scene {
  /// The private window; nil for the public ones.
  package let window: String?
  package let tree: Tree
  package let wants: Wants
  package let session: Session
  package let stream: RecordStream
  /// The box of the private window, while it is there.
  package var box: Window?
  // What was last wanted of the box, and of the application around it.
  private var followed: (values: [JSON.Member], delegate: WantedThing?, box: WantedThing?)?

  /// The public windows.
  package init(_ tree: Tree, _ wants: Wants, keeping limit: Int) {
    window = nil
    self.tree = tree
    self.wants = wants
    session = Session(tree, wants.tree)
    stream = RecordStream(limit: limit)
  }

  /// A private window that has nothing in it yet.
  package init(
    window: String, beside shared: Scene, keeping limit: Int,
    mayPut: @escaping (PutOwner, () -> [WantedThing]) -> Bool
  ) {
    self.window = window
    tree = Tree(
      application: Application(id: shared.tree.application.id), screens: shared.tree.copiedScreens,
      isInside: true)
    let application = shared.wants.tree.application.with(values: []).with(children: [])
    wants = Wants(file: WantedTree(application), mayPut: mayPut)
    session = Session(tree, wants.tree, stream: window)
    stream = RecordStream(limit: limit, bytes: RecordStream.privateBytes)
  }

  /// What must happen to the tree of a private window so that it has what the public windows' tree
  /// wants of it; nil if that is as before.
  package func difference(
    following shared: Scene, madeAgain: Bool
  ) -> TreeDifference? {
    let application = shared.wants.tree.application
    let box = window.flatMap { shared.wants.tree.thing($0) }.flatMap { $0.isPrivate ? $0 : nil }
    let delegate = application.children(.delegate).first
    let screens = shared.tree.copiedScreens
    let isSame =
      followed?.box === box && followed?.values == application.values
      && followed?.delegate === delegate && tree.hasSame(screens)
    guard !isSame || madeAgain else { return nil }
    followed = (application.values, delegate, box)
    wants.use(WantedTree(application.application(of: box)))
    return wants.difference(
      replacing: madeAgain ? Set([window].compactMap(\.self)) : [], screens: screens, in: tree)
  }

  /// The scenes of a file alone: its public windows, and each private one with what is in it.
  package static func all(of tree: Tree, _ file: WantedTree, keeping limit: Int = 4096) -> [Scene] {
    let shared = Scene(tree, Wants(file: file) { _, _ in false }, keeping: limit)
    let rooms = file.application.privateWindows.map { window in
      let room = Scene(window: window, beside: shared, keeping: limit) { _, _ in false }
      if let difference = room.difference(following: shared, madeAgain: false) {
        room.wants.follow(difference)
        TreeUpdate(difference).run()
      }
      room.box = room.box(among: shared)
      room.box?.isVacant = room.isVacant
      return room
    }
    return [shared] + rooms
  }

  /// The box of the private window, as it lives among the public ones.
  package func box(among shared: Scene) -> Window? {
    let box = window.flatMap { VisibleTree(shared.tree).view($0) as? Window }
    return box?.isPrivate ?? false ? box : nil
  }

  /// Whether nothing is in a private window.
  package var isVacant: Bool {
    window.flatMap { wants.tree.thing($0) }?.children.isEmpty ?? true
  }
}
