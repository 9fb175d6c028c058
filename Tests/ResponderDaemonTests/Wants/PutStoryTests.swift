// Random puts, sets, removes, overlays, reloads, rights and ends of programs: the living tree is always
// the one that is built from all wants, nothing but the wants decides what it is, and a client that
// folds the records together knows it.

import Protocol
import Records
import ResponderKit
import TestSupport
import Testing

@testable import Configuration
@testable import ConfigurationText
@testable import ResponderDaemon

/// A tree with the wants that it follows.
private final class World {
  let tree: Tree
  let wants: Wants
  private(set) var problems: [String] = []
  private var file: Blueprint
  private let session: Session
  /// What a client knows that has read a snapshot and every record since.
  private(set) var picture = PictureOfLines()
  /// The things in which a program may put something; every thing for one that is not named.
  let rights: Rights

  /// What programs may do.
  final class Rights {
    var under: [PutOwner: String] = [:]

    func mayPut(_ owner: PutOwner, _ around: () -> [WantedThing]) -> Bool {
      guard let place = under[owner] else { return true }
      return around().contains { $0.id == place || $0.owner == owner }
    }
  }

  init(_ text: String) throws {
    let blueprint = try Blueprint.load(text, file: "f.yaml")
    file = blueprint
    tree = blueprint.build()
    let rights = Rights()
    self.rights = rights
    wants = Wants(file: blueprint.wanted, mayPut: rights.mayPut)
    session = Session(tree, wants.tree)
    session.listen(to: RecordTypes(.edit), withDetail: false)
    picture = snapshot
  }

  /// What a new client knows.
  var snapshot: PictureOfLines {
    let line = LineWriter()
    session.encoder.snapshot(
      of: tree.application, screens: tree.screens, devices: [Device](), idleSince: nil,
      subscription: nil, to: line)
    var picture = PictureOfLines()
    var bytes: ContiguousArray<UInt8> = []
    line.copy(0..<line.count, to: &bytes)
    picture.apply(String(decoding: bytes, as: UTF8.self))
    return picture
  }

  /// Changes what is wanted, and the tree with it; gives the number of records.
  func change(_ body: (Wants) throws -> Void) rethrows -> Int {
    try body(wants)
    let difference = wants.difference(in: tree)
    wants.follow(difference)
    let update = TreeUpdate(difference)
    session.perform(at: Instant(microseconds: 0)) { update.run() }
    problems += update.problems
    let encoder = session.encoder
    defer { encoder.removeAll() }
    for record in encoder.records {
      var bytes: ContiguousArray<UInt8> = []
      encoder.lines.copy(record.bytes, to: &bytes)
      picture.apply(String(decoding: bytes, as: UTF8.self))
    }
    return encoder.records.count
  }

  /// Reads another file.
  func use(_ text: String) throws {
    file = try Blueprint.load(text, file: "f.yaml")
    _ = change { $0.use(file.wanted) }
  }

  /// The text of the file in which all is wanted that lasts.
  func changedFile() throws -> String {
    try ChangedFile.text(
      of: file.text, wanting: file.wanted.application, now: wants.lasting { _ in true })
  }

  /// Whether what an owner has put, as `tree` says it and put again, is the same tree, now and when
  /// nothing lies over it any more.
  func isSameAgain(_ owner: PutOwner) throws -> Bool {
    func made(_ change: (Wants) throws -> Void) rethrows -> [JSON] {
      let scratch = Wants(file: wants.state.file, mayPut: rights.mayPut)
      scratch.state = wants.state
      try change(scratch)
      func written() -> JSON { scratch.difference(in: tree).application.written { _ in true } }
      let now = written()
      let overlays = scratch.state.overlays
      for id in overlays.ids {
        let values = overlays.values(over: id).map { JSON.Member($0.key, .null) }
        scratch.overlay(values, over: id, connection: nil)
      }
      for (id, _) in overlays.places { scratch.overlay(nil, of: id) }
      return [now, written()]
    }
    return try made { _ in }
      == made { scratch in
        for put in wants.puts(of: owner) { try scratch.put(read(put.written(), by: owner)) }
      }
  }

  // A put as a program writes it in a request.
  private func read(_ json: JSON, by owner: PutOwner) throws -> Put {
    let sort = try #require(WantedThing.Sort.allCases.first { json[$0.rawValue] != nil })
    let places = [
      json["in"]?.string.map { Put.Place.into($0) },
      json["presentedBy"]?.string.map { .presentedBy($0) },
      json["pushedOn"]?.string.map { .pushedOn($0) },
    ]
    let place = places.compactMap(\.self).first ?? .application
    let isPresented = json["presentedBy"] != nil
    let thing = try WantedThing.read(
      sort, from: try #require(json[sort.rawValue]),
      relation: isPresented ? .presented(isModal: true) : .subview, by: owner,
      near: VisibleTree(tree)
    ).thing
    var put = Put(thing, place, by: owner)
    put.sibling =
      json["above"]?.string.map { .above($0) } ?? json["below"]?.string.map { .below($0) }
    return put
  }

  /// Everything about a tree, and where each view is.
  static func lines(_ tree: Tree) -> [String] {
    var lines = tree.allSettings
    for window in tree.application.windows {
      window.forEachInSubtree { view in
        lines.append(
          "\(view.id) in \(view.superview?.id ?? "-") of \(view.viewController?.id ?? "-") "
            + "in \(view.viewController?.parent?.id ?? "-") \(view.frame) \(view.bounds) "
            + "\(view.gestureRecognizers.map(\.id))")
      }
    }
    return lines + tree.registry.ids.sorted()
  }

  /// What new wants make of the same file, the same puts in the order of their arrival, and the same
  /// overlays, with what waits.
  func fromScratch(_ owners: [PutOwner]) throws -> (tree: JSON, waits: [[String]]) {
    let scratch = Wants(file: WantedTree(wants.state.file.application), mayPut: rights.mayPut)
    let puts = owners.flatMap { wants.puts(of: $0) }.sorted {
      ($0.arrival ?? .max, $0.number) < ($1.arrival ?? .max, $1.number)
    }
    for put in puts { try scratch.put(put) }
    let overlays = wants.state.overlays
    for id in overlays.ids {
      let values = overlays.values(over: id).map { JSON.Member($0.key, $0.value) }
      scratch.overlay(values, over: id, connection: nil)
    }
    for (id, sibling) in overlays.places { scratch.overlay(sibling, of: id) }
    let made = scratch.difference(in: tree).application.written { _ in true }
    return (made, owners.map { scratch.waits(of: $0) })
  }

  /// A new tree of the text that the tree is written as.
  func afresh() throws -> Tree {
    let text = YAMLText.text(of: TreeWriter(tree, wants.tree).configuration)
    return try Blueprint.load(text, file: "written.yaml").build()
  }
}

@Suite struct PutStoryTests {
  private static func file(_ dice: inout Dice) -> String {
    let views = ["f1", "f2", "f3", "a1", "x"].filter { _ in dice.below(3) > 0 }.map { id in
      "{ id: \(id), frame: [0, 0, \(50 + dice.below(50)), 40], subviews: [{ id: \(id)-in, frame: fill }] }"
    }
    let text = """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            rootViewController:
              id: home
              view: { id: room, subviews: [\(views.joined(separator: ", "))] }
          - id: side
            level: 1
            rootViewController:
              id: pages
              view: { id: pages.view }
              navigationController: { viewControllers: [{ id: p0, view: { id: p0.view } }] }
      """
    guard dice.below(2) == 0, let node = try? YAML.parse(Array(text.utf8), file: "f.yaml").first
    else { return text }
    // The same without brackets, and with comments.
    let lines = YAMLText.text(of: JSON(node)).split(separator: "\n")
    return lines.enumerated().map { "  # over \($0)\n\($1)  # beside \($0)" }.joined(
      separator: "\n")
  }

  private static let owners = (1...3).map { PutOwner.connection($0) }

  // Nil if recognizers in it would wait for each other.
  private func put(_ dice: inout Dice, _ owner: PutOwner, number: Int) throws -> Put? {
    let names = ["a", "b", "c"][number - 1]
    var used: Set<String> = []
    func view(_ depth: Int) -> String? {
      let id = "\(names)\(1 + dice.below(4))"
      guard used.insert(id).inserted else { return nil }
      let inner = depth < 2 ? (0..<dice.below(3)).compactMap { _ in view(depth + 1) } : []
      let other = dice.pick(Self.things.filter { $0 != id })
      let keys = [
        "isHidden: true", "zPosition: \(dice.below(4))", "handles: [touches]",
        "transform: { scale: 2 }",
        "hit: { inset: -\(dice.below(5)), redirect: \(dice.pick(Self.things)) }",
        "gestureRecognizers: [{ id: \(id)-tap, tap: { numberOfTapsRequired: \(1 + dice.below(2)), "
          + "requiresFailureOf: [\(other)-tap] } }]",
        "next: \(other)",
      ].filter { _ in dice.below(4) == 0 }
      let frame = [
        "[0, 0, 10, 10]", "[5, 5, 20, \(20 + dice.below(3))]", "fill", "[10%, 0, 50%, 9]",
      ]
      let all =
        ["id: \(id)", "frame: \(dice.pick(frame))"] + keys
        + (inner.isEmpty ? [] : ["subviews: [\(inner.joined(separator: ", "))]"])
      return "{ \(all.joined(separator: ", ")) }"
    }
    let places = [
      "room", "f1", "f2", "f1-in", "a1", "a2", "b1", "b2", "c1", "x", "p0.view", "none",
    ]
    var place = Put.Place.into(dice.pick(places))
    var sort = WantedThing.Sort.view
    var relation = WantedThing.Relation.subview
    var text = view(0) ?? ""
    switch dice.below(10) {
    case 0:
      (place, sort) = (.pushedOn("pages"), .viewController)
      text = "{ id: \(names)page, view: { id: \(names)page.view } }"
    case 1:
      (place, sort, relation) = (
        .presentedBy("home"), .viewController, .presented(isModal: true)
      )
      text = "{ id: \(names)sheet, view: { id: \(names)sheet.view, frame: [9, 9, 99, 99] } }"
    case 2:
      (place, sort) = (.application, .window)
      text = "{ id: \(names)win, frame: [0, 0, 90, 90], level: \(dice.below(3)) }"
    default: break
    }
    let node = try #require(try YAML.parse(Array(text.utf8), file: "put").first)
    let scratch = try World(Self.file(&dice))
    let thing: WantedThing
    do throws(BlueprintError) {
      thing = try WantedThing.read(
        sort, from: JSON(node), relation: relation, by: owner, near: VisibleTree(scratch.tree)
      ).thing
    } catch {
      #expect(error.diagnostics.allSatisfy { $0.message.contains("cycle") }, "\(error)")
      return nil
    }
    var put = Put(thing, place, by: owner)
    if dice.below(4) == 0 {
      put.sibling = .above(dice.pick(places))
    } else if dice.below(4) == 0 {
      put.sibling = .below(dice.pick(places))
    }
    return put
  }

  // The number of stories, of 40 steps each.
  private static var seeds: [UInt64] { Soak.seeds(of: 400, atLeast: 20) }

  // Things of all owners, some of which are there.
  private static let things = [
    "a1", "a2", "a3", "b1", "b2", "c1", "c3", "f1", "f2", "f1-in", "x", "room", "side",
  ]

  private func act(_ dice: inout Dice, _ world: World) throws {
    let number = 1 + dice.below(3)
    let owner = Self.owners[number - 1]
    let id = dice.pick(Self.things)
    let values: [JSON.Member] = [
      .init("isHidden", .bool(dice.below(2) == 0)),
      .init("zPosition", dice.below(3) == 0 ? .null : .integer(dice.below(5))),
      .init("frame", .array([1, 2, 30, 40].map { .integer($0) })),
    ]
    let value = dice.pick(values)
    switch dice.below(20) {
    case 0: _ = world.change { $0.end(owner) }
    case 1, 2: _ = world.change { if id != "room" { $0.remove(id) } }
    case 3:
      try world.use(Self.file(&dice))
    case 4, 5, 6:
      let connection = dice.below(3) == 0 ? number : nil
      guard world.wants.tree.has(id), world.wants.tree.owner(of: id) != owner else { break }
      let change = { (wants: Wants) in wants.overlay([value], over: id, connection: connection) }
      _ = world.change(change)
      #expect(world.change(change) == 0)
    case 7:
      let sibling = dice.below(4) == 0 ? nil : Sibling.above(dice.pick(Self.things))
      _ = world.change { $0.overlay(sibling, of: id) }
    case 8: _ = world.change { _ = $0.endOverlays(of: number) }
    case 9:
      guard world.wants.put(with: id)?.owner == owner else { break }
      _ = world.change { $0.set([id: [value]]) }
    case 10:
      guard let put = world.wants.put(with: id), put.id == id else { break }
      _ = world.change { $0.place(id, .below(dice.pick(Self.things))) }
    case 11:
      // A program returns, and puts again only a part of what it wants.
      _ = world.change { $0.askAgain(owner) }
      let puts = world.wants.puts(of: owner)
      let kept = puts.filter { _ in dice.below(2) == 0 }
      for put in kept { #expect(try world.change { try $0.put(put.afresh) } == 0) }
      _ = world.change { $0.end(owner, onlyStale: true) }
      #expect(Set(world.wants.puts(of: owner).map(\.id)) == Set(kept.map(\.id)))
    case 12:
      world.rights.under[owner] = dice.below(2) == 0 ? dice.pick(["room", "f1", "x", "side"]) : nil
      _ = world.change { $0.renew() }
    default:
      guard let put = try put(&dice, owner, number: number) else { break }
      do {
        _ = try world.change { try $0.put(put) }
      } catch is Wants.Refusal {
        break
      }
      // The same again is nothing, and remains one put.
      let count = world.wants.puts(of: owner).count
      #expect(try world.change { try $0.put(put) } == 0)
      #expect(world.wants.puts(of: owner).count == count)
    }
  }

  @Test(arguments: seeds)
  func `the living tree is the one that all wants describe, and nothing else decides it`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    let world = try World(Self.file(&dice))
    for step in 0..<40 {
      try act(&dice, world)
      // Nothing more happens of itself.
      #expect(world.change { _ in } == 0, "seed \(seed), step \(step)")
      let found = World.lines(world.tree)
      let wanted = World.lines(try world.afresh())
      if found != wanted {
        let strange = zip(found, wanted).filter { $0.0 != $0.1 }.prefix(4)
        Issue.record("seed \(seed), step \(step): \(strange.map { "\n\($0.0)\n  for \($0.1)" })")
        return
      }
      #expect(try world.isSameAgain(dice.pick(Self.owners)), "seed \(seed), step \(step)")
      #expect(world.picture.complaints == [], "seed \(seed), step \(step)")
      let (known, there) = (world.picture.tree, world.snapshot.tree)
      if known != there {
        let strange = zip(known, there).filter { $0.0 != $0.1 }.prefix(4)
        Issue.record("seed \(seed), step \(step): \(strange.map { "\n\($0.0)\n  for \($0.1)" })")
        return
      }
      #expect(throws: Never.self, "seed \(seed), step \(step)") { try world.changedFile() }
      let scratch = try world.fromScratch(Self.owners)
      #expect(
        scratch.tree == world.wants.tree.application.written { _ in true },
        "seed \(seed), step \(step)")
      #expect(
        scratch.waits == Self.owners.map { world.wants.waits(of: $0) }, "seed \(seed), step \(step)"
      )
      #expect(world.tree.application.checkInvariants() == [])
      #expect(world.problems == [])
    }
  }
}

extension Put {
  /// The put as its program sends it again.
  fileprivate var afresh: Put {
    var put = Put(thing, place, by: owner)
    put.sibling = sibling
    put.isLasting = isLasting
    return put
  }
}
