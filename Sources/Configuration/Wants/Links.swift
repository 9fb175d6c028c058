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

  /// The recognizers that it waits for, as it says itself.
  fileprivate var waitsFor: [String] { self[WantedThing.waitsForKey].map(WantedThing.names) ?? [] }

  /// The recognizers that wait for it, as it says itself.
  fileprivate var awaitedBy: [String] {
    self[WantedThing.awaitedByKey].map(WantedThing.names) ?? []
  }

  private static func names(_ value: JSON) -> [String] {
    switch value {
    case .string(let name): [name]
    case .array(let elements): elements.compactMap(\.string)
    default: []
    }
  }
}

/// The things of a tree that name others which come before or after them.
struct Links {
  /// The things with keys of `WantedThing.linking`.
  let all: [String]
  /// Those of the recognizers that may wait for others than before, if all was possible before.
  let changed: [String]
  /// A thing by its id.
  let entry: (String) -> WantedTree.Entry?
  /// The things that name a thing.
  let naming: (String) -> Set<String>

  /// Why some things name each other in a way that is not possible, and what takes part in it; nil if
  /// all is possible.
  func obstacle() -> (message: String, near: [String])? {
    if obstacleInChains() == nil, obstacleInRequirements() == nil { return nil }
    // In the order of their names, so that it is the same one each time.
    let links = Links(all: all.sorted(), changed: changed.sorted(), entry: entry, naming: naming)
    return links.obstacleInChains() ?? links.obstacleInRequirements()
  }

  /// The puts with which, taken in their order, things name each other in a cycle or one waits for too
  /// many. The place of the put that has a thing is given; nil for what the file has.
  func closing(_ place: (String) -> Int?) -> Set<Int> {
    var closing = chains.closing(place)
    let requirements = requirements(from: all)
    closing.formUnion(
      requirements.closing(place, without: closing, atMost: TreeBounds.requirements))
    return closing
  }

  // MARK: Chains

  private func obstacleInChains() -> (message: String, near: [String])? {
    let graph = chains
    if let (names, cycle) = graph.cycle {
      return ("expected a responder whose chain ends, found a cycle: \(names)", cycle)
    }
    guard let chain = graph.way(longerThan: PlannedChains.longestChain) else { return nil }
    return (
      "expected a chain of at most \(PlannedChains.longestChain) responders, found a longer "
        + "one from \"\(chain[0])\"", chain
    )
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

  // What follows each responder in a chain in which one names the next.
  private var chains: Graph {
    var graph = Graph()
    for id in all where entry(id)?.thing[WantedThing.nextKey] != nil {
      var each = id
      var isNew = true
      while isNew, let next = next(after: each) {
        isNew = !graph.has(next)
        graph.add(each, before: next)
        each = next
      }
    }
    return graph
  }

  // MARK: Requirements

  private func obstacleInRequirements() -> (message: String, near: [String])? {
    let graph = requirements(from: changed)
    if let (names, cycle) = graph.cycle {
      return ("expected requirements without a cycle, found \(names)", cycle)
    }
    let bound = TreeBounds.requirements
    guard let most = graph.following.firstIndex(where: { $0.count > bound }) else { return nil }
    return (
      "expected at most \(bound) recognizers that \"\(graph.ids[most])\" waits for, found "
        + "\(graph.following[most].count); use a selector such as { kind: tap }",
      [graph.ids[most]] + graph.following[most].map { graph.ids[$0] }
    )
  }

  // The recognizers that each of some waits for, and those that these wait for.
  private func requirements(from starts: [String]) -> Graph {
    var graph = Graph()
    let others = starts.flatMap { entry($0)?.thing.awaitedBy ?? [] }
    var open = Array((starts + others).reversed())
    var seen = Set(open)
    while let one = open.popLast() {
      guard entry(one)?.view != nil else { continue }
      for other in awaited(by: one) where entry(other)?.view != nil {
        graph.add(one, before: other)
        if seen.insert(other).inserted { open.append(other) }
      }
    }
    return graph
  }

  private func awaited(by id: String) -> [String] {
    (entry(id)?.thing.waitsFor ?? [])
      + naming(id).filter { entry($0)?.thing.awaitedBy.contains(id) ?? false }
  }
}

/// Things with those that follow each of them.
private struct Graph {
  private(set) var ids: [String] = []
  private(set) var following: [[Int]] = []
  private var indices: [String: Int] = [:]

  func has(_ id: String) -> Bool { indices[id] != nil }

  mutating func add(_ one: String, before other: String) {
    let (one, other) = (index(one), index(other))
    if !following[one].contains(other) { following[one].append(other) }
  }

  private mutating func index(_ id: String) -> Int {
    if let index = indices[id] { return index }
    indices[id] = ids.count
    ids.append(id)
    following.append([])
    return ids.count - 1
  }

  /// A cycle, also in words.
  var cycle: (names: String, ids: [String])? {
    guard let cycle = Cycles.find(in: following).first?.map({ ids[$0] }) else { return nil }
    return ((cycle + cycle.prefix(1)).joined(separator: " → "), cycle)
  }

  /// A way of more than so many, where at most one thing follows each and there is no cycle.
  func way(longerThan bound: Int) -> [String]? {
    var lengths = [Int](repeating: 0, count: ids.count)
    for start in ids.indices where lengths[start] == 0 {
      var way: [Int] = []
      var next: Int? = start
      while let node = next, lengths[node] == 0 {
        way.append(node)
        next = following[node].first
      }
      var length = next.map { lengths[$0] } ?? 0
      for node in way.reversed() {
        length += 1
        lengths[node] = length
      }
      if length > bound { return way.map { ids[$0] } }
    }
    return nil
  }

  /// The puts, in their order, each of which closes a cycle with those before it, or gives something
  /// more than so many to follow it.
  func closing(
    _ place: (String) -> Int?, without left: Set<Int> = [], atMost bound: Int = .max
  ) -> Set<Int> {
    let places = ids.map { place($0) ?? -1 }
    let order = Dictionary(grouping: ids.indices) { places[$0] }.sorted { $0.key < $1.key }
    var isIncluded = places.map { $0 < 0 }
    var closing: Set<Int> = []
    for (put, nodes) in order where put >= 0 && !left.contains(put) {
      for node in nodes { isIncluded[node] = true }
      let cycles = Cycles.find(in: following, from: nodes, among: isIncluded)
      if !cycles.isEmpty || hasTooMany(isIncluded, bound) {
        for node in nodes { isIncluded[node] = false }
        closing.insert(put)
      }
    }
    return closing
  }

  private func hasTooMany(_ isIncluded: [Bool], _ bound: Int) -> Bool {
    following.indices.contains { node in
      isIncluded[node] && following[node].count > bound
        && following[node].count { isIncluded[$0] } > bound
    }
  }
}
