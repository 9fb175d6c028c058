// How a thing is read from a text that has no errors.

import ConfigurationText
import Protocol
import ResponderKit

extension WantedThing {
  /// The application of a configuration that has no errors.
  static func application(_ node: Node?) -> WantedThing {
    let fields = Fields(node, without: ["windows", "delegate"])
    return WantedThing(
      fields.id ?? "app", .application, .application, fields.values,
      fields.one("delegate") {
        let fields = Fields($0)
        return WantedThing(fields.id ?? "appDelegate", .delegate, .delegate, fields.values, [])
      } + fields.each("windows") { view($0, .window) })
  }

  static func view(_ node: Node, _ relation: Relation, _ owner: PutOwner? = nil) -> WantedThing {
    let isWindow = relation == .window
    let fields = Fields(node, without: inView) { isWindow ? nil : ViewKind(written: $0) }
    let id = fields.id ?? ""
    var children = fields.one("rootViewController") { controller($0, .root, owner) }
    if fields.kind == .scrollView {
      children += scrollParts.map { part in
        let values = Fields(fields[part.key]).values
        return WantedThing(
          "\(id).\(part.kind.word)", .part(part.kind), .part, values, [], owner: owner)
      }
    }
    children += fields.each("gestureRecognizers") { recognizer($0, owner) }
    children += fields.each("subviews") { subview($0, owner) }
    let thing = WantedThing(
      id, .view(isWindow ? .window : fields.kind ?? .view), relation, fields.values, children,
      owner: owner)
    return isWindow ? thing.boxed : thing
  }

  static let scrollParts: [(key: String, kind: RecognizerKind)] = [
    ("panGestureRecognizer", .pan), ("pinchGestureRecognizer", .pinch),
  ]
  private static let inView =
    ["rootViewController", "gestureRecognizers", "subviews", "at"] + scrollParts.map(\.key)

  static func subview(_ node: Node, _ owner: PutOwner? = nil) -> WantedThing {
    node["viewController"].map { controller($0, .subview, owner) } ?? view(node, .subview, owner)
  }

  static func controller(
    _ node: Node, _ relation: Relation, _ owner: PutOwner? = nil
  ) -> WantedThing {
    let fields = Fields(
      node, without: ["view", "children", "navigationController", "presents", "modal"])
    let navigation = fields["navigationController"]
    return WantedThing(
      fields.id ?? "", .viewController(isNavigation: navigation != nil), relation, fields.values,
      fields.one("view") { view($0, .view, owner) }
        + (navigation?["viewControllers"]?.elements.map { controller($0, .page, owner) } ?? [])
        + fields.each("children") { controller($0, .child, owner) }
        + fields.one("presents") {
          controller($0, .presented(isModal: $0["modal"]?.scalar?.bool ?? true), owner)
        },
      owner: owner)
  }

  static func recognizer(_ node: Node, _ owner: PutOwner? = nil) -> WantedThing {
    let fields = Fields(node) { RecognizerKind(word: $0) }
    return WantedThing(
      fields.id ?? "", .recognizer(fields.kind ?? .tap), .recognizer, fields.values, [],
      owner: owner)
  }

  /// The entries of a mapping, with those under the word of its kind.
  fileprivate struct Fields<Kind> {
    private(set) var id: String?
    private(set) var kind: Kind?
    /// The values, without those of some keys.
    private(set) var values: [JSON.Member] = []
    // The values of these.
    private var others: [(key: String, value: Node)] = []

    init(_ node: Node?, without keys: [String] = [], kind find: (String) -> Kind?) {
      guard let entries = node?.entries else { return }
      values.reserveCapacity(entries.count)
      for entry in entries {
        let (key, value) = (entry.key, entry.value)
        if key == "id" {
          id = value.string
        } else if value.isMapping || value.isNull, let found = find(key) {
          kind = found
          for inner in value.entries { add(inner.key, inner.value, without: keys) }
        } else {
          add(key, value, without: keys)
        }
      }
    }

    private mutating func add(_ key: String, _ value: Node, without keys: [String]) {
      if keys.contains(key) {
        others.append((key, value))
      } else {
        values.append(JSON.Member(key, JSON(value)))
      }
    }

    subscript(_ key: String) -> Node? { others.first { $0.key == key }?.value }

    func one(_ key: String, _ read: (Node) -> WantedThing) -> [WantedThing] {
      self[key].map { [read($0)] } ?? []
    }

    func each(_ key: String, _ read: (Node) -> WantedThing) -> [WantedThing] {
      self[key]?.elements.map(read) ?? []
    }
  }
}

extension WantedThing.Fields where Kind == Never {
  fileprivate init(_ node: Node?, without keys: [String] = []) {
    self.init(node, without: keys) { _ in nil }
  }
}
