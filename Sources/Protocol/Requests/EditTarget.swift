// The target of an edit, and the members that name it.

/// The target of an edit.
package enum EditTarget: Hashable, Sendable {
  case view(String)
  case viewController(String)
  case recognizer(String)
  case device(String)

  /// The member that names the target.
  package var member: String {
    switch self {
    case .view: "view"
    case .viewController: "viewController"
    case .recognizer: "recognizer"
    case .device: "device"
    }
  }

  /// The members that can name a target.
  static let members = byMember.map(\.member)

  fileprivate static let byMember: [(member: String, target: @Sendable (String) -> EditTarget)] = [
    ("view", EditTarget.view), ("viewController", EditTarget.viewController),
    ("recognizer", EditTarget.recognizer), ("device", EditTarget.device),
  ]

  /// The id or name of the target.
  package var id: String {
    switch self {
    case .view(let id), .viewController(let id), .recognizer(let id), .device(let id): id
    }
  }
}

extension Fields {
  /// The one target that the members name.
  func target() throws(ProtocolError) -> EditTarget {
    var answer: EditTarget?
    for (name, target) in EditTarget.byMember {
      guard let id = try textIfAny(name) else { continue }
      guard answer == nil else {
        throw .init(.badRequest, "\(path): expected one target, found two", path: path(name))
      }
      answer = target(id)
    }
    guard let answer else {
      throw .init(
        .badRequest, at: path,
        "expected a target, one of \(EditTarget.members.joined(separator: ", "))")
    }
    return answer
  }
}
