// The view tree of a picture, and the edits that change it.

internal import Protocol

/// Windows and views as JSON nodes, changed by `edit` records.
struct PictureTree: Hashable, Sendable {
  private(set) var windows = JSON.array([])

  init(windows: JSON = .array([])) { self.windows = windows }

  /// The names of all views and recognizers.
  var names: [String] { names(in: windows) }

  private func names(in list: JSON) -> [String] {
    (list.elements ?? []).flatMap { node in
      [node["id"]?.string].compactMap { $0 }
        + (node["gestureRecognizers"]?.elements ?? []).compactMap { $0["id"]?.string }
        + (node["subviews"].map { names(in: $0) } ?? [])
    }
  }

  /// The node with an id.
  func node(_ id: String) -> JSON? { find(id, in: windows) }

  private func find(_ id: String, in list: JSON) -> JSON? {
    for node in list.elements ?? [] {
      if node["id"]?.string == id { return node }
      if let inner = node["subviews"], let found = find(id, in: inner) { return found }
    }
    return nil
  }

  /// Applies an `edit` record; unknown names are ignored.
  mutating func edit(_ record: JSON) {
    let view = record["view"]?.string
    switch record["edit"]?.string {
    case "changed":
      guard let view, let node = record["node"] else { return }
      change(view) { old in
        guard let inside = old["subviews"] else { return node }
        return .object((node.members ?? []) + [.init("subviews", inside)])
      }
    case "added":
      guard let node = record["node"] else { return }
      insert(node, in: record["parent"]?.string, above: record["above"]?.string)
    case "removed":
      if let view { _ = remove(view) }
    case "moved":
      guard let view, let node = remove(view) else { return }
      insert(node, in: record["parent"]?.string, above: record["above"]?.string)
    default: break
    }
  }

  private mutating func change(_ id: String, _ body: (JSON) -> JSON) {
    windows = changed(windows, id) { [body($0)] }
  }

  private mutating func remove(_ id: String) -> JSON? {
    guard let node = node(id) else { return nil }
    windows = changed(windows, id) { _ in [] }
    return node
  }

  private mutating func insert(_ node: JSON, in parent: String?, above sibling: String?) {
    func inserted(into list: JSON?) -> JSON {
      var elements = list?.elements ?? []
      let behind = elements.firstIndex { $0["id"]?.string == sibling }
      elements.insert(node, at: sibling == nil ? 0 : behind.map { $0 + 1 } ?? elements.count)
      return .array(elements)
    }
    guard let parent else {
      windows = inserted(into: windows)
      return
    }
    change(parent) { old in
      var members = (old.members ?? []).filter { $0.name != "subviews" }
      members.append(.init("subviews", inserted(into: old["subviews"])))
      return .object(members)
    }
  }

  private func changed(_ list: JSON, _ id: String, _ body: (JSON) -> [JSON]) -> JSON {
    var answer: [JSON] = []
    for node in list.elements ?? [] {
      if node["id"]?.string == id {
        answer += body(node)
      } else if let inner = node["subviews"] {
        let below = changed(inner, id, body)
        var members = (node.members ?? []).filter { $0.name != "subviews" }
        if below != .array([]) { members.append(.init("subviews", below)) }
        answer.append(.object(members))
      } else {
        answer.append(node)
      }
    }
    return .array(answer)
  }
}
