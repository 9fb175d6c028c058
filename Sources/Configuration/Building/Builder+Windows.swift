// The application and its windows.

import CommandLine
import ConfigurationText
import Protocol
import ResponderKit

extension Builder {
  /// The application with everything in it.
  func application(_ node: Node) {
    let application = tree.application
    register(.responder(application), id: application.id, node: node)
    var owner: Responder = application
    apply(tables.application, node: node, to: &owner, what: "an application")
  }

  /// Windows in the order in which they are shown.
  func windows(_ node: Node, of application: Application) {
    for element in reader.list(node, "windows", { $0 }) ?? [] {
      _ = window(element) { window in
        application.show(window)
        tree.registerEdgeGate(of: window)
      }
    }
  }

  /// A window with its subviews; it is shown before it is filled, or later by the caller.
  func window(_ element: Node, show: (Window) -> Void = { _ in }) -> Window? {
    guard let id = id(of: element, "a window") else { return nil }
    let screen = screen(of: element)
    reader.pointsPerMillimeter = screen?.pointsPerMillimeter
    area = screen?.size ?? .zero
    let window = Window(id: id, frame: Rect(origin: .zero, size: area))
    window.screen = screen
    self.window = window
    // Within its own tree, a private window is as others are.
    if element[WantedThing.privateKey] != nil, !tree.isInside { window.privacy = .isPrivateOfFile }
    register(.responder(window), id: id, node: element)
    show(window)
    var owner: Responder = window
    if window.isPrivate, refusesKeys(of: element) { return window }
    if window.isPrivate, !isGrowing, !isInside {
      // What is in it is checked as a tree of its own.
      guard checkInside(element) else { return window }
      let mentions = reader.mentions
      defer { reader.mentions = mentions }
      let box = WantedThing.view(element, .window).written { _ in true }
      let node = box.node(in: Document(file: "configuration"))
      apply(tables.view(.window), node: node, to: &owner, what: "a window")
    } else {
      apply(tables.view(.window), node: element, to: &owner, what: "a window")
    }
    return window
  }

  // A private window takes every touch inside its frame.
  private func refusesKeys(of element: Node) -> Bool {
    let before = reader.errors.count
    for key in WantedThing.keysOfPublicWindows {
      guard let value = element[key] else { continue }
      reader.complain(
        value.complaint(
          "expected a private window without \(key): it takes every touch inside its frame"))
    }
    return reader.errors.count > before
  }

  // Whether a private window could be built as the only one of a tree.
  private func checkInside(_ element: Node) -> Bool {
    let before = reader.errors.count
    let known = reader.mentions.count
    let scratch = Tree(application: Application(id: tree.application.id), screens: tree.screens)
    let builder = Builder(visible: VisibleTree(scratch, knowing: visible.knows), reader: reader)
    builder.isInside = true
    _ = builder.window(element) { scratch.application.show($0) }
    builder.link()
    scratch.endPlan()
    builder.checkBounds(in: element, most: Limits.standard.viewsOfPrivateWindow)
    insides.append((element, builder))
    for index in reader.mentions.indices.dropFirst(known) {
      reader.mentions[index].isPrivate = true
    }
    return reader.errors.count == before
  }

  private func screen(of window: Node) -> Screen? {
    let screens = tree.screens
    guard let node = window["screen"] else {
      if screens.count > 1 {
        reader.complain(
          window.complaint(
            "expected the key \"screen\", since there are \(screens.count) screens; "
              + "known here: \(screens.map(\.id).joined(separator: ", "))"))
      }
      return screens.first
    }
    if let screen = screens.first(where: { $0.id == node.string }) { return screen }
    reader.expected(
      "the name of a screen", at: node,
      hint: node.string.flatMap { didYouMean($0, among: screens.map(\.id)) }
        ?? "known here: \(screens.map(\.id).joined(separator: ", "))")
    return screens.first
  }
}

extension Tree {
  /// Makes the recognizer that holds touches back at a window's edges known by its name.
  func registerEdgeGate(of window: Window) {
    if let gate = window.edgeGateGestureRecognizer {
      registry.insert(.recognizer(gate))
    }
  }
}
