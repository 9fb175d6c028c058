// A limit of changes in one request, because touches wait until all of them are made.

import Blueprint
import Wire

extension EditPlan {
  /// The number of edits, views, controllers and recognizers in one request.
  static let most = 500

  /// Counts edits, or the views and recognizers in them.
  func weigh(_ count: Int, _ path: String) throws(ProtocolError) {
    let weight = add(weight: count)
    guard weight > EditPlan.most else { return }
    throw ProtocolError(
      .limit,
      "\(path): the edits of a request and the views, controllers and recognizers in them may be "
        + "\(EditPlan.most) in all, this makes \(weight); use several requests", path: path)
  }

  /// Counts the things in a description before it is read: each has an id.
  func weigh(new piece: JSON, _ path: String) throws(ProtocolError) {
    try weigh(EditPlan.nodeCount(in: piece), path)
  }

  private static func nodeCount(in piece: JSON) -> Int {
    switch piece {
    case .null, .bool, .integer, .number, .string: 0
    case .array(let elements): elements.reduce(0) { $0 + nodeCount(in: $1) }
    case .object(let members):
      members.reduce(0) { $0 + ($1.name == "id" ? 1 : nodeCount(in: $1.value)) }
    }
  }
}
