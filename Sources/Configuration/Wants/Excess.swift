// What is not possible together in a tree that is wanted, and what must wait so that the rest is.

/// What a tree has that is not possible beside the rest of it.
struct Excess {
  /// Why it is not possible.
  let why: Wants.Obstacle
  /// The things that name each other in a way that has no end.
  let naming: [String]
  /// The numbers of the puts that are not possible beside what arrived before them.
  let puts: Set<Int>

  // So often a tree is derived again because things name each other in a way that is not possible.
  private static let mostRounds = 8

  /// Nil if all is possible. The puts that are there are given in the order of their arrival; rounds
  /// are counted from one derivation of the same wants to the next.
  init?(
    in application: WantedThing, _ links: Links?, of arrived: [Int], _ holders: [String: Int],
    rounds: inout Int
  ) {
    if !application.extent.isWithinBounds, let (message, near) = application.obstacle() {
      why = .bounds(message)
      naming = []
      let puts = Set(near.compactMap { holders[$0] })
      self.puts = Set(arrived.last(where: puts.contains).map { [$0] } ?? [])
      return
    }
    guard let links, let (message, near) = links.obstacle() else { return nil }
    why = .names(message)
    naming = near
    let places = Dictionary(uniqueKeysWithValues: zip(arrived, arrived.indices))
    func place(_ id: String) -> Int? {
      guard links.entry(id)?.thing.owner != nil else { return nil }
      return holders[id].flatMap { places[$0] }
    }
    rounds += 1
    var closing =
      rounds < Excess.mostRounds ? links.closing(place) : Set(links.all.compactMap(place))
    if closing.isEmpty, let latest = near.compactMap(place).max() { closing = [latest] }
    puts = Set(closing.map { arrived[$0] })
  }
}

extension Wants {
  /// What is not possible, in words.
  package enum Obstacle {
    /// The tree would exceed its bounds.
    case bounds(String)
    /// Things would name each other in a way that has no end.
    case names(String)
  }
}
