// A tree as the configuration from which the same tree is built.
//
// Lengths are points, and what aliases stand for is written out. Views that programs own can be
// left out.

package import ResponderKit
package import Wire

/// Writes what a tree is now as a configuration.
package struct TreeWriter {
  private let tree: Tree
  private let includes: (View) -> Bool
  private let includesRecognizer: (GestureRecognizer) -> Bool
  private let usual: UsualSettings
  private var writesUsual = false

  /// A writer for a tree, without the views and recognizers that are not included.
  package init(
    _ tree: Tree, includes: @escaping (View) -> Bool = { _ in true },
    includesRecognizer: @escaping (GestureRecognizer) -> Bool = { _ in true }
  ) {
    self.tree = tree
    self.includes = includes
    self.includesRecognizer = includesRecognizer
    usual = UsualSettings()
  }

  /// Screens and application.
  package var configuration: JSON {
    JSON([
      ("screens", JSON(tree.screens.map { ($0.id, screen($0)) })), ("application", application),
    ])
  }

  /// A view with all its subviews, in the form for `add`.
  package func view(_ view: View) -> JSON { self.view(view, isDeep: true) }

  private func view(_ view: View, isDeep: Bool) -> JSON {
    let kind = ViewKind(of: view)
    var entries = [("id", JSON.string(view.id))]
    if let window = view as? Window, let screen = window.screen {
      entries.append(("screen", .string(screen.id)))
    }
    entries += [("frame", frame(of: view))]
    if view.bounds.origin != .zero, !(view is ScrollView), let bounds = view.bounds.json {
      entries.append(("bounds", bounds))
    }
    entries += settings(of: view, usual.keys(of: kind))
    let own = settings(of: view, usual.ownKeys(of: kind))
    if kind == .window {
      entries += own
    } else if kind != .view {
      entries.append((kind.rawValue, JSON(own + parts(of: view))))
    }
    let root = (view as? Window)?.rootViewController
    if let root, isDeep, root.view.map({ includes($0) }) ?? true {
      entries.append(("rootViewController", controller(root)))
    }
    let recognizers = view.gestureRecognizers.filter { isWritten($0, on: view) }
    if !recognizers.isEmpty {
      entries.append(("gestureRecognizers", .array(recognizers.map { recognizer($0) })))
    }
    let children = !isDeep ? [] : view.subviews.filter { isWritten($0) && $0 !== root?.view }
    if !children.isEmpty { entries.append(("subviews", .array(children.map { subview($0) }))) }
    return JSON(entries)
  }

  /// The settings of one view and its recognizers, with default values, without its subviews.
  package func settings(of view: View) -> JSON {
    var writer = self
    writer.writesUsual = true
    let structure = ["rootViewController", "subviews"]
    return .object(
      (writer.view(view, isDeep: false).members ?? []).filter { !structure.contains($0.name) })
  }

  /// A recognizer, in the form for `add`.
  package func recognizer(_ recognizer: GestureRecognizer) -> JSON {
    let kind = RecognizerKind(of: recognizer) ?? .tap
    return JSON([
      ("id", .string(recognizer.id)),
      (kind.word, JSON(settings(of: recognizer, usual.keys(of: kind)))),
    ])
  }

  // MARK: Responders

  private func screen(_ screen: Screen) -> JSON {
    var entries: [(String, JSON)] = []
    if let size = screen.size.json { entries.append(("size", size)) }
    if let points = screen.pointsPerMillimeter {
      func millimeters(_ length: Double) -> Double { (length / points * 1000).rounded() / 1000 }
      let size = Size(
        width: millimeters(screen.size.width), height: millimeters(screen.size.height))
      if let physical = size.json { entries.append(("physicalSize", physical)) }
    }
    if let gate = screen.edgeGate, let edges = gate.edges.json {
      entries.append(
        (
          "edgeGate",
          JSON([
            ("edges", edges), ("edgeRegion", .number(gate.edgeRegion)),
            ("timeout", .number(gate.timeout)),
          ])
        ))
    }
    return JSON(entries)
  }

  private var application: JSON {
    let application = tree.application
    var entries = [("id", JSON.string(application.id))]
    entries += settings(of: application, usual.applicationKeys)
    if let delegate { entries.append(("delegate", delegate)) }
    let windows = application.windows.filter { includes($0) }
    if !windows.isEmpty { entries.append(("windows", .array(windows.map { view($0) }))) }
    return JSON(entries)
  }

  /// The application's delegate.
  var delegate: JSON? {
    (tree.application.delegate as? Responder).map {
      JSON([("id", .string($0.id))] + settings(of: $0, usual.responderKeys))
    }
  }

  private func controller(_ controller: ViewController) -> JSON {
    var entries = [("id", JSON.string(controller.id))]
    if controller.presentingViewController != nil, !controller.isModal {
      entries.append(("modal", .bool(false)))
    }
    entries += settings(of: controller, usual.controllerKeys)
    if let view = controller.view { entries.append(("view", self.view(view))) }
    if let presented = controller.presentedViewController,
      presented.presentationView.map({ includes($0) }) ?? true
    {
      entries.append(("presents", self.controller(presented)))
    }
    return JSON(entries)
  }

  private func subview(_ view: View) -> JSON {
    guard let controller = view.viewController else { return self.view(view) }
    return JSON([("viewController", self.controller(controller))])
  }

  // A presented controller is written with the controller that presents it.
  private func isWritten(_ view: View) -> Bool {
    includes(view) && !(view is PresentationContainer)
      && view.viewController?.presentingViewController == nil
  }

  // The recognizers that belong to a view's class are written elsewhere, or not at all.
  private func isWritten(_ recognizer: GestureRecognizer, on view: View) -> Bool {
    let scrollView = view as? ScrollView
    return RecognizerKind(of: recognizer) != nil && includesRecognizer(recognizer)
      && recognizer !== scrollView?.panGestureRecognizer
      && recognizer !== scrollView?.pinchGestureRecognizer
  }

  private func parts(of view: View) -> [(String, JSON)] {
    guard let scrollView = view as? ScrollView else { return [] }
    let parts: [(String, GestureRecognizer?, UsualSettings.Part)] = [
      ("panGestureRecognizer", scrollView.panGestureRecognizer, usual.scrollPan),
      ("pinchGestureRecognizer", scrollView.pinchGestureRecognizer, usual.scrollPinch),
    ]
    return parts.compactMap { key, recognizer, part in
      guard let recognizer else { return nil }
      let entries = settings(of: recognizer, part)
      return entries.isEmpty ? nil : (key, JSON(entries))
    }
  }

  // The frame without the transform and zoom, as it is read before them.
  private func frame(of view: View) -> JSON {
    let size = view.bounds.size
    let center = view.unzoomedCenter
    let origin = Point(x: center.x - size.width / 2, y: center.y - size.height / 2)
    return Rect(origin: origin, size: size).json ?? .null
  }

  // MARK: Keys

  private func settings<Owner>(
    of owner: Owner, _ keys: [UsualSettings.Entry<Owner>]
  ) -> [(String, JSON)] {
    let id = (owner as? Responder)?.id ?? (owner as? GestureRecognizer)?.id ?? ""
    var entries = keys.compactMap { entry -> (String, JSON)? in
      let key = entry.key
      switch key.writing {
      case .read(let read):
        guard let value = read(owner), writesUsual || value != entry.usual else { return nil }
        return (key.name, value)
      case .kept, .keptPart:
        return tree.kept[id, key.name].flatMap { present($0, key.name) }.map { (key.name, $0) }
      case .structure: return nil
      }
    }
    if let responder = owner as? Responder, keys.contains(where: { $0.key.name == "next" }),
      let next = tree.nextNames[id], responder.nextOverride != nil
    {
      entries.append(("next", .string(next)))
    }
    return entries
  }

  // A requirement of a removed recognizer is left out.
  private func present(_ value: JSON, _ key: String) -> JSON? {
    guard key == "requiresFailureOf" || key == "requiredToFailBy" else { return value }
    let names = (value.elements ?? [value]).filter { element in
      guard case .string(let name) = element, name != "any" else { return true }
      return tree.registry.recognizer(name).map { includesRecognizer($0) } ?? false
    }
    return names.isEmpty ? nil : .array(names)
  }
}

extension VisibleTree {
  /// A writer of the included parts of the tree.
  package func writer(
    includes: @escaping (View) -> Bool = { _ in true },
    includesRecognizer: @escaping (GestureRecognizer) -> Bool = { _ in true }
  ) -> TreeWriter {
    TreeWriter(tree, includes: includes, includesRecognizer: includesRecognizer)
  }
}
