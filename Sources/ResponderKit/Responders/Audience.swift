// The audience of a view: the clients that receive what happens in it. The daemon decides who they
// are.
//
//     bits      of a view                             of a client
//     0 to 63   conditions of the view and those      conditions that the client meets
//               around it
//     64 to 95  places in which it is not             none
//     96 to 127 none                                  places to which its sight is limited, if it is
//
// So the audience of several things together is the union of their audiences.

/// The conditions that a client must meet, one bit each; it must meet all of them.
public struct Audience: OptionSet, Hashable, Sendable {
  public let rawValue: UInt128

  public init(rawValue: UInt128) { self.rawValue = rawValue }

  /// All conditions.
  public static let all = Audience(rawValue: .max)
}

extension Audience {
  /// The largest number of places.
  package static let mostPlaces = 16

  private static let programs = Audience(rawValue: UInt128(UInt64.max))
  /// The audience outside of all places.
  package static let outside = Audience(rawValue: UInt128(UInt32.max) << 64)
  /// All bits for places.
  package static let places = Audience(rawValue: UInt128(UInt64.max) << 64)

  /// The bit that a view in a place does not have.
  package static func place(_ number: Int) -> Audience {
    Audience(rawValue: 1 << UInt128(64 + number))
  }

  /// The sight of a client that is limited to these places; without any it sees nothing.
  package static func limited(to places: Audience) -> Audience {
    // No view is the last place.
    places.union(.place(31)).intersection(.outside).shifted
  }

  private var shifted: Audience { Audience(rawValue: rawValue << 32) }

  /// The places to which the sight of a client is limited.
  package var limit: Audience { Audience(rawValue: rawValue >> 32).intersection(.outside) }

  /// Whether the sight of a client is limited to places.
  package var isLimited: Bool { self != .all && !limit.isEmpty }

  /// Whether the places make no difference.
  package var seesAllPlaces: Bool {
    let outside = intersection(.outside)
    return self == .all || limit.isEmpty && (outside.isEmpty || outside == .outside)
  }

  /// Whether it has conditions other than places.
  package var namesPrograms: Bool { !isDisjoint(with: .programs) }

  /// The conditions other than places.
  package var ofPrograms: Audience { intersection(.programs) }

  /// The same, outside of all places if it has no bits for places.
  package var placed: Audience { isDisjoint(with: .outside) ? union(.outside) : self }

  /// A number for the places in which a view is; 0 for none.
  package var placeNumber: Int {
    let outside = intersection(.outside)
    guard !outside.isEmpty else { return 0 }
    return Int(truncatingIfNeeded: ~(rawValue >> 64) & (1 << UInt128(Audience.mostPlaces) - 1))
  }

  /// Whether a client with these conditions receives it.
  @inline(__always)
  package func isShown(to seen: Audience) -> Bool {
    isSubset(of: seen) || isShownSlowly(to: seen)
  }

  private func isShownSlowly(to seen: Audience) -> Bool {
    guard ofPrograms.isSubset(of: seen) else { return false }
    let limit = seen.limit
    if !limit.isEmpty { return !limit.isSubset(of: self) }
    // The audience of a view is compared like that of a client.
    return seen.isDisjoint(with: .outside)
  }
}

extension View {
  /// The audience of the view; empty, which is the default, means every client.
  public final var audience: Audience {
    get { exceptions?.audience ?? [] }
    set {
      madeExceptions.audience = newValue
      application?.pathsChanged()
    }
  }

  /// The places that the view is: clients that are limited to one of them see the view.
  package final var place: Audience {
    get { exceptions?.place ?? [] }
    set {
      madeExceptions.place = newValue
      application?.pathsChanged()
    }
  }

  /// Its own audience and that of everything it lies in.
  public final var wholeAudience: Audience {
    var answer: Audience = []
    var places: Audience = []
    var top: View = self
    var above: View? = self
    while let each = above {
      if let exceptions = each.exceptions {
        answer.formUnion(exceptions.audience)
        places.formUnion(exceptions.place)
      }
      top = each
      above = each.superview
    }
    return answer.union((top.application?.outermost ?? []).subtracting(places))
  }

  /// The audience of what is around the view.
  package final var audienceAround: Audience {
    superview?.wholeAudience ?? application?.outermost ?? []
  }
}
