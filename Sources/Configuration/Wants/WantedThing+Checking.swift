// The description of a request, checked as one of the file is.

import ConfigurationText
package import Protocol
import ResponderKit

extension WantedThing {
  /// The sorts of things that a program can want.
  package typealias Sort = WantedDescription.Kind

  /// A thing that a program describes, with the names in it that nothing in it has. All errors are
  /// found, as if it were in a file. It is not known whether what waits will be arranged.
  package static func read(
    _ sort: Sort, from json: JSON, relation: Relation, by owner: PutOwner? = nil,
    isArranged: Bool? = false, near visible: VisibleTree
  ) throws(BlueprintError) -> (thing: WantedThing, names: Set<String>) {
    let screens = visible.tree.screens
    let scratch = Tree(
      application: Application(id: ""), screens: screens, isInside: visible.tree.isInside)
    let builder = scratch.builder(
      for: VisibleTree(scratch, knowing: visible.knows), isLive: false)
    builder.isGrowing = true
    builder.keepsUnknownNames = true
    builder.area = screens.first?.size ?? .zero
    let node = json.node(in: Document(file: "request"))
    let isRead: Bool
    switch sort {
    case .view:
      let frame = isArranged ?? true ? Rect.zero : nil
      isRead = builder.view(node, frame: frame, isArranged: isArranged ?? false) != nil
    case .window: isRead = builder.window(node) != nil
    case .gestureRecognizer: isRead = builder.recognizer(node) != nil
    case .viewController:
      if case .presented = relation {
        isRead = builder.looseController(node) != nil
      } else {
        let frame = isArranged ?? false ? Rect.zero : nil
        isRead = builder.unplacedController(node, frame: frame) != nil
      }
    }
    builder.link()
    builder.refuseUnknown()
    if !scratch.nextNames.isEmpty {
      for id in scratch.registry.ids { scratch.registry.responder(id)?.nextOverride = nil }
    }
    guard isRead, builder.reader.errors.isEmpty else {
      throw BlueprintError(builder.reader.sorted(builder.reader.errors))
    }
    let thing: WantedThing
    switch sort {
    case .view: thing = view(node, relation, owner)
    case .window: thing = view(node, .window, owner)
    case .gestureRecognizer: thing = recognizer(node, owner)
    case .viewController: thing = controller(node, relation, owner)
    }
    // Names that nothing in the description has are not counted by the builder.
    thing.visit { each in
      guard case .array(let others)? = each["requiresFailureOf"],
        others.count(where: { if case .string = $0 { true } else { false } })
          > TreeBounds.requirements
      else { return }
      builder.reader.complain(
        node.complaint(
          "expected at most \(TreeBounds.requirements) recognizers that \"\(each.id)\" waits for, "
            + "found one more; use a selector"))
    }
    guard builder.reader.errors.isEmpty else {
      throw BlueprintError(builder.reader.sorted(builder.reader.errors))
    }
    return (thing, builder.unknownNames)
  }

  /// The sort of thing that a program would have to want to have it.
  package var sort: Sort {
    switch kind {
    case .view(.window): .window
    case .viewController: .viewController
    case .recognizer, .part: .gestureRecognizer
    case .view, .application, .delegate: .view
    }
  }

  /// The thing without those in it that it can be without.
  package var alone: WantedThing {
    with(children: children.filter { $0.relation == .view || $0.relation == .part }.map(\.alone))
  }

  /// What it is, in the words of messages.
  package var inWords: String {
    switch kind {
    case .application: "the application"
    case .delegate: "a responder"
    case .view: "a view"
    case .viewController: "a view controller"
    case .recognizer, .part: "a recognizer"
    }
  }

  /// The description with all that is in it.
  package var json: JSON { written(inside: { $0.inside?.json }, with: { _ in true }) }
}
