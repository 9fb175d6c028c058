// A part of the tree that a program has added.

internal import Wire

/// A view, window, recognizer or controller that this program added, with its later changes.
struct Addition {
  /// The kind of addition; for the request `add`, the member that describes it.
  enum Kind: String {
    case view, gestureRecognizer, viewController, rootViewController, window
    /// A controller that was presented.
    case presentation
    /// A controller that was pushed.
    case page

    /// Whether the addition is a controller, whose view has an id of its own.
    var isController: Bool {
      switch self {
      case .viewController, .rootViewController, .presentation, .page: true
      case .view, .gestureRecognizer, .window: false
      }
    }

    /// The kinds that are added by the request `add`.
    static let added: [Kind] = [
      .view, .gestureRecognizer, .viewController, .rootViewController, .window,
    ]
  }

  /// Properties that were set later, on the addition or on a part of it.
  struct Change {
    let word: String
    let name: String
    var values: [JSON.Member]
  }

  let kind: Kind
  let description: JSON
  let isOwned: Bool
  var parent: String
  var position: [JSON.Member]
  /// The number of the latest record that this program's requests caused for the addition.
  var seq: UInt64
  /// Whether the addition was made on the current connection.
  var isHere = true
  var changes: [Change] = []
  /// The requests that removed a part of the addition.
  var removals: [JSON.Member] = []

  init(
    _ kind: Kind, _ description: JSON, to parent: String, position: [JSON.Member], isOwned: Bool,
    seq: UInt64
  ) {
    self.kind = kind
    self.description = description
    self.parent = parent
    self.position = position
    self.isOwned = isOwned
    self.seq = seq
  }

  var name: String { description["id"]?.string ?? "" }

  /// Whether an id is that of the addition itself, or of the view of the controller that it is.
  func isWhole(_ name: String) -> Bool {
    if name == self.name { return true }
    return kind.isController && description["view"]?["id"]?.string == name
  }

  /// The part of the description with an id.
  func part(_ name: String) -> JSON? { description.part(name) }

  /// The ids in the addition, or in a part of it, that were not removed.
  func names(in part: String? = nil) -> Set<String> {
    let gone = removals.compactMap { $0.value.subject }.reduce(into: Set<String>()) {
      gone, removal in
      gone.formUnion(self.part(removal.name)?.names ?? [])
    }
    return (part.map { self.part($0)?.names ?? [] } ?? description.names).subtracting(gone)
  }

  /// The requests that add it again to a tree with these ids.
  func edits(among names: Set<String>) -> [JSON.Member] {
    [first(among: names)]
      + changes.map { .init("set", .object([.init($0.word, .string($0.name))] + $0.values)) }
      + removals
  }

  private func first(among names: Set<String>) -> JSON.Member {
    let (request, role, member) =
      switch kind {
      case .presentation: ("present", "from", Kind.viewController)
      case .page: ("push", "to", Kind.viewController)
      case .view, .gestureRecognizer, .viewController, .rootViewController, .window:
        ("add", "to", kind)
      }
    // A sibling that was removed cannot give the index.
    let position = position.filter { $0.value.string.map(names.contains) ?? true }
    let owned: [JSON.Member] = isOwned ? [.init("own", .bool(true))] : []
    let above: [JSON.Member] = parent.isEmpty ? [] : [.init(role, .string(parent))]
    return .init(
      request, .object(above + [.init(member.rawValue, description)] + position + owned))
  }

  /// Sets properties of the addition, or of a part of it.
  mutating func change(_ word: String, _ name: String, _ values: [JSON.Member]) {
    guard let index = changes.firstIndex(where: { $0.word == word && $0.name == name }) else {
      changes.append(Change(word: word, name: name, values: values))
      return
    }
    let names = Set(values.map(\.name))
    changes[index].values.removeAll { names.contains($0.name) }
    changes[index].values += values
  }

  /// Marks a part as removed by a request.
  mutating func markRemoved(_ name: String, by request: JSON.Member) {
    let gone = names(in: name)
    changes.removeAll { gone.contains($0.name) }
    removals.append(request)
  }
}

extension JSON {
  /// The ids of everything in a description or in nodes of a tree.
  var names: Set<String> {
    var names = Set<String>()
    collectNames(into: &names)
    return names
  }

  private func collectNames(into names: inout Set<String>) {
    if let name = self["id"]?.string { names.insert(name) }
    for value in inner { value.collectNames(into: &names) }
  }

  /// The object with an id in this value.
  func part(_ name: String) -> JSON? {
    if self["id"]?.string == name { return self }
    for value in inner {
      if let found = value.part(name) { return found }
    }
    return nil
  }

  private var inner: [JSON] { elements ?? (members ?? []).map(\.value) }

  /// The subject of a request: the member that names it, and its id.
  var subject: (word: String, name: String)? {
    for word in ["view", "viewController", "recognizer"] {
      if let name = self[word]?.string { return (word, name) }
    }
    return nil
  }
}
