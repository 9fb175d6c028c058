// The tree of all wants: that of the file, in which the puts of programs lie one after the other.

/// The making of one tree.
struct Derivation {
  // A thing with what lies in it by now.
  private final class Draft {
    let thing: WantedThing
    unowned let parent: Draft?
    // What is written in the thing, and what puts have added, in the order of their arrival.
    var own: [Draft] = []
    var others: [(draft: Draft, above: String?, below: String?)] = []

    init(_ thing: WantedThing, in parent: Draft?) {
      self.thing = thing
      self.parent = parent
    }

    var chain: [WantedThing] { [thing] + (parent?.chain ?? []) }

    func has(_ isMeant: (WantedThing) -> Bool) -> Bool {
      own.contains { isMeant($0.thing) } || others.contains { isMeant($0.draft.thing) }
    }

    /// The children of one put have its order; the others lie in front of them, but for those that
    /// name a sibling.
    var result: WantedThing {
      var children = own.map(\.result)
      for (draft, above, below) in others {
        let sibling = children.firstIndex { $0.id == above || $0.id == below }
        let place = sibling.map { children[$0].id == above ? $0 + 1 : $0 }
        children.insert(draft.result, at: place ?? children.count)
      }
      let isSame = children.elementsEqual(thing.children) { $0 === $1 }
      return isSame ? thing : thing.with(children: children)
    }
  }

  private let root: Draft
  private var drafts: [String: Draft] = [:]
  private(set) var owners: [String: PutOwner] = [:]
  private(set) var waits: [(owner: PutOwner, id: String)] = []

  /// The tree of a file alone.
  init(of file: WantedThing) {
    root = Draft(file, in: nil)
    drafts[file.id] = root
    root.own = file.children.compactMap { add($0, in: root, of: nil) }
  }

  var application: WantedThing { root.result }

  /// The thing in which a put has a place now, and those around it; nil if it has none.
  func parents(for put: Put) -> [WantedThing]? { place(of: put)?.parent.chain }

  /// Adds a put that has a place; returns whether it is there.
  mutating func add(_ put: Put) -> Bool {
    guard let (parent, relation) = place(of: put),
      let draft = add(put.thing.with(relation: relation), in: parent, of: put.owner)
    else { return false }
    parent.others.append((draft, put.above, put.below))
    return true
  }

  private func place(of put: Put) -> (parent: Draft, relation: WantedThing.Relation)? {
    guard let parent = put.place.id.map({ drafts[$0] }) ?? root else { return nil }
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
        isNavigation
          || parent.thing.relation == .page
      else { return nil }
      return (navigation, .page)
    default: return nil
    }
  }

  // An id that is there already waits, from that thing down.
  private mutating func add(_ thing: WantedThing, in parent: Draft, of owner: PutOwner?) -> Draft? {
    // A controller is not without its view.
    guard drafts[thing.id] == nil, thing.view.map({ drafts[$0.id] == nil }) ?? true else {
      if let owner { waits.append((owner, thing.id)) }
      return nil
    }
    let draft = Draft(thing, in: parent)
    drafts[thing.id] = draft
    if let owner { owners[thing.id] = owner }
    draft.own = thing.children.compactMap { add($0, in: draft, of: owner) }
    return draft
  }
}
