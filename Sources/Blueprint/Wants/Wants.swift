// The puts of the file and of programs, and the tree that follows from them.
//
// Only wants are stored. What waits, returns, is taken over or goes with its program needs no code: the
// tree is derived again, and the difference of the two trees is made.

import YAML

/// Who wants something of the tree besides the file.
package enum PutOwner: Hashable, Sendable {
  /// The connection of a program without a name, by its number.
  case connection(Int)
  /// A named program of a user, however many connections it has.
  case program(user: UInt32, name: String)
}

/// All wants that apply now.
package final class Wants {
  /// Why a request about wants is refused.
  package struct Refusal: Error, Hashable {
    package let message: String
  }

  /// What the file wants.
  package private(set) var file: WantedTree
  /// The tree of all wants.
  package private(set) var tree: WantedTree
  // In the order of their numbers.
  private var puts: [Put] = []
  private var count = 0
  private var owners: [String: PutOwner] = [:]
  private var waits: [(owner: PutOwner, id: String)] = []
  // Whether a program may put something into a thing, which is given with those around it.
  private let mayPut: (PutOwner, [WantedThing], (String) -> PutOwner?) -> Bool

  /// The wants of a file alone.
  package init(
    file: WantedTree, mayPut: @escaping (PutOwner, [WantedThing], (String) -> PutOwner?) -> Bool
  ) {
    self.file = file
    tree = file
    self.mayPut = mayPut
  }

  /// The program that has put a thing of the tree.
  package func owner(of id: String) -> PutOwner? { owners[id] }

  /// The ids at which puts of a program wait: their places are not there, or the ids are the file's.
  package func waits(of owner: PutOwner) -> [String] {
    waits.filter { $0.owner == owner }.map(\.id).sorted()
  }

  /// Whether a program wants anything.
  package func hasPuts(of owner: PutOwner) -> Bool { puts.contains { $0.owner == owner } }

  /// The put of a program that has a thing in it.
  package func put(with id: String, of owner: PutOwner) -> Put? {
    puts.first { $0.owner == owner && $0.thing.ids.contains(id) }
  }

  /// The programs that want a thing of this name, whether it is there or waits.
  package func wanting(_ id: String) -> PutOwner? {
    puts.first { $0.thing.ids.contains(id) }?.owner
  }

  /// The number of things that a program wants.
  package func size(of owner: PutOwner) -> Int {
    puts.reduce(0) { $1.owner == owner ? $0 + $1.thing.size : $0 }
  }

  // MARK: Changes

  /// The wants at a moment, to return to them.
  package struct Moment {
    fileprivate let file: WantedTree
    package let tree: WantedTree
    fileprivate let puts: [Put]
    fileprivate let owners: [String: PutOwner]
    fileprivate let waits: [(owner: PutOwner, id: String)]
  }

  /// The wants as they are.
  package var now: Moment {
    Moment(file: file, tree: tree, puts: puts, owners: owners, waits: waits)
  }

  /// The things of programs that were there at a moment, and are not any more, by their owners.
  package func lost(
    since moment: Moment
  ) -> [(owner: PutOwner, ids: (views: [String], recognizers: [String]))] {
    var lost: [PutOwner: (views: [String], recognizers: [String])] = [:]
    for (id, owner) in moment.owners where owners[id] == nil {
      switch moment.tree.things[id]?.kind {
      case .view: lost[owner, default: ([], [])].views.append(id)
      case .recognizer: lost[owner, default: ([], [])].recognizers.append(id)
      case .application, .delegate, .viewController, .part, nil: break
      }
    }
    return lost.map { ($0.key, ($0.value.views.sorted(), $0.value.recognizers.sorted())) }
  }

  /// The keys whose values live: fingers change them, and a put writes them only where it differs from
  /// the one before.
  package static let living: Set = [
    "value", "isOn", "selectedSegmentIndex", "currentPage", "contentOffset", "zoomScale",
  ]

  /// Returns to earlier wants.
  package func restore(_ moment: Moment) {
    (file, tree, puts) = (moment.file, moment.tree, moment.puts)
    (owners, waits) = (moment.owners, moment.waits)
  }

  /// The file wants something else.
  package func use(_ file: WantedTree) {
    self.file = file
    derive()
  }

  /// Makes a put, in place of the one with its outermost id.
  package func put(_ put: Put) throws(Refusal) {
    var put = put
    let named = put.thing.ids
    let ids = Set(named)
    if ids.count < named.count {
      throw Refusal(message: "expected each id once, found an id twice in \"\(put.id)\"")
    }
    if let place = put.place.id, ids.contains(place) {
      throw Refusal(message: "\"\(place)\" lies in \"\(put.id)\" itself")
    }
    for other in puts where other.owner != put.owner {
      if let id = other.thing.ids.first(where: ids.contains) {
        throw Refusal(message: "another program has put \"\(id)\"; use another id")
      }
    }
    let before = puts.first { $0.owner == put.owner && $0.id == put.id }
    puts.removeAll { $0.owner == put.owner && $0.id == put.id }
    // An id that two puts of an owner name belongs to the later one.
    strip(ids, of: put.owner)
    count += 1
    put.number = count
    if before?.place == put.place, before?.above == put.above, before?.below == put.below {
      put.arrival = before?.arrival
    }
    puts.append(put)
    derive()
  }

  /// Ends a put, or takes a thing out of the wants of its owner; returns false if no program wants it.
  package func remove(_ id: String) -> Bool {
    guard let put = puts.first(where: { $0.thing.ids.contains(id) }) else { return false }
    if put.id == id {
      puts.removeAll { $0.number == put.number }
    } else {
      strip([id], of: put.owner)
    }
    derive()
    return true
  }

  /// Ends the puts of a program, but for those that last; only those that it has not put again since
  /// it has returned, where that is asked for.
  package func end(_ owner: PutOwner, onlyStale: Bool = false) {
    puts.removeAll { $0.owner == owner && !$0.isLasting && (!onlyStale || $0.isStale) }
    derive()
  }

  /// A program has returned, and must put again what it still wants.
  package func askAgain(_ owner: PutOwner) {
    for index in puts.indices where puts[index].owner == owner { puts[index].isStale = true }
  }

  /// The rights of programs have changed; returns whether there are any.
  package func renew() -> Bool {
    derive()
    return !puts.isEmpty
  }

  /// The tree that another file would have.
  package func tree(with file: WantedTree) -> WantedTree {
    if puts.isEmpty { return file }
    let moment = now
    defer { restore(moment) }
    use(file)
    return tree
  }

  private func strip(_ ids: Set<String>, of owner: PutOwner) {
    for index in puts.indices where puts[index].owner == owner {
      puts[index].thing = puts[index].thing.without(ids)
    }
    puts.removeAll { $0.owner == owner && ids.contains($0.id) }
  }

  private func derive() {
    if puts.isEmpty {
      (tree, owners, waits) = (file, [:], [])
      return
    }
    var derivation = Derivation(of: file.application)
    var rest = puts.sorted { ($0.arrival ?? .max, $0.number) < ($1.arrival ?? .max, $1.number) }
    var arrived: Set<Int> = []
    // A place may lie in another put.
    while let next = rest.firstIndex(where: { put in
      derivation.parents(for: put).map { mayPut(put.owner, $0) { derivation.owners[$0] } } ?? false
    }) {
      let put = rest.remove(at: next)
      if derivation.add(put) { arrived.insert(put.number) }
    }
    waits = derivation.waits + rest.map { ($0.owner, $0.id) }
    for index in puts.indices {
      guard arrived.contains(puts[index].number) else {
        puts[index].arrival = nil
        continue
      }
      if puts[index].arrival == nil {
        count += 1
        puts[index].arrival = count
      }
    }
    owners = derivation.owners
    tree = WantedTree(derivation.application)
  }
}
