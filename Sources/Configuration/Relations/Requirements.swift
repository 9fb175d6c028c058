// Failure requirements between recognizers, from both sides.
//
// A requirement exists as long as one of the two recognizers names it: the waiting one with
// requiresFailureOf, the other one with requiredToFailBy. Only named recognizers are here and are
// checked for cycles; selectors are evaluated at each attempt.

/// The requirements between recognizers, by their ids.
struct Requirements {
  /// Which of the two wrote it.
  enum Side {
    /// The recognizer that waits.
    case requiresFailureOf
    /// The recognizer that must fail first.
    case requiredToFailBy
  }

  // The requirements of each recognizer, from its own keys and from those of the other side.
  private var own: Links = Links()
  private var others: Links = Links()

  private struct Links {
    // One recognizer waits for few others, but very many may wait for one.
    var waitsFor: [String: [String]] = [:]
    var waiting: [String: Set<String>] = [:]

    mutating func add(_ one: String, waitsFor other: String) {
      guard !(waitsFor[one]?.contains(other) ?? false) else { return }
      waitsFor[one, default: []].append(other)
      waiting[other, default: []].insert(one)
    }

    mutating func remove(_ one: String, waitsFor other: String) {
      waitsFor[one]?.removeAll { $0 == other }
      waiting[other]?.remove(one)
      if waitsFor[one]?.isEmpty ?? false { waitsFor[one] = nil }
      if waiting[other]?.isEmpty ?? false { waiting[other] = nil }
    }

    mutating func forget(_ id: String) {
      for other in waitsFor[id] ?? [] { remove(id, waitsFor: other) }
      for other in waiting[id] ?? [] { remove(other, waitsFor: id) }
    }
  }

  /// Notes that one waits for another, as one of them wrote.
  mutating func add(_ one: String, waitsFor other: String, by side: Side) {
    switch side {
    case .requiresFailureOf: own.add(one, waitsFor: other)
    case .requiredToFailBy: others.add(one, waitsFor: other)
    }
  }

  /// Removes the requirements from one side; returns the names in them.
  mutating func clear(_ side: Side, of id: String) -> [String] {
    switch side {
    case .requiresFailureOf:
      let names = own.waitsFor[id] ?? []
      for name in names { own.remove(id, waitsFor: name) }
      return names
    case .requiredToFailBy:
      let names = (others.waiting[id] ?? []).sorted()
      for name in names { others.remove(name, waitsFor: id) }
      return names
    }
  }

  /// Whether one of the two recognizers requires that the first one waits for the second one.
  func says(_ one: String, waitsFor other: String) -> Bool {
    own.waitsFor[one]?.contains(other) ?? false || others.waitsFor[one]?.contains(other) ?? false
  }

  /// The recognizers that wait for this one.
  func waiting(for id: String) -> Set<String> {
    (own.waiting[id] ?? []).union(others.waiting[id] ?? [])
  }

  /// The number of recognizers that one waits for.
  func count(waitedForBy id: String) -> Int {
    (own.waitsFor[id]?.count ?? 0) + (others.waitsFor[id]?.count ?? 0)
  }

  /// The ids by which one waits for another, both included; nil if it does not.
  func way(from start: String, to goal: String) -> [String]? {
    var seen: Set<String> = [start]
    var open = [[start]]
    while let path = open.popLast(), let last = path.last {
      if last == goal { return path }
      for next in (own.waitsFor[last] ?? []) + (others.waitsFor[last] ?? [])
      where seen.insert(next).inserted {
        open.append(path + [next])
      }
    }
    return nil
  }

  /// Removes a recognizer.
  mutating func forget(_ id: String) {
    own.forget(id)
    others.forget(id)
  }
}
