// A table of keys: what each key of a mapping stands for, and the values that need not be written.

import ConfigurationText
import Protocol

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
  private let areOfKind: [Bool]
  private let newOwner: () -> Owner

  init(
    _ keys: [Key<Owner, Context>], own: [Key<Owner, Context>] = [], kinds: [String] = [],
    hasID: Bool = true, of newOwner: @autoclosure @escaping () -> Owner
  ) {
    self.keys = keys
    self.newOwner = newOwner
    self.hasID = hasID
    self.kinds = kinds
    var meanings: [String: Meaning] = hasID ? ["id": .id] : [:]
    for kind in kinds { meanings[kind] = .kind }
    for (index, key) in keys.enumerated() { meanings[key.name] = .key(index) }
    for key in own {
      if case .key(let index) = meanings[key.name] { meanings[key.name] = .keyOfKind(index) }
    }
    self.meanings = meanings
    areOfKind = keys.indices.map { meanings[keys[$0].name] == .keyOfKind($0) }
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

  /// Whether a key is allowed only under the kind.
  func isOfKind(_ index: Int) -> Bool { areOfKind[index] }

  /// The values that new owners have, by the indices of their keys, and how to find that one has the
  /// same.
  private(set) lazy var usual: [(value: JSON?, isUsual: ((Owner) -> Bool)?)] = {
    let owner = newOwner()
    return keys.map { key in
      guard case .read(let read, let isAsIn) = key.writing else { return (nil, nil) }
      return (read(owner), isAsIn(owner))
    }
  }()

  /// The keys whose values are not only those that are wanted: fingers change them, too; zoomed
  /// content that moves elsewhere keeps its transform.
  private(set) lazy var living = keys.indices.filter {
    Wants.living.contains(keys[$0].name) || keys[$0].name == "transform"
  }

  /// The keys of what is wanted and of what lives, in the order of the table.
  func indices(for wanted: [JSON.Member]) -> [Int] {
    var indices = living
    for value in wanted {
      if let index = self[value.name], !living.contains(index) { indices.append(index) }
    }
    return indices.count > 1 ? indices.sorted() : indices
  }

  /// Every word that is allowed there, the kinds included.
  var outerWords: [String] {
    keys.filter { if case .key = meanings[$0.name] { true } else { false } }.map(\.name)
      + (hasID ? ["id"] : []) + kinds
  }
}
