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

  /// The number of views that the edits of one request may visit.
  static let mostVisited = 10_000

  // A view that comes among many siblings makes some of them get a new order.
  private static let siblingsOfVisit = 32

  /// Counts the views that the removal or the move of a view visits. The first edit of a request may
  /// be about a view of any size.
  func weigh(
    visiting view: ViewHandle, among parent: ViewHandle? = nil, _ path: String
  ) throws(ProtocolError) {
    let isFirst = visited == 0
    let siblings = parent.map { tree.planned.childCount(of: $0) } ?? 0
    visit(
      tree.size(of: view, most: EditPlan.mostVisited + 1) + siblings / EditPlan.siblingsOfVisit)
    guard !isFirst, visited > EditPlan.mostVisited else { return }
    throw ProtocolError(
      .limit,
      "\(path): the removals and moves of a request may visit \(EditPlan.mostVisited) views and "
        + "their siblings in all; use several requests", path: path)
  }
}
