// Acts of programs on what lives: cancelling, scrolling, the first responder.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  /// Does what a program asks for, if it may.
  func act(_ connection: Connection, _ act: Act) throws(ProtocolError) -> Reply {
    let tree = visibleTree
    let word = act.declaration.word
    var isAccepted: Bool?
    switch act {
    case .becomeFirstResponder(let name):
      let responder = try responder(name, "\(word).responder", connection)
      try requireHolder(beside: responder, "\(word).responder", connection)
      perform { isAccepted = responder.becomeFirstResponder() }
    case .resignFirstResponder(let name):
      let responder = try responder(name, "\(word).responder", connection)
      perform { isAccepted = responder.resignFirstResponder() }
    case .endEditing(let name):
      let view = try view(name, "\(word).view", connection)
      perform { isAccepted = tree.endEditing(in: view) }
    case .cancelTarget(let target): try cancel(target, "\(word).\(target.member)", connection)
    case .cancelTouches(let numbers):
      let touches = application.liveTouches.filter { numbers.contains($0.id) }
      for view in touches.compactMap(\.view) {
        try requireEdit(of: view, "\(word).touches", connection)
      }
      perform { for touch in touches { application.cancelTouch(touch.id, at: now) } }
    case .cancelAll:
      try requireEverywhere("everything", word, connection)
      perform { application.cancelAll(at: now, because: .request) }
    case .scroll(let name, let target, let isAnimated):
      try scroll(name, to: target, isAnimated, word, connection)
    }
    return .result { [self] in
      $0.member("seq", encoder.seq)
      if let isAccepted { $0.member("accepted", isAccepted) }
    }
  }

  private var application: Application { scene.tree.application }

  private func responder(
    _ name: String, _ path: String, _ connection: Connection
  ) throws(ProtocolError) -> Responder {
    try editable(visibleTree.responder(name), "responder", name, path, connection)
  }

  private func view(
    _ name: String, _ path: String, _ connection: Connection
  ) throws(ProtocolError) -> View {
    try editable(visibleTree.view(name), "view", name, path, connection)
  }

  private func editable<Found: Responder>(
    _ found: Found?, _ what: String, _ name: String, _ path: String, _ connection: Connection
  ) throws(ProtocolError) -> Found {
    guard let found else { throw visibleTree.unknown(what, name, path: path) }
    try requireEdit(of: found, path, connection)
    return found
  }

  // Keys and the actions of controls go to the first responder: a program that may edit only some views
  // does not take it from other views.
  private func requireHolder(
    beside responder: Responder, _ path: String, _ connection: Connection
  ) throws(ProtocolError) {
    guard let first = visibleTree.holder(beside: responder), !mayEdit(first, connection)
    else { return }
    throw ProtocolError(
      .forbidden, at: path,
      "\"\(first.id)\" is the first responder, and this connection may not edit it")
  }

  private func scroll(
    _ name: String, to target: ScrollTarget, _ isAnimated: Bool, _ path: String,
    _ connection: Connection
  ) throws(ProtocolError) {
    let path = "\(path).view"
    let view = try view(name, path, connection)
    guard let scrollView = view as? ScrollView else {
      throw ProtocolError(
        .invalidEdit, at: path, "expected a scroll view, found the view \"\(name)\"")
    }
    if !scrollView.canZoom {
      switch target {
      case .offset: break
      case .scale, .rect:
        throw ProtocolError(
          .invalidEdit, at: path,
          "expected a scroll view that zooms, with a maximumZoomScale above its minimumZoomScale, "
            + "found \"\(name)\"")
      }
    }
    if isAnimated, !scrollView.isDecelerating,
      application.movingScrollViews >= TreeBounds.movingScrollViews
    {
      throw ProtocolError(
        .limit, at: path,
        "\(TreeBounds.movingScrollViews) scroll views move already; wait until some are at rest, "
          + "or scroll without animation")
    }
    perform {
      switch target {
      case .offset(let offset): scrollView.scroll(to: Point(offset), animated: isAnimated)
      case .scale(let scale, let point):
        scrollView.setZoomScale(scale, about: point.map { Point($0) }, animated: isAnimated)
      case .rect(let origin, let width, let height):
        let size = Size(width: width, height: height)
        scrollView.zoom(to: Rect(origin: Point(origin), size: size), animated: isAnimated)
      }
    }
  }

  private func cancel(
    _ target: EditTarget, _ path: String, _ connection: Connection
  ) throws(ProtocolError) {
    switch target {
    case .view(let name):
      let view = try view(name, path, connection)
      perform { application.cancelTouches(in: view, at: now) }
    case .viewController(let name):
      guard let view = try responder(name, path, connection).ownView else { return }
      perform { application.cancelTouches(in: view, at: now) }
    case .recognizer(let name):
      guard let recognizer = visibleTree.recognizer(name) else {
        throw visibleTree.unknown("recognizer", name, path: path)
      }
      if let view = recognizer.view, !mayEdit(name, connection) {
        try requireEdit(of: view, path, connection)
      }
      // As UIKit programs do it.
      guard recognizer.isEnabled else { return }
      perform {
        recognizer.isEnabled = false
        recognizer.isEnabled = true
      }
    case .device(let name):
      try requireEverywhere("the fingers of a device", path, connection)
      guard let device = sources.devices.first(where: { $0.device.name == name })?.device else {
        throw ProtocolError(.notFound, at: path, "no device is named \"\(name)\"")
      }
      perform { application.cancelAll(of: device, at: now, because: .request) }
    }
  }
}

extension Point {
  /// The point of a request.
  init(_ point: RequestedPoint) { self.init(x: point.x, y: point.y) }
}
