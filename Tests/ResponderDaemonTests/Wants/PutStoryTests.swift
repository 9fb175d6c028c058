// Random puts, sets, removes, reloads and ends of programs: the living tree is always the one that is
// built from all wants.

import ResponderKit
import Testing
import YAML

@testable import Blueprint
@testable import ResponderDaemon

private final class Nobody: TreeUpdateDelegate {
  func willRemove(_ views: [View], because name: String) {}
  func willRemove(_ recognizer: GestureRecognizer, because name: String) {}
}

/// A tree with the wants that it follows.
private final class World {
  let tree: Tree
  let wants: Wants
  private let delegate = Nobody()
  private(set) var problems: [String] = []

  init(_ text: String) throws {
    let blueprint = try Blueprint.load(text, file: "f.yaml")
    tree = blueprint.build()
    wants = Wants(file: blueprint.wanted) { _, _, _ in true }
  }

  /// Changes what is wanted, and the tree with it; gives the number of reports.
  func change(_ body: (Wants) throws -> Void) rethrows -> Int {
    let before = wants.now
    try body(wants)
    let difference = TreeDifference(
      from: before.tree, to: wants.tree, screens: tree.screens, in: tree)
    let update = TreeUpdate(difference, delegate: delegate)
    tree.application.perform(at: Instant(microseconds: 0)) { update.run() }
    defer { tree.application.outbox.removeAll() }
    problems += update.problems
    return tree.application.outbox.reports.count
  }

  /// All that a text can say of a tree, and where each view is.
  static func lines(_ tree: Tree) -> [String] {
    var lines = YAMLText.text(of: TreeWriter(tree).configuration).split(separator: "\n")
      .map(String.init)
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

  /// A new tree that the wants describe.
  func afresh() throws -> Tree {
    let wanted = wants.tree.application.written { _ in true }
    var text = "screens: { panel: { size: [800, 480] } }\napplication:\n"
    for line in YAMLText.text(of: wanted).split(separator: "\n") { text += "  \(line)\n" }
    return try Blueprint.load(text, file: "wanted.yaml").build()
  }
}

@Suite struct PutStoryTests {
  private static func file(_ dice: inout Dice) -> String {
    let views = ["f1", "f2", "f3", "a1", "x"].filter { _ in dice.below(3) > 0 }.map { id in
      "{ id: \(id), frame: [0, 0, \(50 + dice.below(50)), 40], subviews: [{ id: \(id)-in, frame: fill }] }"
    }
    return """
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
  }

  private static let owners = (1...3).map { PutOwner.connection($0) }

  private func put(_ dice: inout Dice, _ owner: PutOwner, number: Int) throws -> Put {
    let names = ["a", "b", "c"][number - 1]
    var used: Set<String> = []
    func view(_ depth: Int) -> String? {
      let id = "\(names)\(1 + dice.below(4))"
      guard used.insert(id).inserted else { return nil }
      let inner = depth < 2 ? (0..<dice.below(3)).compactMap { _ in view(depth + 1) } : []
      let keys = [
        "isHidden: true", "zPosition: \(dice.below(4))", "handles: [touches]",
        "transform: { scale: 2 }", "hit: { inset: -\(dice.below(5)) }",
        "gestureRecognizers: [{ id: \(id)-tap, tap: { numberOfTapsRequired: \(1 + dice.below(2)) } }]",
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
    let thing = try WantedThing.read(
      sort, from: node, relation: relation, near: VisibleTree(scratch.tree)
    ).thing
    var put = Put(thing, place, by: owner)
    if dice.below(4) == 0 {
      put.above = dice.pick(places)
    } else if dice.below(4) == 0 {
      put.below = dice.pick(places)
    }
    return put
  }

  @Test(arguments: 1...60)
  func `the living tree is the one that all wants describe`(seed: Int) throws {
    var dice = Dice(seed: UInt64(seed))
    let world = try World(Self.file(&dice))
    for step in 0..<40 {
      let number = 1 + dice.below(3)
      let owner = Self.owners[number - 1]
      switch dice.below(10) {
      case 0: _ = world.change { $0.end(owner) }
      case 1:
        let id = dice.pick(["a1", "a2", "b1", "b2", "c1", "c3"])
        _ = world.change { _ = $0.remove(id) }
      case 2, 3:
        let file = try Blueprint.load(Self.file(&dice), file: "f.yaml").wanted
        _ = world.change { $0.use(file) }
      default:
        let put = try put(&dice, owner, number: number)
        do {
          _ = try world.change { try $0.put(put) }
        } catch is Wants.Refusal {
          continue
        }
        // The same again is nothing.
        let reports = try world.change { try $0.put(put) }
        #expect(reports == 0, "seed \(seed), step \(step)")
      }
      let found = World.lines(world.tree)
      let wanted = World.lines(try world.afresh())
      if found != wanted {
        let strange = zip(found, wanted).filter { $0.0 != $0.1 }.prefix(4)
        Issue.record("seed \(seed), step \(step): \(strange.map { "\n\($0.0)\n  for \($0.1)" })")
        return
      }
      #expect(world.tree.application.checkInvariants() == [])
      #expect(world.problems == [])
    }
  }
}
