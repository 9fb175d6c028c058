// The application and its windows.

import ResponderKit
import Words
import YAML

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
    register(.responder(window), id: id, node: element)
    show(window)
    var owner: Responder = window
    apply(tables.view(.window), node: element, to: &owner, what: "a window")
    return window
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
