// The description of a request, checked as one of the file is.

import ResponderKit
package import YAML

extension WantedThing {
  /// The sorts of things that a program can want.
  package enum Sort: Hashable, Sendable { case view, viewController, window, gestureRecognizer }

  /// A thing that a program describes, with the names in it that nothing in it has. All errors are
  /// found, as if it were in a file.
  package static func read(
    _ sort: Sort, from node: Node, relation: Relation, near visible: VisibleTree
  ) throws(BlueprintError) -> (thing: WantedThing, names: Set<String>) {
    let screens = visible.tree.screens
    let scratch = Tree(application: Application(id: ""), screens: screens)
    let builder = scratch.builder(
      near: nil, for: VisibleTree(scratch, knowing: visible.knows), isLive: false)
    builder.isGrowing = true
    builder.keepsUnknownNames = true
    builder.area = screens.first?.size ?? .zero
    let isRead: Bool
    switch sort {
    case .view: isRead = builder.view(node) != nil
    case .window: isRead = builder.window(node) != nil
    case .gestureRecognizer: isRead = builder.recognizer(node) != nil
    case .viewController:
      if case .presented = relation {
        isRead = builder.looseController(node) != nil
      } else {
        isRead = builder.unplacedController(node) != nil
      }
    }
    builder.link()
    builder.refuseUnknown()
    for id in scratch.registry.ids { scratch.registry.responder(id)?.nextOverride = nil }
    guard isRead, builder.reader.errors.isEmpty else {
      throw BlueprintError(builder.reader.sorted(builder.reader.errors))
    }
    let thing: WantedThing
    switch sort {
    case .view: thing = view(node, relation)
    case .window: thing = view(node, .window)
    case .gestureRecognizer: thing = recognizer(node)
    case .viewController: thing = controller(node, relation)
    }
    return (thing, builder.unknownNames)
  }

  /// The thing with other values of one that is in it; nil stands for the usual value.
  package func setting(_ values: [(key: String, value: Node)], of id: String) -> WantedThing {
    replacing(id) { thing in
      let keys = values.map(\.key)
      let rest = thing.values.filter { !keys.contains($0.key) }
      let new = values.filter { !$0.value.isNull }
      return thing.with(
        values: rest + new.map { Setting.Entry(key: $0.key, value: Setting($0.value)) })
    }
  }

  /// The description as a node, to be checked again.
  package var node: Node { written { _ in true }.node(MarkCounter(file: "request")) }

  /// The programs that may put views of their own into it.
  package var mountPoint: MountPoint? {
    guard let value = self["mountPoint"] else { return nil }
    return MountPoint.read(value.node(MarkCounter(file: "request")), Reader(ofRequest: ())) ?? nil
  }
}
