// The parts of the view tree that the bridge publishes: controls with values, and recognizers.

package import Wire

/// The controls and recognizers of a panel, in the order of the tree.
package struct PanelTree: Hashable, Sendable {
  /// One control.
  package struct Control: Hashable, Sendable {
    /// The id of the control.
    package var id: String
    /// The kind, such as `slider`.
    package var kind: String
    /// The current value; nil for a control without one.
    package var value: JSON?
    /// Whether the control is enabled.
    package var isEnabled: Bool
    /// The ids of the views from the control up to its window.
    package var path: [String]
    /// The node.
    package var node: JSON
  }

  /// One recognizer.
  package struct Recognizer: Hashable, Sendable {
    /// Its id.
    package var id: String
    /// Its kind, such as `tap`.
    package var kind: String
    /// The ids of the views from the recognizer's view up to its window.
    package var path: [String]
  }

  /// The controls.
  package private(set) var controls: [Control] = []
  /// The recognizers.
  package private(set) var recognizers: [Recognizer] = []
  private var indices: [String: Int] = [:]

  private static let valueMembers = [
    "slider": "value", "stepper": "value", "switch": "isOn",
    "segmentedControl": "selectedSegmentIndex", "pageControl": "currentPage",
  ]

  /// An empty tree.
  package init() {}

  /// Reads the `windows` of a tree.
  package init(windows: JSON) {
    for window in windows.elements ?? [] { read(window, path: []) }
  }

  private mutating func read(_ node: JSON, path: [String]) {
    guard let id = node["id"]?.string, let kind = node["kind"]?.string else { return }
    let path = [id] + path
    if kind == "button" || kind == "control" || PanelTree.valueMembers[kind] != nil {
      indices[id] = controls.count
      controls.append(
        Control(
          id: id, kind: kind, value: PanelTree.valueMember(of: kind).map { node[$0] ?? .null },
          isEnabled: node["isEnabled"]?.bool ?? true, path: path, node: node))
    }
    for recognizer in node["gestureRecognizers"]?.elements ?? [] {
      guard let id = recognizer["id"]?.string, let kind = recognizer["kind"]?.string else {
        continue
      }
      recognizers.append(Recognizer(id: id, kind: kind, path: path))
    }
    for child in node["subviews"]?.elements ?? [] { read(child, path: path) }
  }

  /// The property that holds the value of a kind of control.
  package static func valueMember(of kind: String) -> String? { valueMembers[kind] }

  /// Changes the value of a control after a record; returns whether it did.
  package mutating func change(_ id: String, to value: Double) -> Bool {
    guard let index = indices[id] else { return false }
    let new: JSON
    switch controls[index].kind {
    case "switch": new = .bool(value != 0)
    case "segmentedControl", "pageControl": new = .integer(Int(value))
    case "slider", "stepper": new = .number(value)
    default: return false
    }
    guard controls[index].value != new else { return false }
    controls[index].value = new
    return true
  }

  /// The control with an id.
  package func control(_ id: String) -> Control? { indices[id].map { controls[$0] } }
}
