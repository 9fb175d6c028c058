// Stacks, grids and repeated views: the frames that follow from them, in a file and while the tree lives.

import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ConfigurationText

@Suite struct ArrangementTests {
  private func frames(_ tree: Tree, _ ids: String...) throws -> [Rect] {
    try ids.map { try tree.the(View.self, $0).frame }
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  // MARK: Frames

  @Test func `a stack shares what its views with a size leave`() throws {
    let tree = try tree(
      "{ id: p, frame: [0, 0, 300, 400], stack: { axis: vertical, spacing: 10, insets: [5, 20, 15, 30] },"
        + " subviews: [{ id: a, height: 40 }, { id: b }, { id: c, button: { height: \"25%\" } }] }")
    // 400 - 5 - 15 - 20 - 40 - 100.
    #expect(
      try frames(tree, "a", "b", "c") == [
        rect(20, 5, 250, 40), rect(20, 55, 250, 220), rect(20, 285, 250, 100),
      ])
  }

  @Test func `a word is a stack along this axis, the usual one is horizontal`() throws {
    let subviews = "subviews: [{ id: a }, { viewController: { id: c, view: { id: d } } }]"
    let tree = try tree(
      "{ id: p, frame: [0, 0, 300, 400], stack: vertical, \(subviews) }",
      "{ id: q, frame: [0, 0, 300, 400], stack: {}, subviews: [{ id: e }, { id: f, width: \"4mm\" }] }"
    )
    #expect(try frames(tree, "a", "d") == [rect(0, 0, 300, 200), rect(0, 200, 300, 200)])
    #expect(try frames(tree, "e", "f") == [rect(0, 0, 280, 400), rect(280, 0, 20, 400)])
  }

  @Test(arguments: [("fill", 10), ("leading", 10), ("center", 90), ("trailing", 170)])
  func `a size across the axis is kept, and lies as the alignment says`(
    alignment: String, x: Double
  ) throws {
    let tree = try tree(
      "{ id: p, frame: [0, 0, 280, 100], stack: { axis: vertical, insets: 10, alignment: \(alignment) },"
        + " subviews: [{ id: a, width: 100 }, { id: b }] }")
    #expect(try frames(tree, "a", "b") == [rect(x, 10, 100, 40), rect(10, 50, 260, 40)])
  }

  @Test func `a grid has cells of one size, row by row`() throws {
    let cells = "subviews: [{ id: a }, { id: b, isHidden: true }, { id: c }, { id: d }]"
    let tree = try ConfigurationTests.tree(
      "{ id: p, frame: [0, 0, 210, 110], grid: { columns: 2, spacing: 10 }, \(cells) }")
    #expect(
      try frames(tree, "a", "c", "d") == [
        rect(0, 0, 100, 50), rect(110, 0, 100, 50), rect(0, 60, 100, 50),
      ])
    let rows = try ConfigurationTests.tree(
      "{ id: p, frame: [0, 0, 210, 110], grid: { columns: 1, rowHeight: 30 }, \(cells) }")
    #expect(try frames(rows, "a", "d") == [rect(0, 0, 210, 30), rect(0, 60, 210, 30)])
  }

  @Test func `where there is no room nothing is smaller than nothing`() throws {
    let tree = try tree(
      "{ id: p, frame: [0, 0, 100, 50], stack: vertical, subviews: [{ id: a, height: 80 }, { id: b }] }"
    )
    #expect(try frames(tree, "a", "b") == [rect(0, 0, 100, 80), rect(0, 80, 100, 0)])
  }

  @Test func `parts of parts do not grow without end`() throws {
    let deep = (0..<20).reversed().reduce("[]") { inner, level in
      "[{ id: v\(level), width: \"1000000%\", stack: { spacing: \"1000000%\" }, subviews: \(inner) }]"
    }
    let tree = try tree("{ id: p, frame: fill, stack: {}, subviews: \(deep) }")
    #expect(try tree.the(View.self, "v19").frame.size.width == Bounds.range.upperBound)
  }

  @Test func `parts of an arranged view are parts of what it got`() throws {
    let tree = try tree(
      "{ id: p, frame: [0, 0, 300, 100], stack: {}, subviews: [{ id: a },"
        + " { id: b, stack: vertical, subviews: [{ id: c }, { id: d, subviews: ["
        + "{ id: e, frame: [\"50%\", 0, \"50%\", \"100%\"] }] }] }] }")
    #expect(
      try frames(tree, "b", "d", "e") == [
        rect(150, 0, 150, 100), rect(0, 50, 150, 50), rect(75, 0, 75, 50),
      ])
  }

  @Test func `a scroll view has the content that its views need`() throws {
    let rows = "subviews: [{ repeat: 40, id: \"row{n}\", height: 44 }]"
    let tree = try tree(
      "{ id: p, scrollView: { frame: [0, 0, 300, 400], stack: { axis: vertical, spacing: 2 } }, \(rows) }",
      "{ id: q, scrollView: { frame: [0, 0, 300, 400], stack: vertical }, subviews: [{ id: a }] }")
    #expect(
      try tree.the(ScrollView.self, "p").contentSize == Size(width: 300, height: 40 * 46 - 2))
    #expect(try tree.the(ScrollView.self, "q").contentSize == Size(width: 300, height: 400))
  }

  // MARK: Repeated views

  @Test func `a repeated view is there so often, with its number in each text`() throws {
    let tree = try tree(
      "{ id: p, frame: fill, stack: vertical, subviews: [{ id: first }, { repeat: 3, id: \"row{n}\","
        + " gestureRecognizers: [{ id: \"row{n}.tap\", tap: {} }], performs: [\"open{n}\", \"{m}\"],"
        + " subviews: [{ id: \"row{n}.icon\", frame: [0, 0, 9, 9] }] }, { id: last }] }"
    )
    .registry
    #expect(tree.ids.filter { $0.hasSuffix(".icon") }.count == 3)
    let list = try #require(tree.view("p"))
    #expect(list.subviews.map(\.id) == ["first", "row1", "row2", "row3", "last"])
    #expect(tree.recognizer("row2.tap")?.view?.id == "row2")
    #expect(list.subviews[2].performs == ["open2", "{m}"])
    #expect(list.subviews[3].frame == rect(0, 288, 800, 96))
  }

  // MARK: Errors

  @Test(arguments: [
    (
      "{ id: p, frame: fill, stack: up }",
      "6:36: .stack: expected one of horizontal, vertical, found \"up\""
    ),
    (
      "{ id: p, frame: fill, grid: { rowHeight: 3 } }",
      "6:35: .grid: expected the key \"columns\" in the keys of a grid, found none"
    ),
    (
      "{ id: p, frame: fill, stack: {}, grid: { columns: 2 } }",
      "6:46: .grid: expected one of stack and grid, found both"
    ),
    (
      "{ id: p, frame: fill, stack: { gap: 3 } }",
      "6:38: .stack.gap: unknown key; known here: axis, alignment, spacing, insets"
    ),
    (
      "{ id: p, frame: fill, stack: {}, subviews: [{ id: a, frame: [0, 0, 9, 9] }] }",
      "6:67: .subviews[0].frame: expected none, as the view around this one arranges it; give it "
        + "width or height"
    ),
    (
      "{ id: p, scrollView: { frame: fill, contentSize: [9, 9], stack: {} }, subviews: [{ id: a }] }",
      "6:87: .subviews: expected no contentSize in a scroll view that arranges its subviews: it is "
        + "theirs"
    ),
    (
      "{ id: p, frame: fill, width: -1 }", "6:36: .width: expected a length of at least 0, found -1"
    ),
    (
      "{ id: p, frame: fill, subviews: [{ repeat: 0, id: a, frame: fill }] }",
      "6:50: .subviews[0].repeat: expected a whole number from 1 to 1000, found 0"
    ),
    (
      "{ id: p, frame: fill, subviews: [{ repeat: 2, id: a, frame: fill }] }",
      "6:57: .subviews[1].id: expected an id that is not used yet, found \"a\", which is used on line "
        + "6"
    ),
    (
      "{ id: p, button: { frame: fill, repeat: 2 } }",
      "6:47: .button.repeat: expected repeat only beside the id of a view in subviews"
    ),
  ])
  func `each error is reported in its place`(view: String, message: String) {
    #expect(errors(inView: view) == [message])
  }

  @Test func `a width without a stack is a warning`() throws {
    let text = views + "    - { id: p, frame: fill, width: 9 }\n"
    let warnings = try Blueprint.load(text, file: "f.yaml").warnings.map(\.message)
    #expect(
      warnings.contains(
        "has no effect, because the view around this one has neither stack nor grid"))
  }

  // MARK: Living trees

  /// A tree, and what is wanted of it.
  private final class Living {
    let tree: Tree
    let wants: Wants

    init(_ lines: String) throws {
      let blueprint = try Blueprint.load(views + "    - " + lines, file: "f.yaml")
      tree = blueprint.build()
      wants = Wants(file: blueprint.wanted) { _, _ in true }
    }

    func set(_ key: String, _ value: JSON, of id: String) {
      wants.overlay([JSON.Member(key, value)], over: id, connection: nil)
      update()
    }

    func put(_ json: JSON, into id: String) throws {
      let thing = try WantedThing.read(
        .view, from: json, relation: .subview, by: .connection(1),
        isArranged: wants.tree.thing(id)?.isArranging, near: VisibleTree(tree)
      ).thing
      try wants.put(Put(thing, .into(id), by: .connection(1)))
      update()
    }

    func update() {
      let difference = wants.difference(in: tree)
      wants.follow(difference)
      let update = TreeUpdate(difference)
      update.run()
      #expect(update.problems == [] && tree.application.checkInvariants() == [])
    }

    var written: String { YAMLText.text(of: TreeWriter(tree, wants.tree).configuration) }
  }

  @Test func `what is shown, hidden, resized, put and removed moves the others`() throws {
    let living = try Living(
      "{ id: p, frame: [0, 0, 100, 120], stack: vertical, subviews: [{ id: a }, { id: b }] }")
    func frames(_ ids: String...) throws -> [Rect] {
      try ids.map { try living.tree.the(View.self, $0).frame }
    }
    living.set("isHidden", .bool(true), of: "a")
    #expect(try frames("b") == [rect(0, 0, 100, 120)])
    living.set("isHidden", .null, of: "a")
    #expect(try frames("a", "b") == [rect(0, 0, 100, 60), rect(0, 60, 100, 60)])
    try living.put(
      JSON([
        ("id", .string("c")),
        ("subviews", .array([JSON([("id", .string("d")), ("frame", .string("fill"))])])),
      ]), into: "p")
    #expect(
      try frames("b", "c", "d") == [
        rect(0, 40, 100, 40), rect(0, 80, 100, 40), rect(0, 0, 100, 40),
      ])
    living.set("height", .integer(20), of: "b")
    living.set("frame", .array([0, 0, 200, 220].map { .integer($0) }), of: "p")
    #expect(
      try frames("a", "b", "d") == [
        rect(0, 0, 200, 100), rect(0, 100, 200, 20), rect(0, 0, 200, 100),
      ])
    living.set("stack", JSON([("axis", .string("horizontal"))]), of: "p")
    #expect(try frames("c").map(\.origin.y) == [0])
    living.wants.remove("a")
    living.update()
    #expect(try frames("b", "c") == [rect(0, 0, 100, 20), rect(100, 0, 100, 220)])
    let again = try Blueprint.load(living.written, file: "again.yaml")
    let loaded = again.build()
    #expect(try loaded.the(View.self, "c").frame == living.tree.the(View.self, "c").frame)
    #expect(YAMLText.text(of: TreeWriter(loaded, again.wanted).configuration) == living.written)
  }

  @Test func `content grows with what is put into it`() throws {
    let living = try Living(
      "{ id: p, scrollView: { frame: [0, 0, 100, 90], stack: vertical }, subviews: [{ id: a, height: 80 }] }"
    )
    let scrollView = try living.tree.the(ScrollView.self, "p")
    #expect(scrollView.contentSize == Size(width: 100, height: 80))
    try living.put(JSON([("id", .string("b")), ("height", .integer(50))]), into: "p")
    #expect(scrollView.contentSize == Size(width: 100, height: 130))
    scrollView.contentOffset = Point(x: 0, y: 40)
    living.wants.remove("b")
    living.update()
    #expect(scrollView.contentSize.height == 80)
  }
}
