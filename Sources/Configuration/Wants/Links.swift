// Where things that are wanted name each other in a way that has no end: chains of responders, and
// recognizers that wait for each other.

import Protocol

extension WantedThing {
  /// Keys by which a thing names another one that comes before or after it.
  static let linking: Set = [nextKey, waitsForKey, awaitedByKey]
  static let nextKey = "next"
  private static let waitsForKey = "requiresFailureOf"
  private static let awaitedByKey = "requiredToFailBy"

  /// Whether it has such a key.
  var links: Bool { values.contains { WantedThing.linking.contains($0.name) } }

  /// The recognizers that it waits for, as it says, and those that it says wait for it.
  fileprivate var requirements: (waitsFor: [String], awaitedBy: [String]) {
    func names(_ key: String) -> [String] {
      switch self[key] {
      case .string(let name)?: [name]
      case .array(let elements)?: elements.compactMap(\.string)
      default: []
      }
    }
    return (names(WantedThing.waitsForKey), names(WantedThing.awaitedByKey))
  }
}

/// The things of a tree that name others which come before or after them.
struct Links {
  /// The things with keys of `WantedThing.linking`.
  let all: [String]
  /// A thing by its id.
  let entry: (String) -> WantedTree.Entry?

  /// Why some things name each other in a way that is not possible, and what takes part in it; nil if
  /// all is possible.
  func obstacle(
    among isIncluded: @escaping (String) -> Bool = { _ in true }
  ) -> (message: String, near: [String])? {
    let entry = { isIncluded($0) ? self.entry($0) : nil }
    let links = Links(all: all.filter(isIncluded), entry: entry)
    return links.obstacleInChains() ?? links.obstacleInRequirements()
  }

  // MARK: Chains

  private func obstacleInChains() -> (message: String, near: [String])? {
    var lengths: [String: Int] = [:]
    for id in all where entry(id)?.thing[WantedThing.nextKey] != nil {
      var ids: [String] = []
      var seen: Set<String> = []
      var next: String? = id
      while let each = next, lengths[each] == nil {
        guard seen.insert(each).inserted else {
          let cycle = Array(ids.drop { $0 != each })
          return (
            "expected a responder whose chain ends, found a cycle: "
              + (cycle + [each]).joined(separator: " → "), cycle
          )
        }
        ids.append(each)
        next = self.next(after: each)
      }
      var length = next.flatMap { lengths[$0] } ?? 0
      for each in ids.reversed() {
        length += 1
        lengths[each] = length
      }
      if length > PlannedChains.longestChain {
        return (
          "expected a chain of at most \(PlannedChains.longestChain) responders, found a longer "
            + "one from \"\(id)\"", ids
        )
      }
    }
    return nil
  }

  private func next(after id: String) -> String? {
    guard let entry = self.entry(id) else { return nil }
    if case .string(let name)? = entry.thing[WantedThing.nextKey], let named = self.entry(name),
      named.view == nil
    {
      return name
    }
    switch entry.thing.kind {
    case .application, .delegate, .recognizer, .part: return nil
    case .view: return entry.controller?.id ?? entry.place?.superview ?? entry.parent
    case .viewController:
      if case .presented = entry.thing.relation { return entry.parent }
      return entry.thing.view.flatMap { self.entry($0.id)?.place?.superview }
    }
  }

  // MARK: Requirements

  private func obstacleInRequirements() -> (message: String, near: [String])? {
    var ids: [String] = []
    var indices: [String: Int] = [:]
    var waitsFor: [[Int]] = []
    func index(_ id: String) -> Int? {
      if let index = indices[id] { return index }
      guard entry(id)?.view != nil else { return nil }
      indices[id] = ids.count
      ids.append(id)
      waitsFor.append([])
      return ids.count - 1
    }
    func note(_ one: String, waitsFor other: String) {
      guard let one = index(one), let other = index(other), !waitsFor[one].contains(other)
      else { return }
      waitsFor[one].append(other)
    }
    for id in all {
      guard let requirements = entry(id)?.thing.requirements else { continue }
      for other in requirements.waitsFor { note(id, waitsFor: other) }
      for other in requirements.awaitedBy { note(other, waitsFor: id) }
    }
    if let cycle = Cycles.find(in: waitsFor).first?.map({ ids[$0] }) {
      let names = (cycle + cycle.prefix(1)).joined(separator: " → ")
      return ("expected requirements without a cycle, found \(names)", cycle)
    }
    let bound = TreeBounds.requirements
    guard let most = waitsFor.indices.first(where: { waitsFor[$0].count > bound }) else {
      return nil
    }
    return (
      "expected at most \(bound) recognizers that \"\(ids[most])\" waits for, found "
        + "\(waitsFor[most].count); use a selector such as { kind: tap }",
      [ids[most]] + waitsFor[most].map { ids[$0] }
    )
  }
}
