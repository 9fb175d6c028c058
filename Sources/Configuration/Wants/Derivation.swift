// The tree of all wants: that of the file, in which the puts of programs lie one after the other, with
// what others have set over them.
//
// Only the things around a put or under an overlay are made again; all others are those of the file and
// of the puts.

import Protocol

/// The making of one tree.
struct Derivation {
  // A thing with what lies in it by now.
  private final class Draft {
    var thing: WantedThing
    unowned let parent: Draft?
    // What puts have added, in the order of their arrival, and drafts of what is written in it.
    var others: [(draft: Draft, sibling: Sibling?)] = []
    var own: [String: Draft] = [:]
    // What is written in it and waits.
    var waiting: Set<String> = []

    init(_ thing: WantedThing, in parent: Draft?) {
      self.thing = thing
      self.parent = parent
    }

    /// Whether it is as it is written.
    var isAsWritten: Bool { own.isEmpty && others.isEmpty && waiting.isEmpty }

    /// The things around what is put into it in this relation, from the inside to the outside: pages and
    /// child controllers lie in the view of their parent, and what is presented covers the window.
    func chain(around relation: WantedThing.Relation) -> [WantedThing] {
      let chain = sequence(first: self) { $0.parent }.map(\.thing)
      switch relation {
      case .presented: return Array(chain.drop { $0.relation != .window })
      case .page, .child: return [thing.view].compactMap(\.self) + chain
      default: return chain
      }
    }

    func has(_ isMeant: (WantedThing) -> Bool) -> Bool {
      thing.children.contains { isMeant($0) && !waiting.contains($0.id) }
        || others.contains { isMeant($0.draft.thing) }
    }
  }

  private let file: WantedTree
  private let overlays: Overlays
  private let known: (String) -> WantedThing?
  private var drafts: [String: Draft] = [:]
  // The numbers of the puts by the things in them; the outermost things of the puts that are there, by
  // these numbers; and what is in these and not there.
  private let holders: [String: Int]
  private var placed: [Int: WantedThing] = [:]
  private var taken: Set<String> = []
  // What has another place than its owner wants, by what it is in.
  private var movedIn: [String: [(id: String, sibling: Sibling)]] = [:]
  /// The ids of the puts and the things in them that are not there.
  private(set) var waits: [(owner: PutOwner, id: String)] = []
  /// The puts that are there, in the order in which they were made.
  private(set) var arrived: [Int] = []

  /// The tree of a file alone; what is as it was is the same thing as before.
  init(
    of file: WantedTree, under overlays: Overlays, holders: [String: Int],
    known: @escaping (String) -> WantedThing?
  ) {
    self.file = file
    self.overlays = overlays
    self.holders = holders
    self.known = known
  }

  /// Makes the puts that have a place and may be there, in their order. A place may lie in another put.
  mutating func add(_ puts: [Put], mayPut: (PutOwner, () -> [WantedThing]) -> Bool) {
    // By the puts that have their places.
    var waiting: [Int: [Put]] = [:]
    var next = Array(puts.reversed())
    while let put = next.popLast() {
      let place = put.place.id ?? file.application.id
      guard let parent = draft(place) else {
        if let holder = holders[place] {
          waiting[holder, default: []].append(put)
        } else {
          waits.append((put.owner, put.id))
        }
        continue
      }
      guard let (parent, relation) = self.place(of: put, in: parent),
        mayPut(put.owner, { parent.chain(around: relation) }), add(put, in: parent, relation)
      else {
        waits.append((put.owner, put.id))
        continue
      }
      arrived.append(put.number)
      let ready = waiting.removeValue(forKey: put.number) ?? []
      next += ready.sorted { Derivation.isEarlier($1, $0) }
    }
    for put in waiting.values.joined() { waits.append((put.owner, put.id)) }
  }

  /// The order in which puts are made: that of their arrival, then of the puts.
  static func isEarlier(_ one: Put, _ other: Put) -> Bool {
    (one.arrival ?? .max, one.number) < (other.arrival ?? .max, other.number)
  }

  /// Makes the application with everything in it. Returns the things that are not there under an
  /// overlay, too.
  mutating func finish() -> (application: WantedThing, missing: Set<String>) {
    var missing: Set<String> = []
    for id in overlays.ids where draft(id) == nil { missing.insert(id) }
    for (id, sibling) in overlays.places {
      if let parent = draft(id)?.parent {
        movedIn[parent.thing.id, default: []].append((id, sibling))
      } else {
        missing.insert(id)
      }
    }
    guard let root = drafts[file.application.id] else { return (file.application, missing) }
    return (result(of: root), missing)
  }

  // MARK: Places

  private func place(
    of put: Put, in parent: Draft
  ) -> (parent: Draft, relation: WantedThing.Relation)? {
    let isView = parent.thing.viewKind != nil
    let isController = if case .viewController = parent.thing.kind { true } else { false }
    switch (put.place, put.thing.kind) {
    case (.application, .view(.window)): return (parent, .window)
    case (.into, .view(.window)): return nil
    case (.into, .view) where isView: return (parent, .subview)
    case (.into, .recognizer) where isView: return (parent, .recognizer)
    case (.into, .viewController) where parent.thing.kind == .view(.window):
      return parent.has { $0.relation == .root } ? nil : (parent, .root)
    case (.into, .viewController) where isView: return (parent, .subview)
    case (.into, .viewController) where isController: return (parent, .child)
    case (.presentedBy, .viewController) where isController:
      let isFree = !parent.has { if case .presented = $0.relation { true } else { false } }
      return isFree ? (parent, put.thing.relation) : nil
    case (.pushedOn, .viewController) where isController:
      let isNavigation = parent.thing.kind == .viewController(isNavigation: true)
      guard let navigation = isNavigation ? parent : parent.parent,
        isNavigation || parent.thing.relation == .page
      else { return nil }
      return (navigation, .page)
    default: return nil
    }
  }

  // An id that the file has waits, from that thing down.
  private mutating func add(
    _ put: Put, in parent: Draft, _ relation: WantedThing.Relation
  ) -> Bool {
    let thing = put.thing.with(relation: relation)
    if put.clashes, waits(thing) { return false }
    let draft = Draft(laid(over: thing), in: parent)
    drafts[thing.id] = draft
    placed[put.number] = thing
    parent.others.append((draft, put.sibling))
    if put.clashes { removeTaken(in: draft) }
    return true
  }

  // A controller is not without its view.
  private func waits(_ thing: WantedThing) -> Bool {
    file.has(thing.id) || thing.view.map { file.has($0.id) } ?? false
  }

  private mutating func removeTaken(in draft: Draft) {
    for child in draft.thing.children {
      if waits(child) {
        if let owner = child.owner { waits.append((owner, child.id)) }
        draft.waiting.insert(child.id)
        child.visit { taken.insert($0.id) }
      } else if file.hasAny(of: child) {
        let inner = Draft(laid(over: child), in: draft)
        draft.own[child.id] = inner
        drafts[child.id] = inner
        removeTaken(in: inner)
      }
    }
  }

  // The draft of a thing that is there; nil if it is not.
  private mutating func draft(_ id: String) -> Draft? {
    if let draft = drafts[id] { return draft }
    if let entry = file.entries[id] {
      guard let parent = entry.parent else { return keep(Draft(laid(over: entry.thing), in: nil)) }
      return draft(parent).map { keep(Draft(laid(over: entry.thing), in: $0)) }
    }
    guard let outermost = holders[id].flatMap({ placed[$0] }), !taken.contains(id),
      let path = outermost.path(to: id)
    else { return nil }
    var parent = drafts[outermost.id]
    for thing in path.dropFirst() {
      parent = parent.map { drafts[thing.id] ?? keep(Draft(laid(over: thing), in: $0)) }
    }
    return parent
  }

  private func laid(over thing: WantedThing) -> WantedThing {
    let values = overlays.values(over: thing.id)
    if values.isEmpty { return thing }
    return thing.setting(values.map { JSON.Member($0.key, $0.value) })
  }

  private mutating func keep(_ draft: Draft) -> Draft {
    drafts[draft.thing.id] = draft
    draft.parent?.own[draft.thing.id] = draft
    return draft
  }

  // MARK: The result

  // The children of one put have its order; the others lie in front of them, but for those that name a
  // sibling.
  private func result(of draft: Draft) -> WantedThing {
    if draft.isAsWritten { return draft.thing.reusingItself(known) }
    var children: [WantedThing] = []
    children.reserveCapacity(draft.thing.children.count + draft.others.count)
    for child in draft.thing.children where !draft.waiting.contains(child.id) {
      children.append(draft.own[child.id].map(result) ?? child)
    }
    let (others, moved) = (inOrder(draft.others), movedIn[draft.thing.id] ?? [])
    if moved.isEmpty, others.allSatisfy({ $0.sibling == nil }) {
      children += others.map { result(of: $0.draft) }
    } else {
      var row = SiblingRow(children)
      for (other, sibling) in others { row.append(result(of: other), beside: sibling) }
      for (id, sibling) in moved { row.move(id, beside: sibling) }
      children = row.all
    }
    if let same = draft.thing.known(with: children, known) { return same }
    return draft.thing.with(children: children)
  }

  // In the order of their arrival, but one that names a later one directly after that; those that name
  // each other in a cycle are last.
  private func inOrder(
    _ others: [(draft: Draft, sibling: Sibling?)]
  ) -> [(draft: Draft, sibling: Sibling?)] {
    let named = Set(others.compactMap { $0.sibling?.id })
    if others.allSatisfy({ !named.contains($0.draft.thing.id) }) { return others }
    var toCome = Set(others.map(\.draft.thing.id))
    var following: [String: [(draft: Draft, sibling: Sibling?)]] = [:]
    var ordered: [(draft: Draft, sibling: Sibling?)] = []
    for other in others {
      if let sibling = other.sibling, toCome.contains(sibling.id) {
        following[sibling.id, default: []].append(other)
        continue
      }
      var next = [other]
      while let each = next.popLast() {
        ordered.append(each)
        toCome.remove(each.draft.thing.id)
        next += (following.removeValue(forKey: each.draft.thing.id) ?? []).reversed()
      }
    }
    return ordered + others.filter { toCome.contains($0.draft.thing.id) }
  }
}

extension WantedTree {
  /// Whether a thing or one in it has an id of this tree.
  func hasAny(of thing: WantedThing) -> Bool {
    has(thing.id) || thing.children.contains { hasAny(of: $0) }
  }
}

extension WantedThing {
  /// The things from this one to one in it.
  func path(to id: String) -> [WantedThing]? {
    var path: [WantedThing] = []
    func find(in thing: WantedThing) -> Bool {
      path.append(thing)
      if thing.id == id || thing.children.contains(where: find) { return true }
      path.removeLast()
      return false
    }
    return find(in: self) ? path : nil
  }
}
