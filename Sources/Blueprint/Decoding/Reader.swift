// Values out of nodes; whatever cannot be read is kept as a complaint, and reading goes on.

package import YAML

/// Reads typed values and keeps every complaint.
package final class Reader {
  /// How many complaints are kept; the rest is dropped. What came in a request is answered while
  /// others wait.
  private let limit: Int
  /// How many complaints may still look for the nearest of all names of a tree.
  var hintsLeft: Int

  /// What makes the text unusable.
  package private(set) var errors: [Diagnostic] = []
  /// The warnings so far.
  package private(set) var warnings: [Diagnostic] = []
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

  /// Lets others be served; called often while a file is read.
  let breathe: () -> Void

  /// A reader of a file.
  package init(breathing breathe: @escaping () -> Void = {}) {
    limit = 200
    hintsLeft = .max
    self.breathe = breathe
  }

  /// A reader of what came in a request.
  init(ofRequest: Void) {
    limit = 32
    hintsLeft = 1
    breathe = {}
  }

  // Where the text itself has an error: what is read there instead was not written.
  private var spoiled: Set<Place> = []
  /// The names in parts that cannot be read: whoever refers to them makes no mistake.
  private(set) var lostNames: Set<String> = []

  /// Whether further complaints are no longer kept.
  var isFull: Bool { told.count >= limit }

  /// Keeps a complaint, unless the same place has been told the same thing.
  package func complain(_ diagnostic: Diagnostic) {
    var place = Place(line: diagnostic.line, column: diagnostic.column, message: "")
    if !spoiled.isEmpty, spoiled.contains(place) { return }
    place.message = diagnostic.message
    guard !isFull, told.insert(place).inserted else { return }
    switch diagnostic.severity {
    case .error: errors.append(diagnostic)
    case .warning: warnings.append(diagnostic)
    }
  }

  /// Keeps the errors of the text itself; what they spoil is not complained of again.
  func adopt(_ reading: YAML.Reading) {
    for complaint in reading.complaints { complain(complaint) }
    for complaint in reading.complaints {
      spoiled.insert(Place(line: complaint.line, column: complaint.column, message: ""))
    }
    for node in reading.dropped { loseNames(in: node) }
  }

  /// Complains of an entry that cannot be read, and so neither can the names in it.
  func refuse(_ entry: Mapping.Entry, _ message: String) {
    complain(entry.complaint(message))
    loseNames(in: entry.value)
  }

  /// Marks a name as one that is written but cannot be read.
  func lose(_ name: String) { lostNames.insert(name) }

  /// Marks every name in a part that cannot be read.
  func loseNames(in node: Node) {
    for element in node.sequence ?? [] { loseNames(in: element) }
    for entry in node.mapping?.entries ?? [] {
      if entry.key == "id", let name = entry.value.string { lose(name) }
      loseNames(in: entry.value)
    }
  }

  /// Complains that a node is not what was expected there.
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
