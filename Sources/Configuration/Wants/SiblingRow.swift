// Things in a row, in which each finds its place beside a sibling at once, however many they are.

/// A row of siblings, from back to front.
struct SiblingRow {
  // A ring of numbers, in which 0 is behind the first thing and in front of the last.
  private var things: [WantedThing?] = [nil]
  private var following = [0]
  private var preceding = [0]
  private var numbers: [String: Int] = [:]

  /// The row of these things.
  init(_ things: [WantedThing]) {
    numbers.reserveCapacity(things.count)
    for thing in things { append(thing, beside: nil) }
  }

  /// Puts something new beside its sibling; in front of all if that is not in the row.
  mutating func append(_ thing: WantedThing, beside sibling: Sibling?) {
    let number = things.count
    things.append(thing)
    following.append(0)
    preceding.append(0)
    insert(number, sibling.flatMap { place($0) } ?? 0)
    numbers[thing.id] = number
  }

  /// Moves a thing beside another one, if both are there.
  mutating func move(_ id: String, beside sibling: Sibling) {
    guard sibling.id != id, let number = numbers[id], place(sibling) != nil else { return }
    let (before, after) = (preceding[number], following[number])
    following[before] = after
    preceding[after] = before
    if let place = place(sibling) { insert(number, place) }
  }

  /// The things in their order.
  var all: [WantedThing] {
    var result: [WantedThing] = []
    result.reserveCapacity(things.count - 1)
    var number = following[0]
    while let thing = things[number] {
      result.append(thing)
      number = following[number]
    }
    return result
  }

  // What will follow something that is put beside a sibling; nil if that is not in the row.
  private func place(_ sibling: Sibling) -> Int? {
    numbers[sibling.id].map { if case .above = sibling { following[$0] } else { $0 } }
  }

  private mutating func insert(_ number: Int, _ next: Int) {
    let before = preceding[next]
    (preceding[number], following[number]) = (before, next)
    following[before] = number
    preceding[next] = number
  }
}
