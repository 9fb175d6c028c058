// A batch of edits, checked as a whole before anything happens.

import Blueprint
import LinuxKit
import ResponderKit
import Wire
import YAML

/// Edits that have been found possible, and wait to be done together.
///
/// What an edit names may be added by one before it, so the plan keeps in mind what will be where.
final class EditPlan {
  let tree: VisibleTree
  let encoder: RecordEncoder
  let devices: ContiguousArray<KnownDevice>
  let now: Instant
  /// What will be set of devices.
  private(set) var deviceEdits: DeviceEdits
  /// Where the peer may edit.
  let scope: EditScope
  var steps: [() -> Void] = []
  var added: [View] = []
  var removed: Set<ObjectIdentifier> = []
  var addedRecognizers: [GestureRecognizer] = []
  var removedRecognizers: Set<ObjectIdentifier> = []

  /// The views that will belong to whoever asked.
  var owned: [View] = []
  /// The recognizers that will belong to whoever asked.
  var ownedRecognizers: [GestureRecognizer] = []
  /// Whether a first responder's change was agreed to; nil when none was asked for.
  private(set) var isAccepted: Bool?

  init(
    _ tree: VisibleTree, _ encoder: RecordEncoder,
    _ devices: ContiguousArray<KnownDevice>, _ deviceEdits: DeviceEdits, at now: Instant,
    within scope: EditScope
  ) {
    self.scope = scope
    self.deviceEdits = deviceEdits
    self.tree = tree
    self.encoder = encoder
    self.devices = devices
    self.now = now
  }

  /// Does everything that was planned.
  func perform() {
    for step in steps { step() }
    tree.endPlan()
  }

  /// Takes back the names that planned views were given, as the plan will not be done.
  func abandon() {
    for view in added { tree.forget(view) }
    for recognizer in addedRecognizers { tree.forget(recognizer) }
    tree.endPlan()
  }

  // MARK: Planning

  /// Plans one more edit; the path says where in the request it is.
  func plan(_ edit: Edit, path: String) throws(ProtocolError) {
    switch edit {
    case .set(let target, let values): try set(target, values, path)
    case .addView(let json, let parent, let place, let owned):
      try add(json, to: try view(parent, "\(path).to"), place, isOwned: owned, path)
    case .remove(let target): try remove(target, path)
    case .move(let name, let parent, let place):
      let view = try view(name, "\(path).view")
      var target = self.parent(of: view)
      if let parent { target = try self.view(parent, "\(path).to") }
      if let target { try requireMoving(view, to: target, path) }
      try move(view, to: target, place, path)
    case .becomeFirstResponder(let name):
      let responder = try responder(name, "\(path).responder")
      try require(responder, "\(path).responder")
      try requireFirstResponder("\(path).responder")
      steps.append { [unowned self] in isAccepted = responder.becomeFirstResponder() }
    case .resignFirstResponder(let name):
      let responder = try responder(name, "\(path).responder")
      try require(responder, "\(path).responder")
      steps.append { [unowned self] in isAccepted = responder.resignFirstResponder() }
    case .dismiss(let name): try dismiss(name, path)
    case .enable(let target): try enable(target, true, path)
    case .disable(let target): try enable(target, false, path)
    case .cancelTarget(let target): try cancel(target, path)
    case .cancelTouches(let numbers):
      let wanted = Set(numbers)
      // A touch that the peer may not see is as if it were not there.
      let touches = tree.liveTouches.filter { wanted.contains($0.id) }
      for view in touches.compactMap(\.view) { try require(view, "\(path).touches") }
      steps.append { [tree, now] in tree.cancel(touches, at: now) }
    case .cancelAll:
      try requireEverywhere("all there is", path)
      steps.append { [tree, now] in tree.cancelAll(at: now) }
    case .inhibit(let name, let isInhibited):
      let view = try view(name, "\(path).view")
      try require(view, "\(path).view")
      steps.append { [tree, now] in tree.inhibit(view, isInhibited, at: now) }
    case .addRecognizer(let json, let name, let owned):
      try addRecognizer(json, to: try view(name, "\(path).to"), isOwned: owned, path)
    case .present(let json, let name): try present(json, from: name, path)
    }
  }

  private func set(
    _ target: EditTarget, _ values: [JSON.Member], _ path: String
  ) throws(ProtocolError) {
    let changes: [() -> Void]
    let view: View?
    switch target {
    case .view, .viewController:
      let responder = try responder(target.id, "\(path).\(target.member)")
      try require(responder, "\(path).\(target.member)")
      changes = try self.changes(values, near: responder as? View, path) {
        (name, node) throws(BlueprintError) in
        try tree.edit(name, to: node, of: responder)
      }
      view = responder as? View ?? (responder as? ViewController)?.view
    case .recognizer(let name):
      let recognizer = try recognizer(name, "\(path).recognizer")
      try require(recognizer, "\(path).recognizer")
      changes = try self.changes(values, near: recognizer.view, path) {
        (name, node) throws(BlueprintError) in
        try tree.edit(name, to: node, of: recognizer)
      }
      view = recognizer.view
    case .device(let name):
      // It has no place in the tree; whoever has asked has been found to have the right.
      var nodes: [(key: String, node: Node?)] = []
      for value in values {
        let node = value.value == .null ? nil : try node(value.value, "\(path).\(value.name)")
        nodes.append((value.name, node))
      }
      return try deviceEdits.set(name, nodes, path)
    }
    let names = Set(values.map(\.name))
    // Where a view lies is its parent's matter, as for moves.
    if let view, !names.isDisjoint(with: EditPlan.placeKeys.union(["hit"])) {
      try requireTaking(view, "\(path).\(target.member)")
    }
    let isElsewhere = !names.isDisjoint(with: EditPlan.placeKeys)
    steps.append { [encoder, now] in
      for change in changes { change() }
      guard let view else { return }
      if names.contains("audience") {
        encoder.changedAudience(of: view, at: now)
      } else {
        encoder.changed(view, at: now, isElsewhere: isElsewhere)
      }
    }
  }

  /// The changes that give something new values, each value checked.
  private func changes(
    _ values: [JSON.Member], near view: View?, _ path: String,
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

  // Keys of what all may see, even of a view that has an audience.
  private static let placeKeys: Set = ["frame", "center", "bounds", "transform", "level"]

  private func move(
    _ view: View, to parent: View?, _ place: EditPlace, _ path: String
  ) throws(ProtocolError) {
    guard !(view is Window), let parent else {
      throw ProtocolError(
        .invalidEdit, "\(path): a window has no place among views; set its level", path: path)
    }
    guard !(view is PresentationContainer), !(view.superview is PresentationContainer) else {
      throw ProtocolError(
        .invalidEdit,
        "\(path).view: \"\(view.id)\" belongs to a presented controller and stays in its window; "
          + "dismiss the controller", path: "\(path).view")
    }
    var above: View? = parent
    while let each = above {
      if each === view {
        throw ProtocolError(
          .invalidEdit, "\(path).to: \"\(parent.id)\" lies in \"\(view.id)\" itself",
          path: "\(path).to")
      }
      above = self.parent(of: each)
    }
    var before: Audience = []
    steps.append { before = view.superview?.wholeAudience ?? [] }
    try put(view, in: parent, place, path) { [encoder, now] in
      encoder.moved(view, at: now, from: before)
    }
  }

  func put(
    _ view: View, in parent: View, _ place: EditPlace, _ path: String,
    then tell: @escaping () -> Void
  ) throws(ProtocolError) {
    let sibling: View?
    switch place {
    case .front, .index: sibling = nil
    case .below(let name): sibling = try self.sibling(name, in: parent, "\(path).below")
    case .above(let name): sibling = try self.sibling(name, in: parent, "\(path).above")
    }
    steps.append { [encoder] in
      if view.superview !== parent { encoder.willLeave(view) }
      EditPlan.put(view, in: parent, place, beside: sibling)
    }
    steps.append(tell)
    try plan(view, in: parent, path)
  }

  // A view keeps its fingers unless it goes into another window.
  private static func put(_ view: View, in parent: View, _ place: EditPlace, beside sibling: View?)
  {
    let siblings = parent.subviews
    let own = siblings.firstIndex { $0 === view }
    // Places are counted without the view itself.
    let last = siblings.count - (own == nil ? 0 : 1)
    var index = sibling.flatMap { sibling in siblings.firstIndex { $0 === sibling } } ?? last
    if let own, own < index { index -= 1 }
    switch place {
    case .front: index = last
    case .index(let wanted): index = min(max(wanted, 0), last)
    case .below: break
    case .above: index += 1
    }
    if own == nil { parent.insertSubview(view, at: index) } else { parent.reorder(view, to: index) }
  }

  private func sibling(
    _ name: String, in parent: View, _ path: String
  ) throws(ProtocolError) -> View {
    let sibling = try view(name, path)
    guard self.parent(of: sibling) === parent else {
      throw ProtocolError(
        .invalidEdit, "\(path): \"\(name)\" is no subview of \"\(parent.id)\"", path: path)
    }
    return sibling
  }

  private func remove(_ target: EditTarget, _ path: String) throws(ProtocolError) {
    switch target {
    case .view(let name):
      let view = try view(name, "\(path).view")
      try requireTaking(view, "\(path).view")
      takeAway(view)
    case .recognizer(let name):
      let recognizer = try recognizer(name, "\(path).recognizer")
      try require(recognizer, "\(path).recognizer")
      removedRecognizers.insert(ObjectIdentifier(recognizer))
      if let view = recognizer.view { tree.planned.attach(-1, to: view) }
      steps.append { [tree, encoder, now] in
        let view = recognizer.view
        tree.takeAway(recognizer)
        if let view { encoder.changed(view, at: now) }
      }
    case .viewController, .device:
      throw ProtocolError(
        .invalidEdit,
        "\(path).\(target.member): expected a view or a recognizer; a presented "
          + "controller is dismissed", path: "\(path).\(target.member)")
    }
  }

  private func takeAway(_ view: View) {
    let view = view.superview as? PresentationContainer ?? view
    for each in view.presentedFromHere + [view] { removed.insert(ObjectIdentifier(each)) }
    steps.append { [tree, encoder, now] in
      tree.takeAway(view) { encoder.removed($0, at: now) }
    }
  }

  private func dismiss(_ name: String, _ path: String) throws(ProtocolError) {
    guard let controller = try responder(name, "\(path).viewController") as? ViewController,
      let presenter = controller.presentingViewController
    else {
      throw ProtocolError(
        .invalidEdit, "\(path).viewController: \"\(name)\" is not presented by anybody",
        path: "\(path).viewController")
    }
    guard let view = controller.presentationView else {
      steps.append { presenter.dismiss() }
      return
    }
    try requireTaking(view, "\(path).viewController")
    takeAway(view)
  }
}
