// A table of keys: what each key of a mapping stands for.

import YAML

/// A table of keys in the order in which they are applied, with the index of each.
final class KeyIndex<Owner, Context> {
  /// What a word stands for where the keys of a table are allowed.
  enum Meaning: Equatable {
    /// A key, by its index in the table.
    case key(Int)
    /// The same for a key that is allowed only under the kind.
    case keyOfKind(Int)
    /// A kind, whose keys are under the word.
    case kind
    /// The id, which the builder reads when it makes the object.
    case id
    case unknown
  }

  /// The keys in order.
  let keys: [Key<Owner, Context>]
  /// The words that name a kind, and so are allowed beside the keys.
  let kinds: [String]
  private let hasID: Bool
  private let meanings: [String: Meaning]

  init(
    _ keys: [Key<Owner, Context>], own: [Key<Owner, Context>] = [], kinds: [String] = [],
    hasID: Bool = true
  ) {
    self.keys = keys
    self.hasID = hasID
    self.kinds = kinds
    var meanings: [String: Meaning] = hasID ? ["id": .id] : [:]
    for kind in kinds { meanings[kind] = .kind }
    for (index, key) in keys.enumerated() { meanings[key.name] = .key(index) }
    for key in own {
      if case .key(let index) = meanings[key.name] { meanings[key.name] = .keyOfKind(index) }
    }
    self.meanings = meanings
  }

  /// The index of the key with a name.
  subscript(_ name: String) -> Int? { index(meanings[name] ?? .unknown) }

  /// The index of the key that an entry has.
  func index(of entry: Mapping.Entry) -> Int? { index(meaning(of: entry)) }

  private func index(_ meaning: Meaning) -> Int? {
    switch meaning {
    case .key(let index), .keyOfKind(let index): index
    case .kind, .id, .unknown: nil
    }
  }

  /// What the key of an entry stands for.
  func meaning(of entry: Mapping.Entry) -> Meaning { meanings[entry.key] ?? .unknown }

  /// Every word that is allowed there, the kinds included.
  var outerWords: [String] {
    keys.filter { if case .key = meanings[$0.name] { true } else { false } }.map(\.name)
      + (hasID ? ["id"] : []) + kinds
  }
}
