// How much one request may change: fingers wait until all of it is done.

import Blueprint
import Wire

extension EditPlan {
  /// How many edits, views, controllers and recognizers one request may hold.
  static let most = 500

  /// Counts edits or what they bring.
  func weigh(_ count: Int, _ path: String) throws(ProtocolError) {
    weight += count
    guard weight > EditPlan.most else { return }
    throw ProtocolError(
      .limit,
      "\(path): the edits of a request and the views, controllers and recognizers in them may be "
        + "\(EditPlan.most) in all, this makes \(weight); use several requests", path: path)
  }

  /// Counts the things that a piece of configuration describes, before it is read: each has an id.
  func weigh(new piece: JSON, _ path: String) throws(ProtocolError) {
    try weigh(EditPlan.things(in: piece), path)
  }

  private static func things(in piece: JSON) -> Int {
    switch piece {
    case .null, .bool, .integer, .number, .string: 0
    case .array(let elements): elements.reduce(0) { $0 + things(in: $1) }
    case .object(let members):
      members.reduce(0) { $0 + ($1.name == "id" ? 1 : things(in: $1.value)) }
    }
  }

  /// Counts a view of which everything is told anew. The first edit may concern a view of any size.
  func weigh(again view: ViewHandle, _ path: String) throws(ProtocolError) {
    guard weight > 1 else { return }
    try weigh(tree.size(of: view), path)
  }
}
