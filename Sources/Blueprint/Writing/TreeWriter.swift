// A tree as the configuration from which the same tree is built.
//
// Lengths are points, and what aliases stand for is written out.

package import ResponderKit
package import Wire

/// Writes what a tree is now as a configuration.
package struct TreeWriter {
  private let tree: Tree
  private var usual: UsualSettings { tree.tables.usual }
  private var writesUsual = false
  // A file must not name what is not there; what is wanted may.
  private var namesAbsent = false
  // What is set at all, so that a large tree is written without asking for each key of each view.
  private var wants: Wants?

  /// A writer for a tree.
  package init(_ tree: Tree) { self.tree = tree }

  /// A writer for the nodes of a tree; where the tree follows wants, only what these name is looked
  /// at.
  package init(nodesOf tree: Tree, _ wants: Wants? = nil) {
    self.tree = tree
    self.wants = wants
    namesAbsent = true
  }

  /// Screens and application.
  package var configuration: JSON {
    JSON([
      ("screens", JSON(tree.screens.map { ($0.id, screen($0)) })), ("application", application),
    ])
  }

  /// A view with all its subviews, as a put has it.
  package func view(_ view: View) -> JSON {
    var entries = own(of: view)
    let root = (view as? Window)?.rootViewController
    if let root { entries.append(("rootViewController", controller(root))) }
    let children = view.subviews.filter { isWritten($0) && $0 !== root?.view }
    if !children.isEmpty { entries.append(("subviews", .array(children.map { subview($0) }))) }
    return JSON(entries)
  }

  /// Writes a view without its subviews, as snapshots and records have it: with where it lies, if
  /// its frame does not say it, and with the controller whose view it is.
  package func write(_ view: View, to line: LineWriter) {
    line.member("id", view.id)
    line.member("screen", (view as? Window)?.screen?.id)
    line.member("frame", plainFrame(of: view))
    if view.transform != .identity { line.member("at", view.frame) }
    func add(_ entries: [(String, JSON)]) {
      for (name, value) in entries {
        line.key(name)
        line.value(value)
      }
    }
    add(rest(of: view))
    guard let controller = view.viewController else { return }
    line.key("viewController")
    line.beginObject()
    add(own(of: controller))
    line.member("presentedBy", controller.presentingViewController?.id)
    line.endObject()
  }

  // The keys of a view itself, and its recognizers.
  private func own(of view: View) -> [(String, JSON)] {
    var entries = [("id", JSON.string(view.id))]
    if let window = view as? Window, let screen = window.screen {
      entries.append(("screen", .string(screen.id)))
    }
    if let frame = plainFrame(of: view).json { entries.append(("frame", frame)) }
    return entries + rest(of: view)
  }

  // All but what says which view it is and where.
  private func rest(of view: View) -> [(String, JSON)] {
    let kind = ViewKind(of: view)
    var entries = hasOnlyFrame(view) ? [] : settings(of: view, usual.keys(of: kind))
    if view.bounds.origin != .zero, !(view is ScrollView), let bounds = view.bounds.json {
      entries.append(("bounds", bounds))
    }
    if kind != .view {
      let own = settings(of: view, usual.ownKeys(of: kind))
      if kind == .window {
        entries += own
      } else {
        entries.append((kind.rawValue, JSON(own + parts(of: view))))
      }
    }
    let recognizers = view.gestureRecognizers.filter { isWritten($0, on: view) }
    if !recognizers.isEmpty {
      entries.append(("gestureRecognizers", .array(recognizers.map { recognizer($0) })))
    }
    return entries
  }

  /// The settings of one view and its recognizers, with default values, without its subviews.
  package func settings(of view: View) -> JSON {
    var writer = self
    writer.writesUsual = true
    return JSON(writer.own(of: view))
  }

  private func recognizer(_ recognizer: GestureRecognizer) -> JSON {
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
    let windows = application.windows
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
    var entries = own(of: controller)
    if let view = controller.view { entries.append(("view", self.view(view))) }
    if let presented = controller.presentedViewController {
      entries.append(("presents", self.controller(presented)))
    }
    return JSON(entries)
  }

  private func own(of controller: ViewController) -> [(String, JSON)] {
    var entries = [("id", JSON.string(controller.id))]
    if controller.presentingViewController != nil, !controller.isModal {
      entries.append(("modal", .bool(false)))
    }
    return entries + settings(of: controller, usual.controllerKeys)
  }

  private func subview(_ view: View) -> JSON {
    guard let controller = view.viewController else { return self.view(view) }
    return JSON([("viewController", self.controller(controller))])
  }

  // A presented controller is written with the controller that presents it.
  private func isWritten(_ view: View) -> Bool {
    !(view is PresentationContainer)
      && view.viewController?.presentingViewController == nil
  }

  // The recognizers that belong to a view's class are written elsewhere, or not at all.
  private func isWritten(_ recognizer: GestureRecognizer, on view: View) -> Bool {
    let scrollView = view as? ScrollView
    return RecognizerKind(of: recognizer) != nil
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
  private func plainFrame(of view: View) -> Rect {
    let size = view.bounds.size
    let center = view.unzoomedCenter
    let origin = Point(x: center.x - size.width / 2, y: center.y - size.height / 2)
    return Rect(origin: origin, size: size)
  }

  // MARK: Keys

  // Most views of a large tree want nothing but their frame.
  private func hasOnlyFrame(_ view: View) -> Bool {
    guard view.transform == .identity, let wanted = wants?.tree.values(of: view.id) else {
      return false
    }
    return wanted.allSatisfy { $0.name == "frame" } && tree.kept[view.id].isEmpty
  }

  private func settings<Owner>(
    of owner: Owner, _ keys: [UsualSettings.Entry<Owner>]
  ) -> [(String, JSON)] {
    let id = (owner as? Responder)?.id ?? (owner as? GestureRecognizer)?.id ?? ""
    let kept = tree.kept[id]
    let wanted = wants?.tree.values(of: id)
    var entries: [(String, JSON)] = []
    for entry in keys {
      let name = entry.key.name
      switch entry.key.writing {
      case .read(let read, _):
        if let wanted, !entry.isLiving, !wanted.contains(where: { $0.name == name }) { continue }
        if !writesUsual, entry.isUsual?(owner) ?? false { continue }
        if let value = read(owner) { entries.append((name, value)) }
      case .kept, .keptPart:
        guard let value = kept[name] else { continue }
        if let value = namesAbsent ? value : present(value, name, of: id) {
          entries.append((name, value))
        }
      case .structure: break
      }
    }
    return entries
  }

  // The value without the names of what is not there.
  private func present(_ value: JSON, _ key: String, of id: String) -> JSON? {
    switch key {
    case "next": return tree.registry.responder(id)?.nextOverride == nil ? nil : value
    case "zoomView":
      return (tree.registry.view(id) as? ScrollView)?.zoomView == nil ? nil : value
    case "hit":
      guard let target = value["redirect"]?.name, tree.registry.view(target) == nil else {
        return value
      }
      let rest = (value.members ?? []).filter { $0.name != "redirect" }
      return rest.isEmpty ? nil : .object(rest)
    case "requiresFailureOf", "requiredToFailBy":
      let names = (value.elements ?? [value]).filter { element in
        guard case .string(let name) = element, name != "any" else { return true }
        return tree.registry.recognizer(name) != nil
      }
      return names.isEmpty ? nil : .array(names)
    default: return value
    }
  }
}

extension VisibleTree {
  /// A writer of the tree.
  package var writer: TreeWriter { TreeWriter(tree) }
}

extension Session {
  /// A session of a tree, whose records have its nodes.
  package convenience init(_ tree: Tree, wanted wants: Wants? = nil) {
    let nodes = TreeWriter(nodesOf: tree, wants)
    self.init(tree.application, RecordEncoder { nodes.write($0, to: $1) })
  }
}
