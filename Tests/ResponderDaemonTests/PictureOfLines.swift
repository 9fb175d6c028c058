// A client of the tests that knows only what the protocol's text says: it folds lines together.

import Protocol

/// The state that a client knows from one snapshot and every line after it.
struct PictureOfLines {
  /// Windows and views by their names: parent, place among siblings, and the rest of the node.
  final class View {
    let id: String
    var node: [String: JSON]
    var children: [View] = []

    init(_ json: JSON) {
      id = json["id"]?.string ?? ""
      node = View.own(json)
      children = (json["subviews"]?.elements ?? []).map { View($0) }
    }

    static func own(_ json: JSON) -> [String: JSON] {
      var node: [String: JSON] = [:]
      for member in json.members ?? [] where member.name != "subviews" {
        node[member.name] = member.value
      }
      return node
    }

    /// One line a view, the same for the same tree.
    func text(_ depth: Int = 0) -> [String] {
      let own = node.keys.sorted().map { "\($0)=\(node[$0]?.text ?? "")" }.joined(separator: " ")
      return [String(repeating: " ", count: depth) + own] + children.flatMap { $0.text(depth + 1) }
    }

    /// The same view without what fingers, keys and scrolling change: no `edit` record has it.
    var atRest: View {
      let copy = View(node, children.map(\.atRest))
      for kind in View.livelyKinds {
        guard let own = copy.node[kind]?.members else { continue }
        copy.node[kind] = .object(own.filter { !View.lively.contains($0.name) })
      }
      if node["scrollView"] != nil {
        // Zooming changes where what is zoomed lies.
        for child in copy.children { child.node["at"] = nil }
      }
      return copy
    }

    private init(_ node: [String: JSON], _ children: [View]) {
      id = node["id"]?.string ?? ""
      self.node = node
      self.children = children
    }

    private static let lively =
      ["contentOffset", "zoomScale"] + ControlFacts.all.values.compactMap(\.value)
    private static let livelyKinds =
      ["scrollView"] + ControlFacts.all.filter { $0.value.value != nil }.map(\.key)
  }

  private(set) var windows: [View] = []
  /// The views of live touches, by the touches' numbers.
  private(set) var touches: [Int: String] = [:]
  private var over: Set<Int> = []
  /// Continuous gestures that began and did not end.
  private(set) var gestures: Set<String> = []
  private(set) var seq = 0
  /// What contradicts the picture; nothing should.
  private(set) var complaints: [String] = []

  /// Whether there has been a snapshot.
  private(set) var isComplete = false

  /// The tree as text.
  var tree: [String] { windows.flatMap { $0.text() } }

  /// The same but for what fingers, keys and scrolling change.
  var treeAtRest: [String] { windows.flatMap { $0.atRest.text() } }

  mutating func apply(_ line: String) {
    guard let json = try? JSON(parsing: line, depth: 64) else {
      complaints.append("no JSON: \(line)")
      return
    }
    apply(json, line)
  }

  mutating func apply(_ json: JSON, _ line: String) {
    switch json["type"]?.string {
    case "hello", "reply", "error", "closing", "lost": break
    case "snapshot":
      seq = json["seq"]?.int ?? 0
      isComplete = true
      windows = (json["windows"]?.elements ?? []).map { View($0) }
      touches = [:]
      for touch in json["touches"]?.elements ?? [] {
        touches[touch["id"]?.int ?? 0] = touch["view"]?.string ?? ""
      }
      gestures = []
      for entry in json["recognizers"]?.elements ?? []
      where ["began", "changed"].contains(entry["state"]?.string ?? "") {
        gestures.insert(entry["recognizer"]?.string ?? "")
      }
    case let type:
      let number = json["seq"]?.int ?? -1
      let isNumbered = !["explain", "health", "raw"].contains(type)
      if number < seq || number == seq && isNumbered {
        complaints.append("\(number) after \(seq): \(line)")
      }
      seq = number
      switch type {
      case "touches", "unhandled": takeTouches(json, line)
      case "gesture": takeGesture(json)
      case "edit": takeEdit(json, line)
      default: break
      }
    }
  }

  private mutating func takeTouches(_ json: JSON, _ line: String) {
    for touch in json["touches"]?.elements ?? [] {
      let id = touch["id"]?.int ?? 0
      switch json["phase"]?.string {
      case "began": touches[id] = json["view"]?.string ?? ""
      case "moved":
        if touches[id] == nil { complaints.append("moved without began: \(line)") }
      default:
        if json["goesOn"]?.bool == true { continue }
        // Each responder has a record of the end, and the picture ends the touch with the first.
        if touches.removeValue(forKey: id) == nil, !over.contains(id) {
          complaints.append("ended without began: \(line)")
        }
        over.insert(id)
      }
    }
  }

  private mutating func takeGesture(_ json: JSON) {
    let id = json["recognizer"]?.string ?? ""
    if ["began", "changed"].contains(json["state"]?.string ?? "") {
      gestures.insert(id)
    } else {
      gestures.remove(id)
    }
  }

  private mutating func takeEdit(_ json: JSON, _ line: String) {
    if json["edit"]?.string == "all" { isComplete = false }
    guard isComplete else { return }
    let id = json["view"]?.string ?? ""
    switch json["edit"]?.string {
    case "changed":
      guard let view = find(id), let node = json["node"] else {
        complaints.append("set of nothing: \(line)")
        return
      }
      view.node = View.own(node)
    case "added":
      guard let node = json["node"] else { return }
      insert(View(node), json, line)
    case "removed":
      if detach(id) == nil { complaints.append("remove of nothing: \(line)") }
    case "moved":
      guard let view = detach(id) else {
        complaints.append("move of nothing: \(line)")
        return
      }
      insert(view, json, line)
    default: complaints.append("unknown edit: \(line)")
    }
  }

  private mutating func insert(_ view: View, _ json: JSON, _ line: String) {
    func place(in row: [View]) -> Int {
      guard let behind = json["above"]?.string else { return 0 }
      if let index = row.firstIndex(where: { $0.id == behind }) { return index + 1 }
      complaints.append("above nothing: \(line)")
      return row.count
    }
    guard let parent = json["parent"]?.string else {
      windows.insert(view, at: place(in: windows))
      return
    }
    guard let parent = find(parent) else {
      complaints.append("into nothing: \(line)")
      return
    }
    parent.children.insert(view, at: place(in: parent.children))
  }

  private func find(_ id: String) -> View? {
    func search(_ list: [View]) -> View? {
      for view in list {
        if view.id == id { return view }
        if let found = search(view.children) { return found }
      }
      return nil
    }
    return search(windows)
  }

  private mutating func detach(_ id: String) -> View? {
    func search(_ parent: View) -> View? {
      if let index = parent.children.firstIndex(where: { $0.id == id }) {
        return parent.children.remove(at: index)
      }
      for child in parent.children {
        if let found = search(child) { return found }
      }
      return nil
    }
    if let index = windows.firstIndex(where: { $0.id == id }) { return windows.remove(at: index) }
    for window in windows {
      if let found = search(window) { return found }
    }
    return nil
  }
}
