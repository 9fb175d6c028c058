// One thing that a program wants, with all in it, and where.

package import Protocol

/// Who wants something of the tree besides the file.
package enum PutOwner: Hashable, Sendable {
  /// The connection of a program without a name, by its number.
  case connection(Int)
  /// A named program of a user, or page of an origin, however many connections it has.
  case program(user: UInt32, origin: Origin?, name: String)

  /// Whether it is a program of a user, who has the connections with these numbers.
  package func isOf(_ user: UInt32, with connections: Set<Int>) -> Bool {
    switch self {
    case .connection(let number): connections.contains(number)
    case .program(let owner, _, _): owner == user
    }
  }
}

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
    package var id: String? {
      switch self {
      case .application: nil
      case .into(let id), .presentedBy(let id), .pushedOn(let id): id
      }
    }
  }

  package let owner: PutOwner
  package var thing: WantedThing
  package let place: Place
  /// The sibling in front of which it lies, or behind which.
  package var sibling: Sibling?
  /// Whether it stays when its program has gone.
  package var isLasting = false
  /// The number of the put; and, once it has a place, that of its arrival there.
  var number = 0
  var arrival: Int?
  /// Its program was away, and has not put it again.
  var isStale = false
  /// Whether the file may have an id of it.
  var clashes = false

  /// A want of a program, which is read as its own, at the front of a place.
  package init(_ thing: WantedThing, _ place: Place, by owner: PutOwner) {
    self.owner = owner
    self.place = place
    self.thing = thing
  }

  /// The id of the outermost thing, by which the put is known.
  package var id: String { thing.id }

  /// The put as the value of a request; the names in it are those of a private window, if it is given.
  package func written(in window: String? = nil) -> JSON {
    var entries: [(String, JSON)] = []
    if let window { entries.append(("window", .string(window))) }
    switch place {
    case .application: break
    case .into(let id): entries.append(("in", .string(id)))
    case .presentedBy(let id): entries.append(("presentedBy", .string(id)))
    case .pushedOn(let id): entries.append(("pushedOn", .string(id)))
    }
    entries.append((thing.sort.rawValue, thing.json))
    switch sibling {
    case .above(let id): entries.append(("above", .string(id)))
    case .below(let id): entries.append(("below", .string(id)))
    case nil: break
    }
    if isLasting { entries.append(("lasting", .bool(true))) }
    return JSON(entries)
  }

  /// Whether it has the same place as another one.
  func hasPlace(of other: Put) -> Bool { place == other.place && sibling == other.sibling }
}

/// A place beside a sibling.
package enum Sibling: Hashable, Sendable {
  case above(String)
  case below(String)

  var id: String {
    switch self {
    case .above(let id), .below(let id): id
    }
  }
}
