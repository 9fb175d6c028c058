// The part of the tree that a client may edit: by its rights, and its own views.

import Blueprint
import Wire
import YAML

extension EditPlan {
  // Keys with which a view passes touches to other views, or makes them wait.
  private static let reachingKeys = ["next", "redirect", "requiredToFailBy"]

  /// Whether the client may change this view, at its position after the earlier edits.
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
    scope.ownership.owns(view) || objects.owns(view) || scope.hasPut(tree.name(of: view))
  }

  private func forbidden(_ what: String, _ path: String) -> ProtocolError {
    ProtocolError(
      .forbidden,
      "\(path): this connection may not edit \(what); it may edit "
        + scope.description(of: tree),
      path: path)
  }

  /// Throws if the client may not change a view.
  func require(_ view: ViewHandle, _ path: String) throws(ProtocolError) {
    if !mayEdit(view) { throw forbidden("\"\(tree.name(of: view))\"", path) }
  }

  /// Throws if the client may not edit the window, because a presented view is in front of every
  /// view in it.
  func requireWindow(of view: ViewHandle, _ path: String) throws(ProtocolError) {
    if let window = window(of: view) { try require(window, path) }
  }

  /// Throws if the client may not edit the first responder, which receives keys and the actions of
  /// controls.
  func requireFirstResponder(_ path: String) throws(ProtocolError) {
    if scope.isEverywhere { return }
    if let view = tree.firstResponder.flatMap({ tree.view(of: $0) }), mayEdit(view) { return }
    throw forbidden("the first responder, which is no view that it may edit", path)
  }

  /// Whether the client may change a responder.
  func mayChange(_ responder: ResponderHandle) -> Bool { (try? require(responder, "")) != nil }

  /// Throws if the client may not change a responder.
  func require(_ responder: ResponderHandle, _ path: String) throws(ProtocolError) {
    let view = tree.view(of: responder)
    if !(view.map { mayEdit($0) } ?? scope.isEverywhere) {
      throw forbidden("\"\(tree.name(of: responder))\"", path)
    }
  }

  /// Throws if the client may not change a recognizer.
  func require(_ recognizer: RecognizerHandle, _ path: String) throws(ProtocolError) {
    if scope.ownership.owns(recognizer) || objects.owns(recognizer) { return }
    if !(tree.view(of: recognizer).map { mayEdit($0) } ?? scope.isEverywhere) {
      throw forbidden("\"\(tree.name(of: recognizer))\"", path)
    }
  }

  /// Throws if the client may edit only some views.
  func requireEverywhere(_ what: String, _ path: String) throws(ProtocolError) {
    if !scope.isEverywhere { throw forbidden(what, path) }
  }

  /// Throws if the client may not remove a view from its parent.
  func requireRemoving(_ view: ViewHandle, _ path: String) throws(ProtocolError) {
    if scope.isEverywhere || isOwned(view) { return }
    guard let parent = parent(of: view), mayEdit(parent) else {
      throw forbidden(
        mayEdit(view)
          ? "the position of \"\(tree.name(of: view))\"" : "\"\(tree.name(of: view))\"", path)
    }
  }

  /// Throws if the client may not change the parent, and the parent is no mount point for a view of
  /// the client's own.
  func requireInserting(
    isOwned: Bool, into parent: ViewHandle, _ path: String
  ) throws(ProtocolError) {
    if mayEdit(parent) || (isOwned && scope.isMountPoint(parent, of: tree)) { return }
    throw forbidden("\"\(tree.name(of: parent))\"", path)
  }

  /// Throws if the client may not move a view from one parent to the other.
  func requireMoving(_ view: ViewHandle, to parent: ViewHandle, _ path: String)
    throws(ProtocolError)
  {
    try requireRemoving(view, "\(path).view")
    try requireInserting(isOwned: isOwned(view), into: parent, "\(path).to")
  }

  /// Throws if a description would have an effect beyond what the client may edit.
  func requireReach(of node: Node, near view: ViewHandle?, _ path: String) throws(ProtocolError) {
    guard !scope.isEverywhere else { return }
    for element in node.sequence ?? [] { try requireReach(of: element, near: view, path) }
    for entry in node.mapping?.entries ?? [] {
      try requireReach(of: entry.key, entry.value, near: view, path)
    }
  }

  /// Throws if a value would have an effect beyond what the client may edit.
  func requireReach(
    of key: String, _ value: Node, near view: ViewHandle?, _ path: String
  ) throws(ProtocolError) {
    guard !scope.isEverywhere else { return }
    // A finger in such a view keeps touches from all other views of its window.
    if key == "isExclusiveTouch", value.scalar?.bool == true, let view {
      try requireWindow(of: view, path)
    }
    // Other programs would receive only the touches that such a view passes on.
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
      // An unknown name is in the same description, or is an error that is reported elsewhere.
      switch tree[name] {
      case .responder(let responder): try require(responder, path)
      case .recognizer(let recognizer): try require(recognizer, path)
      case nil: break
      }
    }
  }
}
