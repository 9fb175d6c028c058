// All that is wanted of the tree: by the file, by puts of programs, and what programs have set over
// things of others. The tree follows from it.
//
// Only wants are stored. What waits, returns, is taken over or goes with its program needs no code: the
// tree is derived again, and the difference to the tree before is made.

package import Protocol
package import ResponderKit

/// All wants that apply now.
package final class Wants {
  /// Why a request about wants is refused.
  package struct Refusal: Error, Hashable {
    package let message: String
  }

  /// What is stored.
  package var state: State {
    didSet { renew() }
  }
  // Whether the application follows from all that is stored.
  private var isDerived = false
  // The difference to it that was made to see whether all in it is possible together.
  private var checked: (difference: TreeDifference, replaced: Set<String>)?
  // The numbers of the puts that are there, in the order in which they were made.
  private var arrived: [Int] = []
  /// The tree that was made of it.
  package let tree: WantedTree
  /// What is wanted of the tree now.
  private var application: WantedThing
  // Whether a program may put something into a thing, which is given with those around it.
  private let mayPut: (PutOwner, () -> [WantedThing]) -> Bool

  /// The wants of a file alone.
  package init(
    file: WantedTree, mayPut: @escaping (PutOwner, () -> [WantedThing]) -> Bool
  ) {
    state = State(file: file)
    tree = WantedTree(file)
    application = file.application
    self.mayPut = mayPut
  }

  // MARK: Looking

  /// The keys whose values live: fingers change them, and a put writes them only where it differs from
  /// the one before.
  package static let living = keys.union([
    "value", "isOn", "selectedSegmentIndex", "currentPage", "contentOffset", "zoomScale",
    "isKeyWindow",
  ])

  /// Who has the keys: these live, and may be nothing.
  package static let keys: Set = ["focused", "firstResponder"]

  /// The ids at which puts of a program wait: their places are not there, or the ids are the file's.
  package func waits(of owner: PutOwner) -> [String] {
    state.waits.filter { $0.owner == owner }.map(\.id).sorted()
  }

  /// The puts of a program in their order.
  package func puts(of owner: PutOwner) -> [Put] { state.puts.filter { $0.owner == owner } }

  /// Whether a program wants anything.
  package func hasPuts(of owner: PutOwner) -> Bool { state.puts.contains { $0.owner == owner } }

  /// Whether any program wants anything.
  package var hasPuts: Bool { !state.puts.isEmpty }

  /// The put that has a thing in it, whether it is there or waits.
  package func put(with id: String) -> Put? { state.holders[id].flatMap { state.put($0) } }

  /// The number of things that programs want.
  package func size(where isMeant: (PutOwner) -> Bool) -> Int {
    state.puts.reduce(0) { isMeant($1.owner) ? $0 + Int($1.thing.extent.size) : $0 }
  }

  /// The keys that others have set over a thing.
  package func keys(over id: String) -> [String] { state.overlays.keys(over: id) }

  // MARK: Changes

  /// The file wants something else.
  package func use(_ file: WantedTree) {
    let known = state.file
    state.use(known.following(file.application.reusing { known.thing($0) }))
  }

  /// Makes a put, in place of the one with its outermost id.
  package func put(_ put: Put) throws(Refusal) {
    var put = put
    let ids = put.thing.ids
    if Set(ids).count < ids.count {
      throw Refusal(message: "expected each id once, found an id twice in \"\(put.id)\"")
    }
    if let place = put.place.id, ids.contains(place) {
      throw Refusal(message: "\"\(place)\" lies in \"\(put.id)\" itself")
    }
    let before = self.put(with: put.id).flatMap { $0.id == put.id ? $0 : nil }
    for id in ids {
      guard let other = state.owner(of: id), other != put.owner else { continue }
      throw Refusal(message: "another program has put \"\(id)\"; use another id")
    }
    if let before {
      var known: [String: WantedThing] = [:]
      before.thing.visit { known[$0.id] = $0 }
      put.thing = put.thing.reusing { known[$0] }
    }
    // An id that two puts of an owner name belongs to the later one.
    for id in ids { state.take(id) }
    if let before { state.drop(before) }
    state.count += 1
    put.number = state.count
    put.clashes = state.file.hasAny(of: put.thing)
    if let before, before.hasPlace(of: put) { put.arrival = before.arrival }
    state.append(put)
  }

  /// A program takes a thing of its own out of its wants; or another one does, or a finger, and then it
  /// is gone until the next put that names it, or reading the file again.
  package func remove(_ id: String) {
    guard state.holders[id] == nil else { return state.take(id) }
    guard let application = state.file.application.replacing(id, by: { _ in nil }) else { return }
    state.use(state.file.following(application))
  }

  /// Changes what is in a private window, in the put of its owner or in what the file wants.
  package func changeInside(
    of window: String, _ change: (WantedThing) -> WantedThing?
  ) {
    func changed(_ box: WantedThing) -> WantedThing {
      box.inside.flatMap(change).map { box.with(inside: $0) } ?? box
    }
    if let number = state.holders[window] {
      state.change(number) { $0.id == window ? changed($0) : $0 }
    } else if let file = state.file.application.replacing(window, by: changed) {
      state.use(state.file.following(file))
    }
  }

  /// Sets values of things in the puts of their owners.
  package func set(_ values: [String: [JSON.Member]]) { state.set(values) }

  /// Gives the outermost thing of a put another place.
  package func place(_ id: String, _ sibling: Sibling?) {
    guard var put = put(with: id), put.id == id, put.sibling != sibling else { return }
    state.drop(put)
    put.sibling = sibling
    state.append(put)
  }

  /// Lays values over a thing of another owner.
  package func overlay(_ values: [JSON.Member], over id: String, connection: Int?) {
    state.overlays.set(values, over: id, connection: connection)
  }

  /// Lays a place over that of a thing of another owner; nil takes it away.
  package func overlay(_ sibling: Sibling?, of id: String) { state.overlays.place(id, sibling) }

  /// Ends the puts of a program, but for those that last; only those that it has not put again since
  /// it has returned, where that is asked for.
  package func end(_ owner: PutOwner, onlyStale: Bool = false) {
    for put in state.puts
    where put.owner == owner && !put.isLasting && (!onlyStale || put.isStale) { state.drop(put) }
  }

  /// A connection has gone, with what it has set for itself over others; returns whether there was
  /// anything.
  package func endOverlays(of connection: Int) -> Bool { state.overlays.end(connection) }

  /// Rights have changed, so what is stored may make another tree.
  package func renew() {
    isDerived = false
    checked = nil
  }

  /// A program has returned, and must put again what it still wants.
  package func askAgain(_ owner: PutOwner) { state.askAgain(owner) }

  // MARK: The tree

  /// What must happen to a tree so that it has what is wanted now; made by `TreeUpdate`, and then
  /// to be confirmed by `follow`. Of what is not possible together, the latest waits.
  package func difference(
    replacing replaced: Set<String> = [], screens: [Screen]? = nil, in tree: Tree
  ) -> TreeDifference {
    if let checked, checked.replaced == replaced, screens == nil { return checked.difference }
    includeAll()
    var rounds = 0
    while true {
      derive(replaced)
      let difference = TreeDifference(
        from: self.tree, to: application, replacing: replaced, screens: screens ?? tree.screens,
        in: tree)
      if forgetOverlays(over: difference) { continue }
      guard let excess = excess(difference.links, &rounds) else { return difference }
      if excess.puts.isEmpty {
        guard state.overlays.forget(WantedThing.linking, over: excess.naming) else {
          return difference
        }
      }
      state.excluded.formUnion(excess.puts)
    }
  }

  // What lies over a thing goes when the thing is made again; without it, others may be.
  private func forgetOverlays(over difference: TreeDifference) -> Bool {
    let again = difference.madeAgain.filter { state.overlays.cover($0) }
    if !again.isEmpty { state.overlays.forget(where: again.contains) }
    return !again.isEmpty
  }

  private func excess(_ links: Links?, _ rounds: inout Int) -> Excess? {
    Excess(in: application, links, of: arrived, state.holders, rounds: &rounds)
  }

  /// The tree is the one that is wanted now.
  package func follow(_ difference: TreeDifference) {
    for (id, change) in difference.changes {
      tree.change(id, from: change.before, to: change.after)
    }
    tree.follow(difference.application)
    checked = nil
  }

  /// Why a request that puts these things must be refused; nil if it need not be, as what was not there
  /// before may wait longer.
  package func obstacle(
    toPutting ids: Set<String>, replacing replaced: Set<String>, in tree: Tree
  ) -> Obstacle? {
    includeAll()
    let others = state.puts.filter { $0.arrival == nil && !ids.contains($0.id) }
    let waiting = Set(others.map(\.number))
    var rounds = 0
    while true {
      derive(replaced)
      // Without names, a tree need not be compared to know.
      let difference =
        application.extent.links
        ? TreeDifference(
          from: self.tree, to: application, replacing: replaced, screens: tree.screens, in: tree)
        : nil
      guard let excess = excess(difference?.links, &rounds) else {
        if let difference, !forgetOverlays(over: difference) { checked = (difference, replaced) }
        return nil
      }
      guard case .names = excess.why, !excess.puts.isEmpty, excess.puts.isSubset(of: waiting) else {
        return excess.why
      }
      state.excluded.formUnion(excess.puts)
    }
  }

  /// What the file would have to want so that what programs have set for good stays, and what some of
  /// them have put.
  package func lasting(withPutsOf isMeant: (PutOwner) -> Bool) -> WantedThing {
    var puts = state.puts.filter { isMeant($0.owner) }.sorted(by: Derivation.isEarlier)
    var rounds = 0
    while true {
      var derivation = Derivation(
        of: state.file, under: state.overlays.lasting, holders: state.holders, known: { _ in nil })
      derivation.add(puts) { _, _ in true }
      let application = derivation.finish().application
      let links = application.extent.links ? tree.following(application).links : nil
      let excess = Excess(
        in: application, links, of: derivation.arrived, state.holders, rounds: &rounds)
      guard let excess, !excess.puts.isEmpty else { return application }
      puts.removeAll { excess.puts.contains($0.number) }
    }
  }

  /// The number of things in the tree that is wanted.
  package var size: Int { Int(application.extent.size) }

  private func includeAll() {
    if !state.excluded.isEmpty { state.excluded = [] }
  }

  private func derive(_ replaced: Set<String>) {
    if isDerived { return }
    var derivation = Derivation(
      of: state.file, under: state.overlays, holders: state.holders,
      known: { [tree] in replaced.contains($0) ? nil : tree.thing($0) })
    let puts = state.puts.sorted(by: Derivation.isEarlier)
    derivation.add(puts.filter { !state.excluded.contains($0.number) }, mayPut: mayPut)
    let (application, missing) = derivation.finish()
    self.application = application
    state.waits = derivation.waits
    for put in puts where state.excluded.contains(put.number) {
      state.waits.append((put.owner, put.id))
    }
    if !missing.isEmpty { state.overlays.forget(where: missing.contains) }
    arrived = derivation.arrived
    state.note(arrived: arrived)
    isDerived = true
  }
}
