// Edits that add views, recognizers and controllers to the tree.

import Blueprint
import Wire

extension EditPlan {
  func add(
    _ json: JSON, to parent: ViewHandle, _ position: EditPosition, isOwned: Bool, _ path: String
  ) throws(ProtocolError) {
    try requireInserting(isOwned: isOwned, into: parent, "\(path).to")
    let pieces = json.elements ?? [json]
    for (index, piece) in pieces.enumerated() {
      let path = json.elements == nil ? "\(path).view" : "\(path).views[\(index)]"
      try weigh(new: piece, path)
      let node = try node(piece, path)
      try requireReach(of: node, near: parent, path)
      let view = try checked(path) { () throws(BlueprintError) in
        try tree.decodeView(from: node, for: parent)
      }
      objects.add(view)
      let presentations = drainPresentations()
      if !presentations.isEmpty { try requireWindow(of: parent, path) }
      try put(view, in: parent, try self.position(position, in: parent, path), path)
      try requireBounds(within: view, path)
      if isOwned { objects.own(view) }
      try present(presentations, isOwned: isOwned, path)
    }
  }

  func addController(
    _ json: JSON, to parent: ViewHandle, _ position: VisibleTree.Position, isOwned: Bool,
    _ path: String
  ) throws(ProtocolError) {
    try requireInserting(isOwned: isOwned, into: parent, path)
    let (controller, presentations) = try decodeController(json, in: parent, path)
    guard let view = tree.view(of: controller) else { return }
    try put(view, in: parent, position, path)
    try requireBounds(within: view, path)
    if isOwned { objects.own(view) }
    try present(presentations, isOwned: isOwned, path)
  }

  func addRoot(
    _ json: JSON, to window: ViewHandle, isOwned: Bool, _ path: String
  ) throws(ProtocolError) {
    try require(window, "\(path).to")
    guard tree.isWindow(window) else {
      throw ProtocolError(
        .invalidEdit, "\(path).to: expected a window, found \"\(tree.name(of: window))\"",
        path: "\(path).to")
    }
    if let root = tree.rootView(of: window), !isRemoved(root) {
      throw ProtocolError(
        .invalidEdit,
        "\(path).to: \"\(tree.name(of: window))\" has a root controller already; remove it before",
        path: "\(path).to")
    }
    let path = "\(path).rootViewController"
    let (controller, presentations) = try decodeController(json, in: window, path)
    guard let view = tree.view(of: controller) else { return }
    try plan(view, in: window, path)
    try requireBounds(within: view, path)
    steps.append { [tree] in tree.setRoot(controller, of: window) }
    if isOwned { objects.own(view) }
    try present(presentations, isOwned: isOwned, path)
  }

  private func decodeController(
    _ json: JSON, in parent: ViewHandle, _ path: String
  ) throws(ProtocolError) -> (
    ControllerHandle, [(presenting: ControllerHandle, presented: ControllerHandle)]
  ) {
    try weigh(new: json, path)
    let node = try node(json, path)
    try requireReach(of: node, near: parent, path)
    let controller = try checked(path) { () throws(BlueprintError) in
      try tree.decodeViewController(from: node, in: parent)
    }
    if let view = tree.view(of: controller) { objects.add(view) }
    let presentations = drainPresentations()
    if !presentations.isEmpty { try requireWindow(of: parent, path) }
    return (controller, presentations)
  }

  func addWindow(_ json: JSON, isOwned: Bool, _ path: String) throws(ProtocolError) {
    try requireEverywhere("windows", path)
    try weigh(new: json, path)
    let node = try node(json, path)
    let window = try checked(path) { () throws(BlueprintError) in
      try tree.decodeWindow(from: node)
    }
    objects.add(window)
    let presentations = drainPresentations()
    if let obstacle = tree.planned.obstacle(toShow: window) {
      throw ProtocolError(.limit, "\(path): \(obstacle)", path: path)
    }
    try requireBounds(within: window, path)
    let isKey = json["isKeyWindow"]?.bool ?? false
    steps.append { [tree] in tree.show(window, isKey: isKey) }
    if isOwned { objects.own(window) }
    try present(presentations, isOwned: isOwned, path)
  }

  func addRecognizer(
    _ json: JSON, to view: ViewHandle, isOwned: Bool, _ path: String
  ) throws(ProtocolError) {
    try require(view, "\(path).to")
    let path = "\(path).gestureRecognizer"
    try weigh(new: json, path)
    let node = try node(json, path)
    try requireReach(of: node, near: view, path)
    let recognizer = try checked(path) { () throws(BlueprintError) in
      try tree.decodeRecognizer(from: node, for: view)
    }
    objects.add(recognizer)
    if let obstacle = tree.planned.obstacleToRecognizer(on: view) {
      throw ProtocolError(.limit, "\(path): \(obstacle)", path: path)
    }
    tree.planned.attach(1, to: view)
    steps.append { [tree] in tree.attach(recognizer, to: view) }
    if isOwned { objects.own(recognizer) }
  }
}
