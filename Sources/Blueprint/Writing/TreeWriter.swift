// A tree as the configuration from which the same tree is built.
//
// Lengths are points, and what aliases stand for is written out. Views that programs own can be
// left out.

package import ResponderKit

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
  package var configuration: Setting {
    Setting([
      ("screens", Setting(tree.screens.map { ($0.id, screen($0)) })), ("application", application),
    ])
  }

  /// A view with all its subviews, in the form for `add`.
  package func view(_ view: View) -> Setting { self.view(view, isDeep: true) }

  private func view(_ view: View, isDeep: Bool) -> Setting {
    let kind = ViewKind(of: view)
    var entries = [("id", Setting.text(view.id))]
    if let window = view as? Window, let screen = window.screen {
      entries.append(("screen", .text(screen.id)))
    }
    entries += [("frame", frame(of: view))]
    if view.bounds.origin != .zero, !(view is ScrollView), let bounds = view.bounds.setting {
      entries.append(("bounds", bounds))
    }
    entries += settings(of: view, usual.keys(of: kind))
    let own = settings(of: view, usual.ownKeys(of: kind))
    if kind == .window {
      entries += own
    } else if kind != .view {
      entries.append((kind.rawValue, Setting(own + parts(of: view))))
    }
    let root = (view as? Window)?.rootViewController
    if let root, isDeep, root.view.map({ includes($0) }) ?? true {
      entries.append(("rootViewController", controller(root)))
    }
    let recognizers = view.gestureRecognizers.filter { isWritten($0, on: view) }
    if !recognizers.isEmpty {
      entries.append(("gestureRecognizers", .list(recognizers.map { recognizer($0) })))
    }
    let children = !isDeep ? [] : view.subviews.filter { isWritten($0) && $0 !== root?.view }
    if !children.isEmpty { entries.append(("subviews", .list(children.map { subview($0) }))) }
    return Setting(entries)
  }

  /// The settings of one view and its recognizers, with default values, without its subviews.
  package func settings(of view: View) -> Setting {
    var writer = self
    writer.writesUsual = true
    let structure = ["rootViewController", "subviews"]
    return .mapping(
      (writer.view(view, isDeep: false).entries ?? []).filter { !structure.contains($0.key) })
  }

  /// A recognizer, in the form for `add`.
  package func recognizer(_ recognizer: GestureRecognizer) -> Setting {
    let kind = RecognizerKind(of: recognizer) ?? .tap
    return Setting([
      ("id", .text(recognizer.id)),
      (kind.word, Setting(settings(of: recognizer, usual.keys(of: kind)))),
    ])
  }

  // MARK: Responders

  private func screen(_ screen: Screen) -> Setting {
    var entries: [(String, Setting)] = []
    if let size = screen.size.setting { entries.append(("size", size)) }
    if let points = screen.pointsPerMillimeter {
      func millimeters(_ length: Double) -> Double { (length / points * 1000).rounded() / 1000 }
      let size = Size(
        width: millimeters(screen.size.width), height: millimeters(screen.size.height))
      if let physical = size.setting { entries.append(("physicalSize", physical)) }
    }
    if let gate = screen.edgeGate, let edges = gate.edges.setting {
      entries.append(
        (
          "edgeGate",
          Setting([
            ("edges", edges), ("edgeRegion", .number(gate.edgeRegion)),
            ("timeout", .number(gate.timeout)),
          ])
        ))
    }
    return Setting(entries)
  }

  private var application: Setting {
    let application = tree.application
    var entries = [("id", Setting.text(application.id))]
    entries += settings(of: application, usual.applicationKeys)
    if let delegate { entries.append(("delegate", delegate)) }
    let windows = application.windows.filter { includes($0) }
    if !windows.isEmpty { entries.append(("windows", .list(windows.map { view($0) }))) }
    return Setting(entries)
  }

  /// The application's delegate.
  var delegate: Setting? {
    (tree.application.delegate as? Responder).map {
      Setting([("id", .text($0.id))] + settings(of: $0, usual.responderKeys))
    }
  }

  private func controller(_ controller: ViewController) -> Setting {
    var entries = [("id", Setting.text(controller.id))]
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
    return Setting(entries)
  }

  private func subview(_ view: View) -> Setting {
    guard let controller = view.viewController else { return self.view(view) }
    return Setting([("viewController", self.controller(controller))])
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

  private func parts(of view: View) -> [(String, Setting)] {
    guard let scrollView = view as? ScrollView else { return [] }
    let parts: [(String, GestureRecognizer?, UsualSettings.Part)] = [
      ("panGestureRecognizer", scrollView.panGestureRecognizer, usual.scrollPan),
      ("pinchGestureRecognizer", scrollView.pinchGestureRecognizer, usual.scrollPinch),
    ]
    return parts.compactMap { key, recognizer, part in
      guard let recognizer else { return nil }
      let entries = settings(of: recognizer, part)
      return entries.isEmpty ? nil : (key, Setting(entries))
    }
  }

  // The frame without the transform and zoom, as it is read before them.
  private func frame(of view: View) -> Setting {
    let size = view.bounds.size
    let center = view.unzoomedCenter
    let origin = Point(x: center.x - size.width / 2, y: center.y - size.height / 2)
    return Rect(origin: origin, size: size).setting ?? .null
  }

  // MARK: Keys

  private func settings<Owner>(
    of owner: Owner, _ keys: [UsualSettings.Entry<Owner>]
  ) -> [(String, Setting)] {
    let id = (owner as? Responder)?.id ?? (owner as? GestureRecognizer)?.id ?? ""
    var entries = keys.compactMap { entry -> (String, Setting)? in
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
      entries.append(("next", .text(next)))
    }
    return entries
  }

  // A requirement of a removed recognizer is left out.
  private func present(_ value: Setting, _ key: String) -> Setting? {
    guard key == "requiresFailureOf" || key == "requiredToFailBy" else { return value }
    let names = (value.elements ?? [value]).filter { element in
      guard case .text(let name) = element, name != "any" else { return true }
      return tree.registry.recognizer(name).map { includesRecognizer($0) } ?? false
    }
    return names.isEmpty ? nil : .list(names)
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
