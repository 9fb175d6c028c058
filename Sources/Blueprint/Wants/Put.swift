// One thing that a program wants, with all in it, and where.

package import YAML

/// A want of a program.
package struct Put {
  /// The place of the outermost thing.
  package enum Place: Hashable, Sendable {
    /// That of a window.
    case application
    case into(String)
    case presentedBy(String)
    case pushedOn(String)

    /// The thing that it names.
    var id: String? {
      switch self {
      case .application: nil
      case .into(let id), .presentedBy(let id), .pushedOn(let id): id
      }
    }
  }

  package let owner: PutOwner
  var thing: WantedThing
  package let place: Place
  /// The sibling in front of which it lies, or behind which.
  package var above: String?
  package var below: String?
  /// Whether it stays when its program has gone.
  package var isLasting = false
  /// The number of the put; and, once it has a place, that of its arrival there.
  var number = 0
  var arrival: Int?
  /// Its program was away, and has not put it again.
  var isStale = false

  /// A want of a program, at the front of a place.
  package init(_ thing: WantedThing, _ place: Place, by owner: PutOwner) {
    self.owner = owner
    self.thing = thing
    self.place = place
  }

  /// The id of the outermost thing, by which the put is known.
  package var id: String { thing.id }

  /// The ids of all things in it.
  package var ids: [String] { thing.ids }

  /// The ids of one of its things, and of all in that.
  package func ids(in id: String) -> [String] { thing.thing(id)?.ids ?? [] }

  package var relation: WantedThing.Relation { thing.relation }

  /// What its outermost thing is.
  package var sort: WantedThing.Sort {
    switch thing.kind {
    case .view(.window): .window
    case .viewController: .viewController
    case .recognizer, .part: .gestureRecognizer
    case .view, .application, .delegate: .view
    }
  }

  /// Its thing with other values of one in it; null stands for the usual value.
  package func setting(_ values: [(key: String, value: Node)], of id: String) -> WantedThing {
    thing.setting(values, of: id)
  }

  /// Wants another thing of the same id.
  package mutating func use(_ other: WantedThing) { thing = other }
}

extension WantedThing {
  /// The ids of this thing and of all in it.
  package var ids: [String] { [id] + children.flatMap(\.ids) }

  /// One of these by its id.
  func thing(_ id: String) -> WantedThing? {
    id == self.id ? self : children.lazy.compactMap { $0.thing(id) }.first
  }

  /// The number of things.
  var size: Int { children.reduce(1) { $0 + $1.size } }

  /// The thing without those in it that have these ids.
  func without(_ ids: Set<String>) -> WantedThing {
    guard children.contains(where: { !ids.isDisjoint(with: $0.ids) }) else { return self }
    return with(children: children.filter { !ids.contains($0.id) }.map { $0.without(ids) })
  }

  /// The thing, in which one is another.
  func replacing(_ id: String, by change: (WantedThing) -> WantedThing) -> WantedThing {
    if id == self.id { return change(self) }
    guard children.contains(where: { $0.ids.contains(id) }) else { return self }
    return with(children: children.map { $0.replacing(id, by: change) })
  }

  func with(children: [WantedThing]) -> WantedThing {
    WantedThing(id, kind, relation, values, children)
  }

  func with(values: [Setting.Entry]) -> WantedThing {
    WantedThing(id, kind, relation, values, children)
  }

  func with(relation: Relation) -> WantedThing {
    WantedThing(id, kind, relation, values, children)
  }
}
