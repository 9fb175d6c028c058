// Reads values from nodes. A node that cannot be read becomes a diagnostic, and reading continues.

/// Reads typed values and keeps every complaint.
package final class Reader {
  /// The number of errors that are kept; further ones are dropped. A request is answered while
  /// other clients wait.
  private let limit: Int
  /// The number of errors that may still search for the nearest of all names of a tree.
  package var hintsLeft: Int

  /// The errors.
  package private(set) var errors: [Diagnostic] = []
  /// The warnings so far.
  package private(set) var warnings: [Diagnostic] = []
  /// Points per millimetre of the screen that is read; nil if its physical size is unknown.
  package var pointsPerMillimeter: Double?

  // An anchor used ten times and wrong once is one complaint, not ten.
  private var reported: Set<Position> = []

  /// The users and groups in the text.
  package var mentions: [PeerMention] = []

  private struct Position: Hashable {
    var line: Int
    var column: Int
    var message: String
  }

  /// A reader of a file.
  package init() {
    limit = 200
    hintsLeft = .max
  }

  /// A reader of a request.
  package init(ofRequest: Void) {
    limit = 32
    hintsLeft = 1
  }

  // The positions of syntax errors; values that are read there are not reported again.
  private var spoiled: Set<Position> = []
  /// The names in parts that cannot be read: a reference to one of them is not an error.
  package private(set) var lostNames: Set<String> = []

  /// Whether further complaints are no longer kept.
  package var isFull: Bool { reported.count >= limit }

  /// Keeps a diagnostic, unless the same message is already kept for the same position.
  package func complain(_ diagnostic: Diagnostic) {
    var position = Position(line: diagnostic.line, column: diagnostic.column, message: "")
    if !spoiled.isEmpty, spoiled.contains(position) { return }
    position.message = diagnostic.message
    guard !isFull, reported.insert(position).inserted else { return }
    switch diagnostic.severity {
    case .error: errors.append(diagnostic)
    case .warning: warnings.append(diagnostic)
    }
  }

  /// Keeps the syntax errors of the text; errors that follow from them are not reported.
  package func adopt(_ reading: YAML.Reading) {
    for complaint in reading.complaints { complain(complaint) }
    for complaint in reading.complaints {
      spoiled.insert(Position(line: complaint.line, column: complaint.column, message: ""))
    }
    for node in reading.dropped { loseNames(in: node) }
  }

  /// Complains of an entry that cannot be read, and so neither can the names in it.
  package func refuse(_ entry: Mapping.Entry, _ message: String) {
    complain(entry.complaint(message))
    loseNames(in: entry.value)
  }

  /// Marks a name as written in a part that cannot be read.
  package func lose(_ name: String) { lostNames.insert(name) }

  /// Marks every name in a part that cannot be read.
  package func loseNames(in node: Node) {
    for element in node.elements { loseNames(in: element) }
    for entry in node.entries {
      if entry.key == "id", let name = entry.value.string { lose(name) }
      loseNames(in: entry.value)
    }
  }

  /// Reports that a node has another value than the expected one.
  package func expected(_ what: String, at node: Node, hint: String? = nil) {
    var message = "expected \(what), found \(node.inWords)"
    if let hint { message += "; \(hint)" }
    complain(node.complaint(message))
  }

  /// The complaints in the order of the text.
  package func sorted(_ complaints: [Diagnostic]) -> [Diagnostic] {
    complaints.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
  }
}
