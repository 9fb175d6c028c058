// The additions of a program that it still wants in the tree.

internal import Wire

/// The additions of a program, in an order in which they can be added again.
///
/// After a restart, the daemon has the tree of the configuration file; these additions are made to
/// it again.
struct Wanted {
  private(set) var additions: [Addition] = []

  /// Marks the additions of an earlier connection as removed, or about to be removed.
  mutating func beginConnection() {
    for index in additions.indices { additions[index].isHere = false }
  }

  /// Marks the records as not continuing the earlier ones.
  mutating func beginNumbers() {
    for index in additions.indices where !additions[index].isHere { additions[index].seq = 0 }
  }

  // MARK: The program's requests

  /// Updates the additions after a request was answered.
  mutating func apply(_ request: String, _ arguments: JSON, seq: UInt64) {
    switch request {
    case "batch":
      for edit in arguments.elements ?? [] {
        for member in edit.members ?? [] { apply(member.name, member.value, seq: seq) }
      }
    case "add": add(arguments, seq)
    case "push", "present":
      guard let parent = arguments[request == "push" ? "to" : "from"]?.string,
        let controller = arguments["viewController"]
      else { return }
      append(
        Addition(
          request == "push" ? .page : .presentation, controller, to: parent, position: [],
          isOwned: arguments["own"]?.bool ?? false, seq: seq))
    case "remove", "dismiss":
      if let subject = arguments.subject { remove(subject.name, by: .init(request, arguments)) }
    case "set":
      guard let subject = arguments.subject else { return }
      change(subject, (arguments.members ?? []).filter { $0.name != subject.word }, seq)
    case "enable", "disable":
      guard let subject = arguments.subject else { return }
      change(subject, [.init("isEnabled", .bool(request == "enable"))], seq)
    case "move": move(arguments, seq)
    default: break
    }
  }

  private mutating func add(_ arguments: JSON, _ seq: UInt64) {
    // A window has no parent.
    let parent = arguments["to"]?.string ?? ""
    var things = Addition.Kind.added.compactMap { kind in
      arguments[kind.rawValue].map { (kind, $0) }
    }
    things += (arguments["views"]?.elements ?? []).map { (.view, $0) }
    for (kind, thing) in things {
      append(
        Addition(
          kind, thing, to: parent, position: Self.position(in: arguments),
          isOwned: arguments["own"]?.bool ?? false, seq: seq))
    }
  }

  private static func position(in arguments: JSON) -> [JSON.Member] {
    (arguments.members ?? []).filter { ["index", "above", "below"].contains($0.name) }
  }

  private mutating func append(_ addition: Addition) {
    // An addition with this id was removed unnoticed, or the daemon would have refused this one.
    remove(addition.name, by: .init("remove", .object([.init("view", .string(addition.name))])))
    additions.append(addition)
  }

  private mutating func change(
    _ subject: (word: String, name: String), _ values: [JSON.Member], _ seq: UInt64
  ) {
    guard let holder = holder(of: subject.name) else { return }
    additions[holder].change(subject.word, subject.name, values)
    additions[holder].seq = seq
  }

  private mutating func move(_ arguments: JSON, _ seq: UInt64) {
    guard let name = arguments["view"]?.string, let holder = holder(of: name) else { return }
    let parent = arguments["to"]?.string
    if additions[holder].name != name {
      // Among its siblings, a part stays where its description has it.
      guard let parent, let part = additions[holder].part(name) else { return }
      var moved = Addition(
        .view, part, to: parent, position: [], isOwned: additions[holder].isOwned, seq: seq)
      let names = additions[holder].names(in: name)
      moved.changes = additions[holder].changes.filter { names.contains($0.name) }
      let request = JSON.object([.init("view", .string(name))])
      additions[holder].markRemoved(name, by: .init("remove", request))
      additions.append(moved)
    }
    guard let moved = additions.firstIndex(where: { $0.name == name }) else { return }
    additions[moved].parent = parent ?? additions[moved].parent
    additions[moved].position = Self.position(in: arguments)
    additions[moved].seq = seq
    // The new parent must come before it, and the additions to it after it.
    let followers = followers(of: additions[moved].names()).union([name])
    additions =
      additions.filter { !followers.contains($0.name) }
      + additions.filter { followers.contains($0.name) && $0.name == name }
      + additions.filter { followers.contains($0.name) && $0.name != name }
  }

  private mutating func remove(_ name: String, by request: JSON.Member) {
    guard let holder = holder(of: name) else { return }
    let isWhole = additions[holder].isWhole(name)
    var gone = followers(of: additions[holder].names(in: isWhole ? nil : name))
    if isWhole {
      gone.insert(additions[holder].name)
    } else {
      additions[holder].markRemoved(name, by: request)
    }
    additions.removeAll { gone.contains($0.name) }
  }

  /// Handles that a page was removed by the program.
  mutating func remove(page: String) {
    remove(page, by: .init("remove", .object([.init("viewController", .string(page))])))
  }

  /// The index of the addition that has this id, or has a part with this id.
  private func holder(of name: String) -> Int? {
    additions.firstIndex { $0.isWhole(name) }
      ?? additions.firstIndex { $0.names().contains(name) }
  }

  /// The ids of additions to one of these views, and of additions to those, and so on.
  private func followers(of names: Set<String>) -> Set<String> {
    var names = names
    var found = Set<String>()
    for addition in additions where names.contains(addition.parent) {
      found.insert(addition.name)
      names.formUnion(addition.names())
    }
    return found
  }

  // MARK: The daemon's records

  /// Marks a missing addition as added again.
  mutating func wasAdded(_ name: String, seq: UInt64) {
    guard let index = additions.firstIndex(where: { $0.name == name }) else { return }
    additions[index].isHere = true
    additions[index].seq = seq
  }

  /// Handles a record that a view was removed, with these ids in it; returns whether an addition is
  /// missing now.
  mutating func didRemove(_ view: String, with names: Set<String>, seq: UInt64) -> Bool {
    let suffix = ".container"
    var name = view
    if holder(of: view) == nil, view.hasSuffix(suffix) {
      name = String(view.dropLast(suffix.count))
    }
    guard let holder = holder(of: name) else {
      // It was removed with the view that it had been added to, and is added again with it.
      return additions.contains { $0.seq < seq && names.contains($0.parent) }
    }
    guard additions[holder].seq < seq else { return false }
    // The end of an earlier connection.
    if additions[holder].isWhole(name), additions[holder].isOwned, !additions[holder].isHere {
      return true
    }
    // Another program removed it, so it is not added again.
    let (request, word) = name == view ? ("remove", "view") : ("dismiss", "viewController")
    remove(name, by: .init(request, .object([.init(word, .string(name))])))
    return false
  }

  /// Handles a record that these ids were added; returns whether the position of a missing addition
  /// exists again.
  func didAdd(_ names: Set<String>, seq: UInt64) -> Bool {
    additions.contains { $0.seq < seq && names.contains($0.parent) && !names.contains($0.name) }
  }

  /// The additions that are not among these ids, in an order in which they can be added.
  func missing(among names: Set<String>) -> [Addition] {
    additions.filter { !names.contains($0.name) }
  }
}
