// Edits that enable or disable recognizers and controls, and that cancel touches.

import Blueprint
import Wire

extension EditPlan {
  func enable(
    _ target: EditTarget, _ isEnabled: Bool, _ path: String
  ) throws(ProtocolError) {
    let path = "\(path).\(target.member)"
    switch target {
    case .recognizer(let name):
      let recognizer = try recognizer(name, path)
      try require(recognizer, path)
      steps.append { [tree] in tree.enable(recognizer, isEnabled) }
    case .view(let name):
      let control = try view(name, path)
      guard tree.isControl(control) else {
        throw ProtocolError(
          .invalidEdit,
          "\(path): expected a control or a recognizer, found the view \"\(name)\"; set its "
            + "isUserInteractionEnabled", path: path)
      }
      try require(control, path)
      steps.append { [tree] in tree.enable(control, isEnabled) }
    case .viewController, .device:
      throw ProtocolError(.invalidEdit, "\(path): expected a control or a recognizer", path: path)
    }
  }

  func scroll(
    _ name: String, toX x: Double, y: Double, _ isAnimated: Bool, _ path: String
  ) throws(ProtocolError) {
    let view = try view(name, "\(path).view")
    try require(view, "\(path).view")
    guard tree.isScrollView(view) else {
      throw ProtocolError(
        .invalidEdit, "\(path).view: expected a scroll view, found the view \"\(name)\"",
        path: "\(path).view")
    }
    if isAnimated, !tree.isMoving(view), !willMove(one: view) {
      throw ProtocolError(
        .limit,
        "\(path): \(TreeBounds.movingScrollViews) scroll views move already; wait until some are at "
          + "rest, or scroll without animation", path: path)
    }
    steps.append { [tree] in tree.scroll(view, toX: x, y: y, isAnimated: isAnimated) }
  }

  func cancel(_ target: EditTarget, _ path: String) throws(ProtocolError) {
    let path = "\(path).\(target.member)"
    switch target {
    case .view(let name):
      let view = try view(name, path)
      try require(view, path)
      steps.append { [tree, now] in tree.cancelTouches(in: view, at: now) }
    case .viewController(let name):
      let controller = tree.asController(try responder(name, path))
      guard let view = controller.flatMap({ tree.view(of: $0) }) else { return }
      try require(view, path)
      steps.append { [tree, now] in tree.cancelTouches(in: view, at: now) }
    case .recognizer(let name):
      let recognizer = try recognizer(name, path)
      try require(recognizer, path)
      steps.append { [tree] in tree.cancelTouches(of: recognizer) }
    case .device(let name):
      try requireEverywhere("the fingers of a device", path)
      guard let device = devices.first(where: { $0.name == name })?.device else {
        throw ProtocolError(.notFound, "\(path): no device is named \"\(name)\"", path: path)
      }
      steps.append { [tree, now] in tree.cancelAll(of: device, at: now) }
    }
  }
}
