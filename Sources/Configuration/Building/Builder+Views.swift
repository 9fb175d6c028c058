// Views, with their subviews, recognizers and controls.

import ConfigurationText
import ResponderKit

extension Builder {
  /// A view of any kind; `frame` applies if the view has no key `frame`, as one that is arranged must
  /// not have.
  func view(_ node: Node, frame: Rect? = nil, isArranged: Bool = false) -> View? {
    view(node, outline(of: node), frame: frame, isArranged: isArranged)
  }

  private func view(
    _ node: Node, _ outline: ViewOutline, frame: Rect?, isArranged: Bool
  ) -> View? {
    guard let id = id(outline.id, of: node, "a view") else { return nil }
    let isPlain = outline.isPlain
    let under = isPlain ? nil : kind(of: node, "view") { tables.isViewKind($0) }
    let viewKind = under.flatMap { ViewKind(written: $0.word) } ?? .view
    let table = tables.view(viewKind)
    // Under a misspelt kind there may be everything that seems to be missing.
    let isStrange =
      !isPlain
      && node.entries.contains { entry in
        entry.value.isMapping && table.index(of: entry) == nil && !table.kinds.contains(entry.key)
      }
    if isStrange {
      for part in ["pan", "pinch"] { reader.lose("\(id).\(part)") }
    } else if frame == nil, !outline.hasFrame, node.lacks("frame"), under?.fields?["frame"] == nil,
      under?.fields?.isIncomplete != true
    {
      reader.complain(node.complaint("expected the key \"frame\" in a view, found none"))
    }
    checkSizes(in: node, outline, under, isArranged: isArranged)
    let view = viewKind.make(id: id, frame: frame ?? .zero)
    register(.responder(view), id: id, node: outline.id ?? node)
    var owner: Responder = view
    apply(table, node: node, under: under, to: &owner, what: "a view")
    if under != nil {
      if let control = view as? Control {
        warnOfHandling(by: control, node, under)
        if viewKind == .control { warnOfProtection(node, under) }
      }
      if let scrollView = view as? ScrollView { registerParts(of: scrollView) }
    }
    return view
  }

  private func outline(of node: Node) -> ViewOutline {
    var outline = ViewOutline()
    let table = tables.view(.view)
    for entry in node.entries {
      if entry.value.isMapping { outline.isPlain = false }
      switch table.meaning(of: entry) {
      case .id: outline.id = entry.value
      case .kind: outline.isPlain = false
      case .key(let index):
        if index == tables.frame { outline.hasFrame = true }
        if index == tables.width || index == tables.height { outline.hasSize = true }
        if index == tables.repetition { outline.repetition = entry.value }
      case .keyOfKind: break
      case .unknown: outline.hasOtherKeys = true
      }
    }
    return outline
  }

  /// The one kind that a mapping names, and the keys under it.
  func kind(
    of node: Node, _ what: String, isKind: (Mapping.Entry) -> Bool
  ) -> KindEntry? {
    guard let entries = node.mapping?.entries, entries.contains(where: isKind) else {
      return nil
    }
    let named = entries.filter(isKind)
    for entry in named.dropFirst() {
      reader.refuse(
        entry, "expected one kind of \(what), found \"\(named[0].key)\" and \"\(entry.key)\"")
    }
    let entry = named[0]
    if !entry.value.isNull, !entry.value.isMapping {
      reader.expected("the keys of a \(entry.key)", at: entry.value)
    }
    return KindEntry(word: entry.key, fields: entry.value.mapping)
  }

  /// The views of a list, put into another one from back to front.
  func subviews(_ node: Node, of view: View) {
    guard let (nodes, outlines) = elements(of: node) else { return }
    let outside = area
    area = view.bounds.size
    defer { area = outside }
    // A few views need no room of their own.
    if nodes.count > 64 {
      tree.registry.reserve(nodes.count)
      self.nodes.reserve(nodes.count)
      view.reserveSubviews(nodes.count)
    }
    let frames = frames(of: nodes, outlines, in: view, node)
    for (number, (element, outline)) in zip(nodes, outlines).enumerated() {
      let frame = frames.isEmpty ? nil : rect(of: frames[number])
      if outline.hasOtherKeys, let child = element["viewController"] {
        childController(element, child, in: view, frame: frame)
      } else if let child = self.view(
        element, outline, frame: frame, isArranged: frame != nil)
      {
        view.addSubview(child)
      }
    }
  }

  // The elements of a list of views, those that are repeated so often.
  private func elements(of node: Node) -> (Node.Elements, [ViewOutline])? {
    guard let nodes = node.sequence else {
      reader.expected("a list of views", at: node)
      return nil
    }
    let outlines = nodes.map(outline(of:))
    guard outlines.contains(where: { $0.repetition != nil }) else { return (nodes, outlines) }
    let counts = outlines.map { outline in
      outline.repetition.map { reader.whole($0, in: 1...1000) ?? 1 }
    }
    node.document.repeatElements(of: node.index, counts, without: "repeat")
    return (node.elements, node.elements.map(outline(of:)))
  }

  // Where the subviews of a view lie that arranges them; none for one that does not.
  private func frames(
    of nodes: Node.Elements, _ outlines: [ViewOutline], in view: View, _ list: Node
  ) -> [Arrangement.Frame?] {
    guard let arrangement = arrangements.removeValue(forKey: ObjectIdentifier(view)) else {
      return []
    }
    if let arrangedFrame {
      return nodes.map { element in
        (element["viewController"]?["view"]?["id"] ?? element["id"])?.string.flatMap(arrangedFrame)
      }
    }
    let items = WantedThing.items(of: nodes)
    if let scrollView = view as? ScrollView {
      if scrollView.contentSize != .zero {
        reader.complain(
          list.complaint(
            "expected no contentSize in a scroll view that arranges its subviews: it is theirs"))
      }
      scrollView.contentSize =
        arrangement.contentSize(of: items).rect(in: area, reader.pointsPerMillimeter).size
    }
    return arrangement.frames(of: items)
  }

  /// The place in points of what is arranged in the area.
  func rect(of frame: Arrangement.Frame?) -> Rect? {
    frame?.rect(in: area, reader.pointsPerMillimeter)
  }

  private func checkSizes(
    in node: Node, _ outline: ViewOutline, _ under: KindEntry?, isArranged: Bool
  ) {
    func complain(_ keys: [String], _ message: String, _ severity: Diagnostic.Severity) {
      for key in keys {
        guard let value = node[key] ?? under?.fields?[key] else { continue }
        reader.complain(value.complaint(message, severity: severity))
      }
    }
    if isArranged, arrangedFrame == nil {
      complain(
        ["frame", "bounds", "center"],
        "expected none, as the view around this one arranges it; give it width or height", .error)
    } else if !isArranged, !isGrowing, outline.hasSize || under != nil {
      complain(
        ["width", "height"],
        "has no effect, because the view around this one has neither stack nor grid", .warning)
    }
  }

  // A control consumes touches itself, so nothing of them is left for callbacks.
  private func warnOfHandling(by control: Control, _ node: Node, _ under: KindEntry?) {
    guard control.handles.isSubset(of: .touches) else { return }
    for key in ["handles", "forwards"] {
      guard let value = node[key] ?? under?.fields?[key],
        key == "forwards" || !control.handles.isEmpty
      else { continue }
      reader.complain(
        value.complaint(
          "has no effect, because a control tracks its touches itself; use its actions",
          severity: .warning))
    }
  }

  private func warnOfProtection(_ node: Node, _ under: KindEntry?) {
    let key = "protectsDefaultAction"
    guard let value = node[key] ?? under?.fields?[key] else { return }
    reader.complain(
      value.complaint(
        "has no effect, because only other kinds of control have a default action; name "
          + "recognizers in veto", severity: .warning))
  }

  /// A scroll view's own recognizers are known by their names, too.
  func registerParts(of scrollView: ScrollView) {
    for recognizer in scrollView.gestureRecognizers where tree.registry[recognizer.id] == nil {
      tree.registry.insert(.recognizer(recognizer))
    }
  }
}

/// What the mapping of a view contains, found in one pass: there may be very many views.
private struct ViewOutline {
  /// The value of the key `id`.
  var id: Node?
  var hasFrame = false
  /// Whether it has a width or height for a stack.
  var hasSize = false
  /// Whether there are neither a kind nor values with keys of their own, as in most views.
  var isPlain = true
  /// How often the view is there.
  var repetition: Node?
  /// Whether there are keys that no view has.
  var hasOtherKeys = false
}
