// Values out of nodes; whatever cannot be read is kept as a complaint, and reading goes on.

import YAML

/// Reads typed values and keeps every complaint.
package final class Reader {
  /// How many complaints are kept; the rest is dropped.
  static let limit = 200

  /// What makes the text unusable.
  private(set) var errors: [Diagnostic] = []
  /// What is doubtful, but can be used.
  private(set) var warnings: [Diagnostic] = []
  /// How many points make a millimetre on the screen being read; nil where nobody knows.
  var pointsPerMillimeter: Double?

  // An anchor used ten times and wrong once is one complaint, not ten.
  private var told: Set<Place> = []

  /// Where users and groups are named.
  var mentions: [PeerMention] = []

  private struct Place: Hashable {
    var line: Int
    var column: Int
    var message: String
  }

  package init() {}

  /// Whether further complaints are no longer kept.
  var isFull: Bool { told.count >= Reader.limit }

  /// Keeps a complaint, unless the same place has been told the same thing.
  func complain(_ diagnostic: Diagnostic) {
    let place = Place(
      line: diagnostic.line, column: diagnostic.column, message: diagnostic.message)
    guard !isFull, told.insert(place).inserted else { return }
    switch diagnostic.severity {
    case .error: errors.append(diagnostic)
    case .warning: warnings.append(diagnostic)
    }
  }

  /// Complains that a node is not what was expected there.
  func expected(_ what: String, at node: Node, hint: String? = nil) {
    var message = "expected \(what), found \(node.inWords)"
    if let hint { message += "; \(hint)" }
    complain(node.complaint(message))
  }

  /// The complaints in the order of the text.
  func sorted(_ complaints: [Diagnostic]) -> [Diagnostic] {
    complaints.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
  }
}
