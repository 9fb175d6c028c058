// What a configuration would say of a tree that lives.
//
// What is wanted is written as it is wanted, without usual values, and what lives as it is now.

import ConfigurationText
package import Protocol
package import Records
package import ResponderKit

/// Writes what is wanted of a tree, with what lives in it.
package struct TreeWriter {
  private enum Form {
    /// A file, which must not name what is not there.
    case file
    /// Nodes, which say where views lie.
    case nodes
    /// All settings, usual values included.
    case settings
  }

  private let tree: Tree
  private let wanted: WantedTree
  // What is in a private window, for those who read it.
  private let inside: (String) -> JSON?
  private var form = Form.file

  /// A writer for a tree that follows what is wanted; a closure writes what is in private windows.
  package init(
    _ tree: Tree, _ wanted: WantedTree, inside: @escaping (String) -> JSON? = { _ in nil }
  ) {
    self.tree = tree
    self.wanted = wanted
    self.inside = inside
  }

  private func writing(_ form: Form) -> TreeWriter {
    var writer = self
    writer.form = form
    return writer
  }

  /// Screens and application.
  package var configuration: JSON {
    JSON([
      ("screens", JSON(tree.screens.map { ($0.id, screen($0)) })),
      (
        "application",
        wanted.application.written(values, inside: { [inside] in inside($0.id) }) { _ in true }
      ),
    ])
  }

  /// A view with all its subviews, as a put has it.
  package func view(_ view: View) -> JSON { written(view, wanted.thing(view.id)) { _ in true } }

  /// The settings of one view and its recognizers, with default values, without its subviews.
  package func settings(of view: View) -> JSON {
    writing(.settings).written(view, wanted.thing(view.id)) { $0.relation == .recognizer }
  }

  /// What writes views without their subviews, as snapshots and records have them: with the
  /// controllers whose views they are.
  package var nodes: NodeWriter {
    let writer = writing(.nodes)
    return { view, line in
      func add(_ node: JSON) {
        for member in node.members ?? [] {
          line.key(member.name)
          line.value(member.value)
        }
      }
      let entry = writer.wanted.entries[view.id]
      if view.gestureRecognizers.isEmpty, view.viewController == nil, view.transform == .identity,
        let frame = entry?.onlyFrame
      {
        let (origin, size) = (frame.origin, frame.size)
        line.member("id", view.id)
        line.key("frame")
        line.beginArray()
        for side in [origin.x, origin.y, size.width, size.height] { line.value(.number(side)) }
        return line.endArray()
      }
      add(writer.written(view, entry?.thing) { $0.relation == .recognizer })
      guard let controller = view.viewController,
        let thing = writer.wanted.thing(controller.id)
      else { return }
      line.key("viewController")
      line.beginObject()
      add(thing.written(writer.values) { _ in false })
      line.member("presentedBy", controller.presentingViewController?.id)
      line.endObject()
    }
  }

  // The view around a presentation is the engine's, and not wanted.
  private func written(
    _ view: View, _ thing: WantedThing?, with isIncluded: (WantedThing) -> Bool
  ) -> JSON {
    guard let thing else {
      return JSON([("id", .string(view.id)), ("frame", view.frame.json ?? .null)])
    }
    return thing.written(
      { other in
        guard other === thing, case .view(let kind) = thing.kind else { return values(of: other) }
        return values(of: thing, as: kind, view)
      }, with: isIncluded)
  }

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
      let window = gate.window.map { [("window", JSON.string($0))] } ?? []
      entries.append(
        (
          "edgeGate",
          JSON(
            [
              ("edges", edges), ("edgeRegion", .number(gate.edgeRegion)),
              ("timeout", .number(gate.timeout)),
            ] + window)
        ))
    }
    return JSON(entries)
  }

  // MARK: Values

  private func values(of thing: WantedThing) -> WantedThing.Values {
    let (registry, tables) = (tree.registry, tree.tables)
    func recognizer(_ table: KeyIndex<GestureRecognizer, Builder>) -> WantedThing.Values {
      values(of: thing, registry.recognizer(thing.id), table)
    }
    switch thing.kind {
    case .application: return values(of: thing, tree.application, tables.application)
    case .delegate: return values(of: thing, registry.responder(thing.id), tables.responder)
    case .viewController: return values(of: thing, registry.responder(thing.id), tables.controller)
    case .recognizer(let kind): return recognizer(tables.recognizer(kind))
    case .part(let kind): return recognizer(tables.part(kind))
    case .view(let kind):
      guard let view = registry.view(thing.id) else { return ([], thing.values) }
      return values(of: thing, as: kind, view)
    }
  }

  private func values(of thing: WantedThing, as kind: ViewKind, _ view: View) -> WantedThing.Values
  {
    let rest = values(of: thing, view, tree.tables.view(kind))
    return (place(of: view, thing) + rest.outer, rest.ofKind)
  }

  // In a file, a window without its contents is private for its owner alone.
  private func privacy(of window: Window) -> JSON.Member {
    guard form == .file else { return JSON.Member("isPrivate", .bool(true)) }
    let readers = inside(window.id).flatMap { _ in wanted.thing(window.id)?[WantedThing.privateKey]
    }
    return JSON.Member(WantedThing.privateKey, readers ?? .array([]))
  }

  // Lengths as they are wanted, and where that is.
  private func place(of view: View, _ thing: WantedThing) -> [JSON.Member] {
    var entries: [JSON.Member] = []
    let window = view as? Window
    if let screen = window?.screen {
      entries.append(JSON.Member("screen", .string(screen.id)))
    }
    if let window, window.isPrivate {
      entries.append(privacy(of: window))
    } else if form == .nodes, let readers = thing[WantedThing.privateKey] {
      entries.append(JSON.Member(WantedThing.privateKey, readers))
    }
    if form == .nodes, window?.isVacant ?? false {
      entries.append(JSON.Member("isHidden", .bool(true)))
    }
    var isPlain = thing["frame"] != nil && view.transform == .identity
    for value in thing.values where TreeUpdate.geometryKeys.contains(value.name) {
      isPlain = isPlain && value.name == "frame" && !value.value.hasMeasures
      entries.append(JSON.Member(value.name, value.value.inNumbers))
    }
    if form == .nodes, !isPlain {
      let box = view.frame
      let sides = [box.origin.x, box.origin.y, box.size.width, box.size.height]
      let rounded = sides.map { JSON.number(($0 * 1000).rounded() / 1000) }
      entries.append(JSON.Member("at", .array(rounded)))
    }
    return entries
  }

  private func values<Owner>(
    of thing: WantedThing, _ owner: Owner?, _ table: KeyIndex<Owner, Builder>
  ) -> WantedThing.Values {
    var values: WantedThing.Values = ([], [])
    guard let owner else { return ([], thing.values) }
    var all = form == .settings ? Array(table.keys.indices) : table.indices(for: thing.values)
    if form == .nodes, thing.isArranging, let content = table["contentSize"] {
      all = (all + [content]).sorted()
    }
    for index in all {
      guard let value = value(of: index, in: thing, owner, table) else { continue }
      let entry = JSON.Member(table.keys[index].name, value)
      if table.isOfKind(index) { values.ofKind.append(entry) } else { values.outer.append(entry) }
    }
    return values
  }

  private func value<Owner>(
    of index: Int, in thing: WantedThing, _ owner: Owner, _ table: KeyIndex<Owner, Builder>
  ) -> JSON? {
    let name = table.keys[index].name
    if tree.isInside, name == "isKeyWindow" { return nil }
    let wanted = table.living.contains(index) ? nil : thing[name]
    switch table.keys[index].writing {
    case .structure: return nil
    case .kept:
      if form != .file { return wanted }
      return wanted?.withoutMissing(name) { [registry = tree.registry] other in
        switch name {
        case "next": registry.responder(other) != nil
        case "zoomView": (owner as? ScrollView)?.zoomView?.id == other
        case "hit": registry.view(other) != nil
        default: registry.recognizer(other) != nil
        }
      }
    case .read(let read, _):
      if form != .settings, table.usual[index].isUsual?(owner) ?? false { return nil }
      if let wanted, wanted.hasMeasures { return wanted }
      return read(owner)
    }
  }
}

extension JSON {
  /// The value of a key without the names of things that are not there, which a file must not have;
  /// nil if nothing is left.
  func withoutMissing(_ key: String, _ isThere: (String) -> Bool) -> JSON? {
    switch key {
    case "next", "zoomView": return name.map(isThere) ?? true ? self : nil
    case "hit":
      guard let target = self["redirect"]?.name, !isThere(target) else { return self }
      let rest = (members ?? []).filter { $0.name != "redirect" }
      return rest.isEmpty ? nil : .object(rest)
    case "requiresFailureOf", "requiredToFailBy":
      let names = (elements ?? [self]).filter { element in
        guard case .string(let name) = element, name != "any" else { return true }
        return isThere(name)
      }
      return names.isEmpty ? nil : .array(names)
    default: return self
    }
  }
}

extension JSON {
  /// Whether it has lengths that are measured by something else.
  fileprivate var hasMeasures: Bool {
    mentions { $0 == "fill" || $0.hasSuffix("%") || $0.hasSuffix("mm") }
  }

  /// The value in which whole numbers are numbers like others.
  fileprivate var inNumbers: JSON {
    switch self {
    case .array(let elements): .array(elements.map(\.inNumbers))
    case .integer(let number): .number(Double(number))
    case .null, .bool, .number, .string, .object: self
    }
  }
}

extension Session {
  /// A session of a tree, whose records have its nodes.
  package convenience init(_ tree: Tree, _ wanted: WantedTree, stream: String? = nil) {
    self.init(
      tree.application, RecordEncoder(node: TreeWriter(tree, wanted).nodes, stream: stream))
  }
}
