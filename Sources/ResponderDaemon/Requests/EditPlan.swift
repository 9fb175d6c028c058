// A batch of edits, checked completely before any of them is made.

import Blueprint
import LinuxKit
import Wire
import YAML

/// Edits that were found possible, and will be made together.
///
/// An edit may name what an earlier edit adds, so the plan stores the tree after each edit.
final class EditPlan {
  let tree: VisibleTree
  let devices: ContiguousArray<KnownDevice>
  let now: RequestTime
  /// The device settings after the edits.
  private(set) var deviceEdits: DeviceEdits
  /// The part of the tree that the client may edit.
  let scope: EditScope
  let nodes = NodeReader()
  /// The presentations after the edits.
  let presentations: PlannedPresentations
  /// The views and recognizers that are added and removed.
  let objects = PlannedObjects()
  /// What the edits do.
  let steps = PlannedSteps()
  /// The number of changes.
  private(set) var weight = 0
  // The scroll views at rest whose content the edits move.
  private var moved: Set<ObjectIdentifier> = []
  /// The number of views that removals and moves visit.
  private(set) var visited = 0

  init(
    _ tree: VisibleTree, _ devices: ContiguousArray<KnownDevice>, _ deviceEdits: DeviceEdits,
    at now: RequestTime, within scope: EditScope
  ) {
    self.scope = scope
    self.deviceEdits = deviceEdits
    self.tree = tree
    self.devices = devices
    self.now = now
    presentations = PlannedPresentations(in: tree)
  }

  /// Makes all planned edits.
  func perform() {
    steps.perform()
    tree.endPlan { mayChange($0) }
  }

  /// Releases the names of planned views, because the plan is not performed.
  func abandon() {
    for view in objects.added { tree.forget(view) }
    for recognizer in objects.addedRecognizers { tree.forget(recognizer) }
    tree.endPlan { mayChange($0) }
  }

  // MARK: Planning

  /// Counts changes; returns how many there are.
  func add(weight count: Int) -> Int {
    weight += count
    return weight
  }

  /// Counts visited views.
  func visit(_ count: Int) { visited += count }

  /// Counts a scroll view that will move; false if too many move already.
  func willMove(one view: ViewHandle) -> Bool {
    moved.insert(ObjectIdentifier(view))
    return tree.movingScrollViews + moved.count <= TreeBounds.movingScrollViews
  }

  /// Plans one more edit; the path is its position in the request.
  func plan(_ edit: Edit, path: String) throws(ProtocolError) {
    try weigh(1, path)
    switch edit {
    case .put:
      throw ProtocolError(.internal, "\(path): a put is no edit of the tree", path: path)
    case .set(let target, let values): try set(target, values, path)
    case .addView(let json, let parent, let position, let owned):
      try add(json, to: try view(parent, "\(path).to"), position, isOwned: owned, path)
    case .addController(let json, let parent, let position, let owned):
      let parent = try view(parent, "\(path).to")
      try addController(
        json, to: parent, try self.position(position, in: parent, path), isOwned: owned,
        "\(path).viewController")
    case .addRoot(let json, let window, let owned):
      try addRoot(json, to: try view(window, "\(path).to"), isOwned: owned, path)
    case .addWindow(let json, let owned): try addWindow(json, isOwned: owned, "\(path).window")
    case .remove(let target): try remove(target, path)
    case .move(let name, let parent, let position):
      let view = try view(name, "\(path).view")
      var target = self.parent(of: view)
      if let parent { target = try self.view(parent, "\(path).to") }
      if let target { try requireMoving(view, to: target, path) }
      try move(view, to: target, position, path)
    case .becomeFirstResponder(let name):
      let responder = try responder(name, "\(path).responder")
      try require(responder, "\(path).responder")
      try requireFirstResponder("\(path).responder")
      steps.ask { [tree] in tree.becomeFirstResponder(responder) }
    case .resignFirstResponder(let name):
      let responder = try responder(name, "\(path).responder")
      try require(responder, "\(path).responder")
      steps.ask { [tree] in tree.resignFirstResponder(responder) }
    case .endEditing(let name):
      let view = try view(name, "\(path).view")
      try require(view, "\(path).view")
      steps.ask { [tree] in tree.endEditing(in: view) }
    case .dismiss(let name): try dismiss(name, path)
    case .push(let json, let name, let owned): try push(json, to: name, isOwned: owned, path)
    case .pop(let name, let page): try pop(name, to: page, path)
    case .enable(let target): try enable(target, true, path)
    case .disable(let target): try enable(target, false, path)
    case .cancelTarget(let target): try cancel(target, path)
    case .cancelTouches(let numbers):
      let (touches, views) = tree.liveTouches(among: Set(numbers))
      for view in views { try require(view, "\(path).touches") }
      steps.append { [tree, now] in tree.cancel(touches, at: now) }
    case .cancelAll:
      try requireEverywhere("everything", path)
      steps.append { [tree, now] in tree.cancelAll(at: now) }
    case .inhibit(let name, let isInhibited):
      let view = try view(name, "\(path).view")
      try require(view, "\(path).view")
      steps.append { [tree, now] in tree.inhibit(view, isInhibited, at: now) }
    case .scroll(let name, let x, let y, let isAnimated):
      try scroll(name, toX: x, y: y, isAnimated, path)
    case .addRecognizer(let json, let name, let owned):
      try addRecognizer(json, to: try view(name, "\(path).to"), isOwned: owned, path)
    case .present(let json, let name, let owned):
      try present(json, from: name, isOwned: owned, path)
    }
  }

  private func set(
    _ target: EditTarget, _ values: [JSON.Member], _ path: String
  ) throws(ProtocolError) {
    let changes: [() -> Void]
    let view: ViewHandle?
    switch target {
    case .view, .viewController:
      let responder = try responder(target.id, "\(path).\(target.member)")
      try require(responder, "\(path).\(target.member)")
      changes = try self.changes(values, near: tree.asView(responder), path) {
        (name, node) throws(BlueprintError) in
        try tree.edit(name, to: node, of: responder)
      }
      view = tree.view(of: responder)
    case .recognizer(let name):
      let recognizer = try recognizer(name, "\(path).recognizer")
      try require(recognizer, "\(path).recognizer")
      changes = try self.changes(values, near: tree.view(of: recognizer), path) {
        (name, node) throws(BlueprintError) in
        try tree.edit(name, to: node, of: recognizer)
      }
      view = tree.view(of: recognizer)
    case .device(let name):
      // It has no position in the tree; the client was found to have the right.
      var nodes: [(key: String, node: Node?)] = []
      for value in values {
        let node = value.value == .null ? nil : try node(value.value, "\(path).\(value.name)")
        nodes.append((value.name, node))
      }
      return try deviceEdits.set(name, nodes, path)
    }
    let names = Set(values.map(\.name))
    // The position of a view belongs to its parent, as for moves.
    if let view, !names.isDisjoint(with: EditPlan.placeKeys.union(["hit"])) {
      try requireRemoving(view, "\(path).\(target.member)")
    }
    steps.append { for change in changes { change() } }
  }

  /// Plans new values, each of them checked.
  private func changes(
    _ values: [JSON.Member], near view: ViewHandle?, _ path: String,
    by edit: (String, Node) throws(BlueprintError) -> () -> Void
  ) throws(ProtocolError) -> [() -> Void] {
    var changes: [() -> Void] = []
    for value in values {
      let path = "\(path).\(value.name)"
      let node = try node(value.value, path)
      try requireReach(of: value.name, node, near: view, path)
      changes.append(
        try checked(path) { () throws(BlueprintError) in try edit(value.name, node) })
    }
    return changes
  }

  // Keys of the position of a view.
  private static let placeKeys: Set = ["frame", "center", "bounds", "transform", "level"]

  private func remove(_ target: EditTarget, _ path: String) throws(ProtocolError) {
    switch target {
    case .view(let name):
      let view = try view(name, "\(path).view")
      try requireRemoving(view, "\(path).view")
      try weigh(visiting: view, "\(path).view")
      remove(view)
    case .recognizer(let name):
      let recognizer = try recognizer(name, "\(path).recognizer")
      try require(recognizer, "\(path).recognizer")
      objects.remove(recognizer)
      if let view = tree.view(of: recognizer) { tree.planned.attach(-1, to: view) }
      steps.append { [tree] in tree.remove(recognizer) }
    case .viewController(let name):
      let path = "\(path).viewController"
      guard let view = tree.asController(try responder(name, path)).flatMap({ tree.view(of: $0) })
      else {
        throw ProtocolError(
          .invalidEdit, "\(path): \"\(name)\" is not a view controller with a view", path: path)
      }
      try requireRemoving(view, path)
      try weigh(visiting: view, path)
      remove(view)
    case .device:
      throw ProtocolError(
        .invalidEdit, "\(path).device: expected a view, a controller or a recognizer",
        path: "\(path).device")
    }
  }

  func remove(_ view: ViewHandle) {
    for each in tree.leaving(with: view) { objects.remove(each) }
    steps.append { [tree] in tree.remove(view) }
  }
}
