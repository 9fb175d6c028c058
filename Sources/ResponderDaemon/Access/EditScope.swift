// Where in the tree one peer may edit, and how that is said.

import ResponderKit

/// The views that a peer may change, and those under which it may put views of its own.
struct EditScope {
  /// Whether it may edit everywhere.
  var isEverywhere = false
  /// The views in and below which it may edit.
  var under: [String] = []
  /// The views under which it may add views of its own.
  var mountPoints: Set<String> = []
  /// The views that go away with it.
  var owned: [View] = []
  /// The recognizers that go away with it.
  var ownedRecognizers: [GestureRecognizer] = []
  /// The audiences that it belongs to.
  var audience: Audience = .all

  /// Whether there is nothing that it may edit.
  var isEmpty: Bool {
    !isEverywhere && under.isEmpty && mountPoints.isEmpty && owned.isEmpty
      && ownedRecognizers.isEmpty
  }

  /// What is allowed, to be read after "it may edit".
  var description: String {
    func list(_ names: [String]) -> String {
      let shown = names.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
      return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
    if isEverywhere { return "everywhere" }
    var parts: [String] = []
    if !under.isEmpty { parts.append("in and below \(list(under))") }
    if !mountPoints.isEmpty {
      parts.append("views of its own, added with own:true to \(list(mountPoints.sorted()))")
    } else if !owned.isEmpty || !ownedRecognizers.isEmpty {
      parts.append("what it owns")
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", and ")
  }
}
