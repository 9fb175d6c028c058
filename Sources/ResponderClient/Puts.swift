// What a program wants of the tree: all that it has to say again to another run of the daemon.

internal import Protocol

/// The last put of each outermost id, in their order, with what was set in it since.
struct Puts {
  /// One put.
  struct Put {
    /// The id of its outermost thing, by which it is known.
    let id: String
    /// The value of the request.
    var request: JSON
    /// Later sets of things in it, each with its target.
    var sets: [Values] = []

    /// The requests that make it so.
    var edits: [JSON] {
      [.object([.init("put", request)])] + sets.map { .object([.init("set", $0.request)]) }
    }
  }

  /// The values that were set of one thing.
  struct Values {
    let target: JSON.Member
    var values: [JSON.Member]

    var request: JSON { .object([target] + values) }

    /// Sets more of them.
    mutating func set(_ more: [JSON.Member]) {
      let names = Set(more.map(\.name))
      values = values.filter { !names.contains($0.name) } + more
    }
  }

  private(set) var all: [Put] = []
  /// What the program has set over things of others for as long as it is connected.
  private(set) var overlays: [Values] = []

  // Fingers change these, so to set them is no want.
  private static let living: Set = [
    "value", "isOn", "selectedSegmentIndex", "currentPage", "contentOffset", "zoomScale",
    "isKeyWindow",
  ]
  private static let things = ["view", "viewController", "window", "gestureRecognizer"]

  /// Follows a request that the daemon has granted.
  mutating func apply(_ request: String, _ value: JSON) {
    switch request {
    case "batch":
      for edit in value.elements ?? [] {
        for member in edit.members ?? [] { apply(member.name, member.value) }
      }
    case "put": put(value)
    case "remove":
      if let target = value.target?.value.string { take([target]) }
    case "set": set(value)
    default: break
    }
  }

  private mutating func put(_ request: JSON) {
    let thing = Puts.things.lazy.compactMap { request[$0] }.first
    guard let thing, let id = thing["id"]?.string else { return }
    // A put that keeps its place keeps its turn, too, as it does for the daemon.
    let former = all.firstIndex { $0.id == id && $0.request.place == request.place }
    let turn = former.map { index in all[..<index].count { !thing.ids.contains($0.id) } }
    // An id that two puts name belongs to the later one.
    take(thing.ids)
    all.insert(Put(id: id, request: request), at: turn ?? all.count)
  }

  private mutating func set(_ request: JSON) {
    guard let target = request.target, let id = target.value.string else { return }
    let values = (request.members ?? []).filter {
      $0.name != target.name && $0.name != "own" && !Puts.living.contains($0.name)
    }
    if values.isEmpty { return }
    if let index = all.firstIndex(where: { $0.request.ids.contains(id) }) {
      Puts.set(values, of: target, in: &all[index].sets)
    } else if request["own"]?.bool ?? false {
      Puts.set(values + [.init("own", .bool(true))], of: target, in: &overlays)
    }
  }

  private static func set(
    _ values: [JSON.Member], of target: JSON.Member, in all: inout [Values]
  ) {
    if let index = all.firstIndex(where: { $0.target == target }) {
      all[index].set(values)
    } else {
      all.append(Values(target: target, values: values))
    }
  }

  /// Takes things out of the wants: the program or another one has removed them.
  mutating func take(_ ids: Set<String>) {
    all.removeAll { ids.contains($0.id) }
    for index in all.indices where !all[index].request.ids.isDisjoint(with: ids) {
      all[index].request = all[index].request.without(ids)
      let left = all[index].request.ids
      all[index].sets.removeAll { !left.contains($0.target.value.string ?? "") }
    }
  }

  /// The batches that say all of it again, none larger than the limits that `hello` says.
  func batches(_ limits: Value) -> [[JSON]] {
    let mostThings = limits["viewsOfRequest"]?.whole ?? 0
    // The number of the request and the like need some bytes, too.
    let mostBytes = (limits["lineBytes"]?.whole ?? 0) - 64
    var batches: [[JSON]] = [[]]
    var things = 0
    var bytes = 0
    for edits in all.map(\.edits) + overlays.map({ [.object([.init("set", $0.request)])] }) {
      let size = edits.reduce(0) { $0 + $1.ids.count + 1 }
      let length = edits.reduce(0) { $0 + $1.text.utf8.count + 1 }
      if things + size > mostThings || bytes + length > mostBytes {
        batches.append([])
        things = 0
        bytes = 0
      }
      batches[batches.count - 1] += edits
      things += size
      bytes += length
    }
    return batches.filter { !$0.isEmpty }
  }
}

extension JSON {
  /// The members of a put that name its place.
  fileprivate var place: [JSON.Member] {
    let words = ["in", "presentedBy", "pushedOn", "above", "below"]
    return (members ?? []).filter { words.contains($0.name) }.sorted { $0.name < $1.name }
  }

  /// The member of a request that names its target.
  fileprivate var target: JSON.Member? {
    (members ?? []).first { ["view", "viewController", "recognizer"].contains($0.name) }
  }

  /// The ids of all things in a description.
  var ids: Set<String> {
    var ids: Set<String> = []
    collect(into: &ids)
    return ids
  }

  private func collect(into ids: inout Set<String>) {
    for element in elements ?? [] { element.collect(into: &ids) }
    for member in members ?? [] {
      if member.name == "id", let id = member.value.string {
        ids.insert(id)
      } else {
        member.value.collect(into: &ids)
      }
    }
  }

  /// The description without the things that have these ids.
  fileprivate func without(_ ids: Set<String>) -> JSON {
    func isLeft(_ value: JSON) -> Bool {
      let id = (value["viewController"] ?? value)["id"]?.string
      return !(id.map(ids.contains) ?? false)
    }
    switch self {
    case .array(let elements): return .array(elements.filter(isLeft).map { $0.without(ids) })
    case .object(let members):
      return .object(
        members.filter { isLeft($0.value) }.map { .init($0.name, $0.value.without(ids)) })
    default: return self
    }
  }
}
