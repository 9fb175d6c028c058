// A tree that is given the difference of two texts is the one that the new text describes.

import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

/// A tree that follows a text.
private final class World {
  let tree: Tree
  let wants: Wants
  /// The tree as it is built of the text alone.
  private(set) var described: Tree

  init(_ text: String) throws {
    let blueprint = try Blueprint.load(text, file: "f.yaml")
    tree = blueprint.build()
    described = blueprint.build()
    wants = Wants(file: blueprint.wanted) { _, _ in true }
  }

  /// Makes another text of it; gives the number of reports.
  @discardableResult
  func use(_ text: String) throws -> Int {
    let after = try Blueprint.load(text, file: "f.yaml")
    wants.use(after.wanted)
    described = after.build()
    return follow(described.screens)
  }

  @discardableResult
  func follow(_ screens: [Screen]? = nil) -> Int {
    let difference = wants.difference(screens: screens, in: tree)
    wants.follow(difference)
    let update = TreeUpdate(difference)
    tree.application.perform(at: Instant(microseconds: 0)) { update.run() }
    let reports = tree.application.outbox.reports.count
    tree.application.outbox.removeAll()
    #expect(update.problems == [])
    #expect(tree.application.checkInvariants() == [])
    return reports
  }
}

@Suite struct TreeUpdateTests {
  /// Everything about a tree that a text can say, as lines.
  private func lines(_ tree: Tree) -> [String] {
    var lines = tree.allSettings
    for window in tree.application.windows {
      window.forEachInSubtree { view in
        let recognizers = view.gestureRecognizers.map {
          "\($0.id) waits for \($0.failureRequirements.map(\.id).sorted())"
        }
        lines.append(
          "\(view.id) in \(view.superview?.id ?? "-") of \(view.viewController?.id ?? "-") "
            + "in \(view.viewController?.parent?.id ?? "-"), next \(view.next?.id ?? "-"), "
            + "\(view.frame), \(view.bounds), \(recognizers)")
      }
    }
    lines.append("key \(tree.application.keyWindow?.id ?? "-")")
    lines.append("mount \(tree.mountPoints.all.keys.sorted())")
    return lines + tree.registry.ids.sorted()
  }

  /// Whether the tree is as if its text had been loaded; says what differs.
  private func isAsDescribed(_ world: World, _ what: String) -> Bool {
    let found = lines(world.tree)
    let wanted = lines(world.described)
    guard found != wanted else { return true }
    let strange = found.filter { !wanted.contains($0) }.prefix(6)
    let missing = wanted.filter { !found.contains($0) }.prefix(6)
    let moved = zip(found, wanted).filter { $0.0 != $0.1 }.map { "\($0.0) | \($0.1)" }.prefix(3)
    Issue.record(
      """
      \(what): the tree has
      \(strange.joined(separator: "\n"))
      and lacks
      \(missing.joined(separator: "\n"))
      first other lines: \(moved.joined(separator: "\n"))
      """)
    return false
  }

  // MARK: Chains

  @Test func `chains turn around, whatever is set first`() throws {
    func text(_ views: String...) -> String {
      "application: { windows: [{ id: w, subviews: [\(views.joined(separator: ", "))] }] }"
    }
    let names = ["{ id: a, frame: fill, next: b }", "{ id: b, frame: fill }"]
    let turned = ["{ id: a, frame: fill }", "{ id: b, frame: fill, next: a }"]
    let through = ["{ id: a, frame: fill, next: c }", "{ id: b, frame: fill, next: a }"]
    let world = try World(text(names[0], names[1]))
    for views in [turned, names, through.reversed() + ["{ id: c, frame: fill }"], names] {
      let next = text(views.joined(separator: ", "))
      try world.use(next)
      #expect(isAsDescribed(world, next))
    }
  }

  // MARK: Random texts

  @Test(arguments: 1...40)
  func `trees of one text become those of another, however they differ`(seed: Int) throws {
    var dice = Dice(seed: UInt64(seed))
    var text = StoryTree.configuration(seed: UInt64(seed))
    let world = try World(text)
    for step in 0..<12 {
      let next =
        dice.below(4) == 0
        ? StoryTree.configuration(seed: UInt64(100 + dice.below(1000)))
        : try changed(text, &dice)
      try world.use(next)
      guard isAsDescribed(world, "seed \(seed), step \(step)") else { return }
      text = next
    }
  }

  @Test(arguments: 1...12)
  func `the same text changes nothing`(seed: Int) throws {
    let text = StoryTree.configuration(seed: UInt64(seed))
    let world = try World(text)
    let before = lines(world.tree)
    #expect(try world.use(text) == 0)
    #expect(lines(world.tree) == before)
  }

  @Test(arguments: 1...12)
  func `the same text brings back what programs have removed, and nothing else`(seed: Int) throws {
    let text = StoryTree.configuration(seed: UInt64(seed))
    let world = try World(text)
    var dice = Dice(seed: UInt64(seed))
    for id in world.tree.registry.ids.sorted() where dice.below(5) == 0 {
      let relation = world.wants.tree.thing(id)?.relation
      if relation == .subview || relation == .recognizer { world.wants.remove(id) }
    }
    world.follow()
    try world.use(text)
    #expect(isAsDescribed(world, "seed \(seed)"))
    #expect(try world.use(text) == 0)
  }

  /// A text with a few changes, as people make them, that can be loaded.
  private func changed(_ text: String, _ dice: inout Dice) throws -> String {
    let json = try JSON(parsing: text, depth: 128)
    for _ in 0..<20 {
      var change = Change(dice: dice)
      var next = json
      for _ in 0..<(1 + change.dice.below(5)) { next = change.one(in: next) }
      dice = change.dice
      let written = next.text
      if (try? Blueprint.load(written, file: "f.yaml")) != nil { return written }
    }
    return text
  }

  /// Changes somewhere in a text.
  private struct Change {
    var dice: Dice
    private var carried: JSON?
    private var target = 0
    private var count = 0

    init(dice: Dice) { self.dice = dice }

    /// The same with one change at one of its lists of views.
    mutating func one(in json: JSON) -> JSON {
      count = 0
      target = -1
      _ = visit(json)
      guard count > 0 else { return json }
      target = dice.below(count)
      count = 0
      return visit(json)
    }

    private mutating func visit(_ json: JSON) -> JSON {
      switch json {
      case .array(let elements): return .array(elements.map { visit($0) })
      case .object(let members):
        var changed: [JSON.Member] = []
        for member in members {
          var value = visit(member.value)
          if ["subviews", "gestureRecognizers"].contains(member.name) {
            if count == target { value = change(value, member.name) }
            count += 1
          }
          changed.append(JSON.Member(member.name, value))
        }
        return .object(changed)
      default: return json
      }
    }

    private mutating func change(_ list: JSON, _ name: String) -> JSON {
      var elements = list.elements ?? []
      switch dice.below(8) {
      case 0 where !elements.isEmpty:
        let gone = elements.remove(at: dice.below(elements.count))
        if name == "subviews" { carried = gone }
      case 1 where carried != nil && name == "subviews":
        elements.insert(carried ?? .null, at: dice.below(elements.count + 1))
        carried = nil
      case 2: elements.shuffle(using: &dice)
      case 3 where name == "subviews":
        let pieces = StoryTree(
          dice: Dice(seed: dice.next()), prefix: "new\(dice.below(1000))-")
        elements.insert(
          (try? JSON(parsing: pieces.view(in: (5, 5, 100, 80), depth: 2), depth: 128)) ?? .null,
          at: dice.below(elements.count + 1))
      case 4 where name == "subviews" && !elements.isEmpty:
        // One is put into a new one around it.
        let place = dice.below(elements.count)
        elements[place] = .object([
          .init("id", .string("around\(dice.below(10_000))")),
          .init("frame", .array([.integer(1), .integer(2), .integer(90), .integer(80)])),
          .init("subviews", .array([elements[place]])),
        ])
      default:
        guard !elements.isEmpty else { break }
        let place = dice.below(elements.count)
        elements[place] = set(elements[place], name)
      }
      return .array(elements)
    }

    private mutating func set(_ thing: JSON, _ name: String) -> JSON {
      guard case .object(var members) = thing, thing["viewController"] == nil else { return thing }
      let kinds = TreeTables.viewWords + TreeTables.recognizerWords
      let values: [(String, JSON)] =
        name == "subviews"
        ? [
          ("frame", .array([1, 2, 60, 50].map { .integer($0 + dice.below(9)) })),
          ("alpha", .number(0.5)), ("handles", .array([.string("presses")])),
          ("isHidden", .bool(true)),
          ("veto", .array([.object([.init("kind", .string("tap"))])])),
          ("hit", .object([.init("inset", .integer(-4))])), ("mountPoint", .bool(true)),
          ("zPosition", .integer(3)), ("canBecomeFirstResponder", .bool(true)),
        ]
        : [
          ("isEnabled", .bool(false)), ("canPrevent", .bool(false)),
          ("shouldBegin", .object([.init("numberOfTouches", .integer(1))])),
          ("simultaneousWith", .array([.string("any")])),
        ]
      let (key, value) = dice.pick(values)
      let kind = members.firstIndex { kinds.contains($0.name) }
      if let kind, case .object(var own) = members[kind].value {
        let had = own.contains { $0.name == key }
        own.removeAll { $0.name == key }
        // What was there may go, but not what must be there.
        if !had || key == "frame" { own.append(.init(key, value)) }
        members[kind] = .init(members[kind].name, .object(own))
      } else {
        let had = members.contains { $0.name == key }
        members.removeAll { $0.name == key }
        if !had || key == "frame" { members.append(.init(key, value)) }
      }
      return .object(members)
    }
  }
}
