// The parts of the view tree that the bridge publishes: controls with values, and recognizers.

import Protocol

/// The controls and recognizers of a panel, in the order of the tree.
struct PanelTree: Hashable, Sendable {
  /// One control.
  struct Control: Hashable, Sendable {
    /// The id of the control.
    var id: String
    /// The kind, such as `slider`.
    var kind: String
    /// What is known of the kind.
    var facts: ControlFacts
    /// The current value; nil for a control without one.
    var value: JSON?
    /// Whether the control is enabled.
    var isEnabled: Bool
    /// The ids of the views from the control up to its window.
    var path: [String]
    /// What the tree says of it as its kind.
    var own: JSON
  }

  /// One recognizer.
  struct Recognizer: Hashable, Sendable {
    /// Its id.
    var id: String
    /// Its kind, such as `tap`.
    var kind: String
    /// The ids of the views from the recognizer's view up to its window.
    var path: [String]
  }

  /// The controls.
  private(set) var controls: [Control] = []
  /// The recognizers.
  private(set) var recognizers: [Recognizer] = []
  private var indices: [String: Int] = [:]

  /// An empty tree.
  init() {}

  /// Reads the `windows` of a tree.
  init(windows: JSON) {
    for window in windows.elements ?? [] { read(window, path: []) }
  }

  private mutating func read(_ node: JSON, path: [String]) {
    guard let id = node["id"]?.string else { return }
    let path = [id] + path
    for member in node.members ?? [] {
      guard let facts = ControlFacts.all[member.name] else { continue }
      indices[id] = controls.count
      controls.append(
        Control(
          id: id, kind: member.name, facts: facts,
          value: facts.value.flatMap { facts.member($0, of: member.value) },
          isEnabled: member.value["isEnabled"]?.bool ?? true, path: path, own: member.value))
    }
    for recognizer in node["gestureRecognizers"]?.elements ?? [] {
      guard let id = recognizer["id"]?.string,
        let kind = recognizer.members?.first(where: { $0.name != "id" })?.name
      else { continue }
      recognizers.append(Recognizer(id: id, kind: kind, path: path))
    }
    if node["scrollView"] != nil {
      recognizers.append(Recognizer(id: "\(id).pan", kind: "pan", path: path))
    }
    for child in node["subviews"]?.elements ?? [] { read(child, path: path) }
  }

  /// Changes the value of a control after a record; returns whether it did.
  mutating func change(_ id: String, to value: Double) -> Bool {
    guard let index = indices[id] else { return false }
    let facts = controls[index].facts
    guard let key = facts.value else { return false }
    let new: JSON =
      switch facts.usual[key] {
      case .bool: .bool(value != 0)
      default: facts.choices == nil ? .number(value) : .integer(Int(value))
      }
    guard controls[index].value != new else { return false }
    controls[index].value = new
    return true
  }

  /// The control with an id.
  func control(_ id: String) -> Control? { indices[id].map { controls[$0] } }
}
