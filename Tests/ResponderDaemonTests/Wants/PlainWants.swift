// The tree of all wants, derived in the plainest way from what is stored: the oracle of the daemon's own
// derivation, which makes again only what an act can change.
//
// It knows nothing of places of views or of a living tree: what is wanted by whom, in which order, and
// what lies over it.

import Protocol

@testable import Configuration

/// All wants, stored as lists and derived whole.
struct PlainWants {
  /// One thing with what is in it.
  struct Thing {
    let id: String
    let kind: WantedThing.Kind
    var relation: WantedThing.Relation
    var values: [String: JSON]
    var owner: PutOwner?
    var children: [Thing]
    /// What other puts have brought, in the order of their arrival.
    var guests: [(thing: Thing, sibling: Sibling?)] = []

    init(_ thing: WantedThing, of owner: PutOwner?) {
      id = thing.id
      kind = thing.kind
      relation = thing.relation
      values = Dictionary(uniqueKeysWithValues: thing.values.map { ($0.name, $0.value) })
      self.owner = owner
      children = thing.children.map { Thing($0, of: owner) }
    }

    var ids: [String] { [id] + children.flatMap(\.ids) }

    func find(_ id: String) -> Thing? {
      if id == self.id { return self }
      for child in children + guests.map(\.thing) {
        if let found = child.find(id) { return found }
      }
      return nil
    }

    /// The things from this one to one in it.
    func way(to id: String) -> [Thing]? {
      if id == self.id { return [self] }
      for child in children + guests.map(\.thing) {
        if let way = child.way(to: id) { return [self] + way }
      }
      return nil
    }

    mutating func change(_ id: String, _ body: (inout Thing) -> Void) {
      if id == self.id { return body(&self) }
      for index in children.indices { children[index].change(id, body) }
      for index in guests.indices { guests[index].thing.change(id, body) }
    }

    mutating func drop(_ isMeant: (Thing) -> Bool) {
      children.removeAll(where: isMeant)
      for index in children.indices { children[index].drop(isMeant) }
    }
  }

  private struct Want {
    let owner: PutOwner
    var thing: Thing
    let place: Put.Place
    var sibling: Sibling?
    var isLasting: Bool
    var number: Int
    var arrival: Int?
    var isStale = false
  }

  private var file: Thing
  private var wants: [Want] = []
  private var count = 0
  private var overlays: [String: [String: (value: JSON, connection: Int?)]] = [:]
  private var places: [(id: String, sibling: Sibling)] = []
  /// The tree, with every guest where it lies.
  private(set) var tree: Thing
  private(set) var waits: [String] = []

  init(file: WantedThing) {
    self.file = Thing(file, of: nil)
    tree = self.file
  }

  // MARK: Acts

  mutating func use(_ file: WantedThing) { self.file = Thing(file, of: nil) }

  /// Returns false if it is refused.
  mutating func put(_ put: Put) -> Bool {
    let thing = Thing(put.thing, of: put.owner)
    let ids = thing.ids
    let others = wants.filter { $0.owner != put.owner }.flatMap(\.thing.ids)
    if Set(ids).count < ids.count || !Set(ids).isDisjoint(with: others) { return false }
    if let place = put.place.id, ids.contains(place) { return false }
    let before = wants.first { $0.owner == put.owner && $0.thing.id == put.id }
    wants.removeAll { $0.owner == put.owner && ids.contains($0.thing.id) }
    for index in wants.indices where wants[index].owner == put.owner {
      wants[index].thing.drop { ids.contains($0.id) }
    }
    count += 1
    var want = Want(
      owner: put.owner, thing: thing, place: put.place, sibling: put.sibling,
      isLasting: put.isLasting, number: count)
    if before?.place == put.place, before?.sibling == put.sibling { want.arrival = before?.arrival }
    wants.append(want)
    return true
  }

  mutating func remove(_ id: String) {
    guard wants.contains(where: { $0.thing.ids.contains(id) }) else {
      return file.drop { $0.id == id }
    }
    wants.removeAll { $0.thing.id == id }
    for index in wants.indices { wants[index].thing.drop { $0.id == id } }
  }

  mutating func set(_ values: [JSON.Member], of id: String) {
    for index in wants.indices {
      wants[index].thing.change(id) { thing in
        for value in values { thing.values[value.name] = value.value == .null ? nil : value.value }
      }
    }
  }

  mutating func overlay(_ values: [JSON.Member], over id: String, connection: Int?) {
    for value in values {
      overlays[id, default: [:]][value.name] =
        value.value == .null ? nil : (value.value, connection)
    }
  }

  mutating func overlay(_ sibling: Sibling?, of id: String) {
    places.removeAll { $0.id == id }
    if let sibling { places.append((id, sibling)) }
  }

  mutating func end(_ owner: PutOwner, onlyStale: Bool = false) {
    wants.removeAll { $0.owner == owner && !$0.isLasting && (!onlyStale || $0.isStale) }
  }

  mutating func endOverlays(of connection: Int) {
    for id in overlays.keys {
      overlays[id] = overlays[id]?.filter { $0.value.connection != connection }
    }
  }

  mutating func askAgain(_ owner: PutOwner) {
    for index in wants.indices where wants[index].owner == owner { wants[index].isStale = true }
  }

  // MARK: The tree

  /// Derives the tree; what lies over things that are not there, or are made again, is forgotten.
  mutating func derive(madeAgain: Set<String> = []) {
    tree = file
    waits = []
    var rest = wants.sorted { ($0.arrival ?? .max, $0.number) < ($1.arrival ?? .max, $1.number) }
    var arrived: [Int] = []
    // The first that has a place is next, each time from the beginning.
    while let next = rest.firstIndex(where: { $0.place.id == nil || tree.find($0.place.id!) != nil }
    ) {
      let want = rest.remove(at: next)
      if add(want) { arrived.append(want.number) } else { waits.append(want.thing.id) }
    }
    waits += rest.map(\.thing.id)
    for index in wants.indices {
      if !arrived.contains(wants[index].number) { wants[index].arrival = nil }
    }
    for number in arrived {
      for index in wants.indices where wants[index].number == number && wants[index].arrival == nil
      {
        count += 1
        wants[index].arrival = count
      }
    }
    overlays = overlays.filter { tree.find($0.key) != nil && !madeAgain.contains($0.key) }
    places.removeAll { tree.find($0.id) == nil || madeAgain.contains($0.id) }
    for (id, values) in overlays {
      tree.change(id) { thing in for (key, value) in values { thing.values[key] = value.value } }
    }
    tree = settled(tree)
  }

  // Whether the file has one of these ids; a controller is not without its view.
  private func isTaken(_ thing: Thing) -> Bool {
    file.find(thing.id) != nil
      || thing.children.contains { $0.relation == .view && file.find($0.id) != nil }
  }

  private mutating func add(_ want: Want) -> Bool {
    var thing = want.thing
    guard var parent = want.place.id.map({ tree.find($0) }) ?? tree, !isTaken(thing) else {
      return false
    }
    let isController = if case .viewController = parent.kind { true } else { false }
    let isView = if case .view = parent.kind { true } else { false }
    let isWindow = thing.kind == .view(.window)
    let row = parent.children + parent.guests.map(\.thing)
    switch want.place {
    case .application:
      if !isWindow { return false }
      thing.relation = .window
    case .into:
      switch thing.kind {
      case .view where isView && !isWindow: thing.relation = .subview
      case .recognizer where isView: thing.relation = .recognizer
      case .viewController where parent.kind == .view(.window):
        if row.contains(where: { $0.relation == .root }) { return false }
        thing.relation = .root
      case .viewController where isView: thing.relation = .subview
      case .viewController where isController: thing.relation = .child
      default: return false
      }
    case .presentedBy:
      let isBusy = row.contains { if case .presented = $0.relation { true } else { false } }
      guard case .viewController = thing.kind, isController, !isBusy else { return false }
    case .pushedOn:
      guard case .viewController = thing.kind, isController else { return false }
      if parent.kind != .viewController(isNavigation: true) {
        guard parent.relation == .page, let way = tree.way(to: parent.id), way.count > 1 else {
          return false
        }
        parent = way[way.count - 2]
      }
      thing.relation = .page
    }
    thing = withoutTaken(thing)
    tree.change(parent.id) { $0.guests.append((thing, want.sibling)) }
    return true
  }

  private mutating func withoutTaken(_ thing: Thing) -> Thing {
    var thing = thing
    waits += thing.children.filter { isTaken($0) }.map(\.id)
    thing.children = thing.children.filter { !isTaken($0) }.map { withoutTaken($0) }
    return thing
  }

  private func settled(_ thing: Thing) -> Thing {
    var thing = thing
    var row = thing.children.map { settled($0) }
    func insert(_ other: Thing, _ sibling: Sibling?, else place: Int) {
      var place = place
      if let sibling, let index = row.firstIndex(where: { $0.id == sibling.id }) {
        if case .above = sibling { place = index + 1 } else { place = index }
      }
      row.insert(other, at: place)
    }
    // A guest that names one who comes later stands beside it as soon as it is there.
    var waiting = thing.guests
    func seat(_ guest: Thing, _ sibling: Sibling?) {
      waiting.removeAll { $0.thing.id == guest.id }
      insert(settled(guest), sibling, else: row.count)
      for (other, beside) in waiting where beside?.id == guest.id {
        if turned.contains(other.id) { seat(other, beside) }
      }
    }
    var turned: Set<String> = []
    for (guest, sibling) in thing.guests {
      turned.insert(guest.id)
      if !waiting.contains(where: { $0.thing.id == sibling?.id }) { seat(guest, sibling) }
    }
    for (guest, sibling) in waiting { insert(settled(guest), sibling, else: row.count) }
    for (id, sibling) in places where id != sibling.id {
      guard let place = row.firstIndex(where: { $0.id == id }),
        row.contains(where: { $0.id == sibling.id })
      else { continue }
      insert(row.remove(at: place), sibling, else: place)
    }
    thing.children = row
    thing.guests = []
    return thing
  }

  /// Everything about the tree, as lines.
  var lines: [String] { PlainWants.lines(of: tree, in: "-") + waits.sorted().map { "\($0) waits" } }

  private static func lines(of thing: Thing, in parent: String) -> [String] {
    let values = thing.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let owner = thing.owner.map { "\($0)" } ?? "the file"
    return ["\(thing.id) \(thing.kind) \(thing.relation) in \(parent) of \(owner) \(values)"]
      + thing.children.flatMap { lines(of: $0, in: thing.id) }
  }
}

extension Wants {
  /// The same about the daemon's tree.
  func lines(of owners: [PutOwner]) -> [String] {
    func lines(_ thing: WantedThing, _ parent: String) -> [String] {
      let values = thing.values.sorted { $0.name < $1.name }.map { "\($0.name)=\($0.value)" }
      let owner = thing.owner.map { "\($0)" } ?? "the file"
      return ["\(thing.id) \(thing.kind) \(thing.relation) in \(parent) of \(owner) \(values)"]
        + thing.children.flatMap { lines($0, thing.id) }
    }
    return lines(tree.application, "-")
      + owners.flatMap { waits(of: $0) }.sorted().map { "\($0) waits" }
  }
}
