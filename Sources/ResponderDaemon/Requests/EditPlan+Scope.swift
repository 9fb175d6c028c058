// What a peer may edit: where its right holds, and what it owns itself.

import Blueprint
import Wire
import YAML

extension EditPlan {
  // Keys by which a thing hands fingers to others, or makes them wait for it.
  private static let reachingKeys = ["next", "redirect", "requiredToFailBy"]

  /// Whether the peer may change this view; what earlier edits add and move is where they put it.
  func mayEdit(_ view: ViewHandle) -> Bool {
    if scope.isEverywhere { return true }
    var above: ViewHandle? = view
    while let each = above {
      if tree.isOne(each, of: scope.under) || isOwned(each) { return true }
      above = parent(of: each)
    }
    return false
  }

  private func isOwned(_ view: ViewHandle) -> Bool {
    scope.ownership.owns(view) || owned.contains { $0 === view }
  }

  private func forbidden(_ what: String, _ path: String) -> ProtocolError {
    ProtocolError(
      .forbidden,
      "\(path): this connection may not edit \(what); it may edit "
        + scope.description(of: tree),
      path: path)
  }

  /// Refuses to change a view that is not the peer's to change.
  func require(_ view: ViewHandle, _ path: String) throws(ProtocolError) {
    if !mayEdit(view) { throw forbidden("\"\(tree.name(of: view))\"", path) }
    try requireSeeing(view, path)
  }

  /// Refuses to change what the peer may not see.
  private func requireSeeing(_ view: ViewHandle, _ path: String) throws(ProtocolError) {
    if tree.sees(view) { return }
    throw ProtocolError(
      .forbidden,
      "\(path): \"\(tree.name(of: view))\" is shown only to its audience, to which this connection does not "
        + "belong; it may be removed or moved as a whole", path: path)
  }

  /// Refuses to present a view where the peer may not edit the window: the view lies in front of
  /// everything in it.
  func requireWindow(of view: ViewHandle, _ path: String) throws(ProtocolError) {
    if let window = window(of: view) { try require(window, path) }
  }

  /// Refuses to take the keys from those who have them, unless the peer may edit the first
  /// responder: keys, and the actions of controls, go there first.
  func requireFirstResponder(_ path: String) throws(ProtocolError) {
    if scope.isEverywhere { return }
    if let view = tree.firstResponder.flatMap({ tree.view(of: $0) }), mayEdit(view) { return }
    throw forbidden("the first responder, which is no view that it may edit", path)
  }

  /// Whether the peer may change a responder.
  func mayChange(_ responder: ResponderHandle) -> Bool { (try? require(responder, "")) != nil }

  /// Refuses to change a responder that is not the peer's to change.
  func require(_ responder: ResponderHandle, _ path: String) throws(ProtocolError) {
    let view = tree.view(of: responder)
    if !(view.map { mayEdit($0) } ?? scope.isEverywhere) {
      throw forbidden("\"\(tree.name(of: responder))\"", path)
    }
    if let view { try requireSeeing(view, path) }
  }

  /// Refuses to change a recognizer that is not the peer's to change.
  func require(_ recognizer: RecognizerHandle, _ path: String) throws(ProtocolError) {
    if scope.ownership.owns(recognizer)
      || ownedRecognizers.contains(where: { $0 === recognizer })
    {
      return
    }
    if !(tree.view(of: recognizer).map { mayEdit($0) } ?? scope.isEverywhere) {
      throw forbidden("\"\(tree.name(of: recognizer))\"", path)
    }
  }

  /// Refuses what concerns more than single views.
  func requireEverywhere(_ what: String, _ path: String) throws(ProtocolError) {
    if !scope.isEverywhere { throw forbidden(what, path) }
  }

  /// Refuses to take a view out of a parent that is not the peer's to change.
  func requireTaking(_ view: ViewHandle, _ path: String) throws(ProtocolError) {
    if scope.isEverywhere || isOwned(view) { return }
    guard let parent = parent(of: view), mayEdit(parent) else {
      throw forbidden(
        mayEdit(view)
          ? "the position of \"\(tree.name(of: view))\"" : "\"\(tree.name(of: view))\"", path)
    }
  }

  /// Refuses to put a view into a parent that is neither the peer's to change, nor a mount point
  /// for a view of its own.
  func requirePutting(
    isOwned: Bool, into parent: ViewHandle, _ path: String
  ) throws(ProtocolError) {
    try requireSeeing(parent, path)
    if mayEdit(parent) || (isOwned && scope.isMountPoint(parent, of: tree)) { return }
    throw forbidden("\"\(tree.name(of: parent))\"", path)
  }

  /// Refuses to move a view from or to where the peer may not.
  func requireMoving(_ view: ViewHandle, to parent: ViewHandle, _ path: String)
    throws(ProtocolError)
  {
    try requireTaking(view, "\(path).view")
    try requirePutting(isOwned: isOwned(view), into: parent, "\(path).to")
  }

  /// Refuses a piece of configuration that would reach beyond what the peer may edit.
  func requireReach(of node: Node, near view: ViewHandle?, _ path: String) throws(ProtocolError) {
    guard !scope.isEverywhere else { return }
    for element in node.sequence ?? [] { try requireReach(of: element, near: view, path) }
    for entry in node.mapping?.entries ?? [] {
      try requireReach(of: entry.key, entry.value, near: view, path)
    }
  }

  /// Refuses a value that would reach beyond what the peer may edit.
  func requireReach(
    of key: String, _ value: Node, near view: ViewHandle?, _ path: String
  ) throws(ProtocolError) {
    guard !scope.isEverywhere else { return }
    // A finger in such a view keeps fingers from all others of its window.
    if key == "isExclusiveTouch", value.scalar?.bool == true, let view {
      try requireWindow(of: view, path)
    }
    // Whoever else reads the panel would get only what such a view passes on.
    if key == "passesOn", value.scalar?.bool == true {
      throw forbidden("passesOn, which takes the panel from other programs", path)
    }
    guard EditPlan.reachingKeys.contains(key) else {
      return try requireReach(of: value, near: view, path)
    }
    for element in value.sequence ?? [value] where !element.isNull {
      guard let name = element.string, name != "any" else {
        throw forbidden("all that \(key) may select, name them", path)
      }
      // What is not known yet is in the same piece, or a mistake that is told elsewhere.
      switch tree[name] {
      case .responder(let responder): try require(responder, path)
      case .recognizer(let recognizer): try require(recognizer, path)
      case nil: break
      }
    }
  }
}
