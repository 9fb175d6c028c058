// A thing as a text wants it: what it is, where it belongs, and what is written of it.

import ResponderKit
import YAML

/// One view, controller or recognizer of a text, or the application or its delegate.
package final class WantedThing {
  /// What a thing is; a thing of another kind is another thing.
  enum Kind: Hashable {
    case application
    case delegate
    case viewController(isNavigation: Bool)
    case view(ViewKind)
    case recognizer(RecognizerKind)
    /// The pan or pinch that a scroll view brings along.
    case part(RecognizerKind)
  }

  /// What a thing is to the one that it is written in.
  package enum Relation: Hashable, Sendable {
    case application, delegate, window, root, view, subview, child, page, recognizer, part
    case presented(isModal: Bool)
  }

  package let id: String
  let kind: Kind
  let relation: Relation
  /// The keys with their values, without the things that are written in it.
  let values: [Setting.Entry]
  /// The things that are written in it, in their order.
  let children: [WantedThing]

  init(
    _ id: String, _ kind: Kind, _ relation: Relation, _ values: [Setting.Entry],
    _ children: [WantedThing]
  ) {
    self.id = id
    self.kind = kind
    self.relation = relation
    self.values = values
    self.children = children
  }

  /// The value of a key.
  subscript(_ key: String) -> Setting? { values.first { $0.key == key }?.value }

  func children(_ relation: Relation) -> [WantedThing] {
    children.filter { $0.relation == relation }
  }

  /// The view of a controller.
  var view: WantedThing? { children.first { $0.relation == .view } }

  /// The controller that a controller presents.
  var presented: WantedThing? {
    children.first { if case .presented = $0.relation { true } else { false } }
  }

  var isModal: Bool { relation == .presented(isModal: true) }

  /// The kind, if it is a view.
  var viewKind: ViewKind? { if case .view(let kind) = kind { kind } else { nil } }
}

// MARK: Reading

extension WantedThing {
  /// The application of a configuration that has no errors.
  static func application(_ node: Node?) -> WantedThing {
    let fields = Fields(node)
    return WantedThing(
      node?["id"]?.string ?? "app", .application, .application,
      fields.values(without: ["windows", "delegate"]),
      fields["delegate"].map {
        WantedThing(
          $0["id"]?.string ?? "appDelegate", .delegate, .delegate, Fields($0).values(), [])
      } + fields.list("windows").map { view($0, .window) })
  }

  static func view(_ node: Node, _ relation: Relation) -> WantedThing {
    let isWindow = relation == .window
    let fields = Fields(node) { isWindow ? nil : ViewKind(written: $0) }
    let id = node["id"]?.string ?? ""
    let parts: [(key: String, id: String, kind: RecognizerKind)] = [
      ("panGestureRecognizer", "\(id).pan", .pan),
      ("pinchGestureRecognizer", "\(id).pinch", .pinch),
    ]
    var children = fields["rootViewController"].map { controller($0, .root) }
    for part in parts {
      children += fields[part.key].map {
        WantedThing(part.id, .part(part.kind), .part, Fields($0).values(), [])
      }
    }
    children += fields.list("gestureRecognizers").map { recognizer($0) }
    children += fields.list("subviews").map { subview($0) }
    return WantedThing(
      id, .view(isWindow ? .window : fields.kind ?? .view), relation,
      fields.values(
        without: ["rootViewController", "gestureRecognizers", "subviews"]
          + parts.map(\.key)), children)
  }

  private static func subview(_ node: Node) -> WantedThing {
    node["viewController"].map { controller($0, .subview) } ?? view(node, .subview)
  }

  static func controller(_ node: Node, _ relation: Relation) -> WantedThing {
    let fields = Fields(node)
    let navigation = node["navigationController"]
    let pages = Fields(navigation).list("viewControllers")
    return WantedThing(
      node["id"]?.string ?? "", .viewController(isNavigation: navigation != nil), relation,
      fields.values(without: ["view", "children", "navigationController", "presents", "modal"]),
      fields["view"].map { view($0, .view) } + pages.map { controller($0, .page) }
        + fields.list("children").map { controller($0, .child) }
        + fields["presents"].map {
          controller($0, .presented(isModal: $0["modal"]?.scalar?.bool ?? true))
        })
  }

  static func recognizer(_ node: Node) -> WantedThing {
    let fields = Fields(node) { RecognizerKind(word: $0) }
    return WantedThing(
      node["id"]?.string ?? "", .recognizer(fields.kind ?? .tap), .recognizer, fields.values(), [])
  }

  /// The entries of a mapping, with those under the word of its kind.
  fileprivate struct Fields<Kind> {
    private(set) var kind: Kind?
    private var entries: [Mapping.Entry] = []

    init(_ node: Node?, kind find: (String) -> Kind?) {
      for entry in node?.mapping?.entries ?? [] where entry.key != "id" {
        if let found = find(entry.key) {
          kind = found
          entries += entry.value.mapping?.entries ?? []
        } else {
          entries.append(entry)
        }
      }
    }

    subscript(_ key: String) -> [Node] { entries.filter { $0.key == key }.map(\.value) }

    func list(_ key: String) -> [Node] { self[key].first?.sequence ?? [] }

    func values(without keys: [String] = []) -> [Setting.Entry] {
      entries.filter { !keys.contains($0.key) }
        .map { Setting.Entry(key: $0.key, value: Setting($0.value)) }
    }
  }
}

extension WantedThing.Fields where Kind == Never {
  fileprivate init(_ node: Node?) { self.init(node) { _ in nil } }
}

// MARK: Writing

extension WantedThing {
  /// The thing as it is written, with those of the things in it that are included.
  func written(with isIncluded: (WantedThing) -> Bool) -> Setting {
    var entries = [Setting.Entry(key: "id", value: .text(id))]
    func add(_ key: String, _ value: Setting) {
      entries.append(Setting.Entry(key: key, value: value))
    }
    func add(_ key: String, list: [Setting]) { if !list.isEmpty { add(key, .list(list)) } }
    func written(_ relation: Relation) -> [Setting] {
      children(relation).filter(isIncluded).map { $0.written(with: isIncluded) }
    }
    switch kind {
    case .delegate: entries += values
    case .application:
      entries += values
      if let delegate = written(.delegate).first { add("delegate", delegate) }
      add("windows", list: written(.window))
    case .part: return .mapping(values)
    case .recognizer(let kind): add(kind.word, .mapping(values))
    case .viewController(let isNavigation):
      entries += values
      if relation == .presented(isModal: false) { add("modal", .bool(false)) }
      if let view = written(.view).first { add("view", view) }
      add("children", list: written(.child))
      if let presented, isIncluded(presented) {
        add("presents", presented.written(with: isIncluded))
      }
      if isNavigation {
        add("navigationController", Setting([("viewControllers", .list(written(.page)))]))
      }
    case .view(let kind):
      var own = values
      for part in children(.part) {
        let key = part.kind == .part(.pan) ? "panGestureRecognizer" : "pinchGestureRecognizer"
        own.append(Setting.Entry(key: key, value: .mapping(part.values)))
      }
      if kind == .view || kind == .window {
        entries += own
      } else {
        add(kind.rawValue, .mapping(own))
      }
      if let root = written(.root).first { add("rootViewController", root) }
      add("gestureRecognizers", list: written(.recognizer))
      add(
        "subviews",
        list: children(.subview).filter(isIncluded).map { child in
          let value = child.written(with: isIncluded)
          return child.viewKind == nil ? Setting([("viewController", value)]) : value
        })
    }
    return .mapping(entries)
  }
}
