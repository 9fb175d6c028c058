// A part of the tree that a program has added.

internal import Wire

/// A view, recognizer or presented controller of this program, and what became of it since.
struct Addition {
  /// The member of the request that describes it.
  enum Kind: String {
    case view, gestureRecognizer, viewController
  }

  /// Properties that were set later, of it or of something in it.
  struct Change {
    let word: String
    let name: String
    var values: [JSON.Member]
  }

  let kind: Kind
  let description: JSON
  let isOwned: Bool
  var parent: String
  var place: [JSON.Member]
  /// The last record of it that this program caused itself.
  var seq: UInt64
  /// Whether it was added on the present connection.
  var isHere = true
  var changes: [Change] = []
  /// The requests that took something out of it.
  var removals: [JSON.Member] = []

  init(
    _ kind: Kind, _ description: JSON, to parent: String, place: [JSON.Member], isOwned: Bool,
    seq: UInt64
  ) {
    self.kind = kind
    self.description = description
    self.parent = parent
    self.place = place
    self.isOwned = isOwned
    self.seq = seq
  }

  var name: String { description["id"]?.string ?? "" }

  /// The description of what has this name in it.
  func part(_ name: String) -> JSON? { description.part(name) }

  /// The names of what is in it, or in a part of it, and was not taken out.
  func names(in part: String? = nil) -> Set<String> {
    let gone = removals.compactMap { $0.value.subject }.reduce(into: Set<String>()) {
      gone, removal in
      gone.formUnion(self.part(removal.name)?.names ?? [])
    }
    return (part.map { self.part($0)?.names ?? [] } ?? description.names).subtracting(gone)
  }

  /// The requests that make it again in a tree with these names.
  func edits(among names: Set<String>) -> [JSON.Member] {
    [first(among: names)]
      + changes.map { .init("set", .object([.init($0.word, .string($0.name))] + $0.values)) }
      + removals
  }

  private func first(among names: Set<String>) -> JSON.Member {
    guard kind != .viewController else {
      return .init(
        "present",
        .object([.init("from", .string(parent)), .init("viewController", description)]))
    }
    // A sibling that has gone is no place.
    let place = place.filter { $0.value.string.map(names.contains) ?? true }
    let owned: [JSON.Member] = isOwned ? [.init("own", .bool(true))] : []
    return .init(
      "add",
      .object([.init("to", .string(parent)), .init(kind.rawValue, description)] + place + owned))
  }

  /// Sets properties of it, or of something in it.
  mutating func change(_ word: String, _ name: String, _ values: [JSON.Member]) {
    guard let index = changes.firstIndex(where: { $0.word == word && $0.name == name }) else {
      changes.append(Change(word: word, name: name, values: values))
      return
    }
    let names = Set(values.map(\.name))
    changes[index].values.removeAll { names.contains($0.name) }
    changes[index].values += values
  }

  /// Something in it was removed by this request.
  mutating func takeOut(_ name: String, by request: JSON.Member) {
    let gone = names(in: name)
    changes.removeAll { gone.contains($0.name) }
    removals.append(request)
  }
}

extension JSON {
  /// The names of everything in a description or in nodes of a tree.
  var names: Set<String> {
    var names = Set<String>()
    collectNames(into: &names)
    return names
  }

  private func collectNames(into names: inout Set<String>) {
    if let name = self["id"]?.string { names.insert(name) }
    for value in inner { value.collectNames(into: &names) }
  }

  /// The object in it with this id.
  func part(_ name: String) -> JSON? {
    if self["id"]?.string == name { return self }
    for value in inner {
      if let found = value.part(name) { return found }
    }
    return nil
  }

  private var inner: [JSON] { elements ?? (members ?? []).map(\.value) }

  /// What a request is about: the word for it, and its name.
  var subject: (word: String, name: String)? {
    for word in ["view", "viewController", "recognizer"] {
      if let name = self[word]?.string { return (word, name) }
    }
    return nil
  }
}
