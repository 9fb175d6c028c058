// What programs have set and put, in the text of the file: the lines that say it, and no others.

import Protocol
import Testing

@testable import Configuration

@Suite struct ChangedFileTests {
  private static let text = """
    # A kiosk.
    screens: { panel: { size: [800, 480] } }   # points
    devices:
      - { match: { name: "Goodix*" }, screen: panel }
    application:
      windows:
        - id: main
          # All of it.
          subviews:
            - id: pay   # the button
              frame: [10, 10, 120, 40]
              button: { actions: { touchUpInside: pay } }
              gestureRecognizers:
                - { id: press, longPress: { minimumPressDuration: 0.8 } }
                - id: twice
                  tap:

            # Rows.
            - { id: "row{n}", repeat: 3, frame: [0, 100, 40, 10] }
            - { id: list, frame: [200, 0, 100, 400], scrollView: { contentSize: [100, 900] } }
            - id: far
              frame: &place [400, 0, 40, 40]
              handles: [touches]
            - { id: near, frame: *place }
            - {id: plain, frame: [700,0,40,40], handles: [touches]}
    """

  private static func changed(
    _ file: String = text, _ change: (Wants) throws -> Void
  ) throws -> String {
    let blueprint = try Blueprint.load(file, file: "f.yaml")
    let wants = Wants(file: blueprint.wanted) { _, _ in true }
    try change(wants)
    return try ChangedFile.text(
      of: blueprint.text, wanting: blueprint.wanted.application, now: wants.lasting { _ in true })
  }

  private struct Change {
    let id: String
    let key: String
    let value: JSON
  }

  private static func set(_ id: String, _ key: String, _ value: JSON) -> (Wants) -> Void {
    { $0.overlay([.init(key, value)], over: id, connection: nil) }
  }

  private static func numbers(_ numbers: Int...) -> JSON { .array(numbers.map { .integer($0) }) }

  // A change, the line that goes, and what stands in its place.
  private static let lines: [(change: Change, old: String, new: String)] = [
    (
      Change(id: "pay", key: "frame", value: numbers(1, 2, 3, 4)),
      "          frame: [10, 10, 120, 40]\n",
      "          frame: [1, 2, 3, 4]\n"
    ),
    (
      Change(id: "press", key: "minimumPressDuration", value: .number(0.5)),
      "longPress: { minimumPressDuration: 0.8 }",
      "longPress: { minimumPressDuration: 0.5 }"
    ),
    (
      Change(id: "press", key: "allowableMovement", value: .integer(20)),
      "minimumPressDuration: 0.8 }",
      "minimumPressDuration: 0.8, allowableMovement: 20 }"
    ),
    (
      Change(id: "twice", key: "numberOfTapsRequired", value: .integer(2)), "              tap:\n",
      "              tap: { numberOfTapsRequired: 2 }\n"
    ),
    (
      Change(id: "pay", key: "zPosition", value: .integer(3)), "              tap:\n",
      "              tap:\n          zPosition: 3\n"
    ),
    (
      Change(id: "pay", key: "isSelected", value: .bool(true)),
      "button: { actions: { touchUpInside: pay } }",
      "button: { actions: { touchUpInside: pay }, isSelected: true }"
    ),
    (
      Change(id: "pay", key: "actions", value: .object([.init("touchUpInside", .string("buy"))])),
      "{ touchUpInside: pay }", "{ touchUpInside: buy }"
    ),
    (
      Change(id: "list.pan", key: "minimumNumberOfTouches", value: .integer(2)),
      "{ contentSize: [100, 900] }",
      "{ contentSize: [100, 900], panGestureRecognizer: { minimumNumberOfTouches: 2 } }"
    ),
    (
      Change(id: "near", key: "frame", value: numbers(5, 5, 5, 5)), "frame: *place",
      "frame: [5, 5, 5, 5]"
    ),
    (
      Change(id: "plain", key: "handles", value: .array([.string("touches"), .string("presses")])),
      "handles: [touches]}", "handles: [touches, presses]}"
    ),
    (
      Change(id: "main", key: "level", value: .integer(2)),
      "        - {id: plain, frame: [700,0,40,40], handles: [touches]}",
      "        - {id: plain, frame: [700,0,40,40], handles: [touches]}\n      level: 2\n"
    ),
  ]

  @Test(arguments: lines.indices)
  func `one line changes`(index: Int) throws {
    let (change, old, new) = Self.lines[index]
    #expect(Self.text.contains(old))
    #expect(
      try Self.changed(Self.text, Self.set(change.id, change.key, change.value))
        == Self.text.replacing(old, with: new))
  }

  @Test func `what is as it was changes nothing, and neither does what is usual`() throws {
    #expect(try Self.changed { _ in } == Self.text)
    #expect(
      try Self.changed { wants in
        Self.set("pay", "frame", Self.numbers(10, 10, 120, 40))(wants)
        Self.set("pay", "isHidden", .bool(false))(wants)
      } == Self.text)
  }

  @Test func `what a connection has set for itself is not the file's`() throws {
    let text = try Self.changed {
      $0.overlay([.init("isHidden", .bool(true))], over: "pay", connection: 1)
    }
    #expect(text == Self.text)
  }

  @Test func `elements of a list change places with their comments, and go with them`() throws {
    let list = "application:\n  windows:\n    - id: main\n      subviews:\n"
    let one = """
              # The first.
              - id: one
                frame: [0, 0, 10, 10]   # small

      """
    let two = """
              # The second,
              # in two lines.
              - { id: two, frame: fill }
      """
    let text = list + one + two
    let turned = try Self.changed(text) { $0.overlay(.above("two"), of: "one") }
    #expect(turned == list + two + "\n" + one)
    #expect(try Self.changed(text) { $0.remove("two") } == list + one)
  }

  @Test func `names of what has gone go, too, and so does a key of which nothing is left`() throws {
    let gone = "        hit: { redirect: two }   # somewhere else\n"
    let text = """
      application:
        windows:
          - id: main
            subviews:
              - id: one
                frame: fill
              - { id: three, frame: fill, hit: { inset: 2, redirect: two } }
              - id: four
                frame: fill
                gestureRecognizers: [{ id: a, tap: {} }, { id: b, tap: { requiresFailureOf: a } }]
              - { id: two, frame: fill }

      """
    let second = "        - { id: two, frame: fill }\n"
    let written = text.replacing(
      "          frame: fill\n", with: "  \(gone)          frame: fill\n", maxReplacements: 1)
    #expect(
      try Self.changed(written) { $0.remove("two") }
        == text.replacing(second, with: "").replacing(", redirect: two", with: ""))
  }

  @Test func `a private window is its box, and what is in it stays`() throws {
    let text = """
      application:
        windows:
          - id: pad
            frame: [0, 0, 90, 90]
            private: []
            subviews: [{ id: one, frame: fill }]   # secret

      """
    #expect(
      try Self.changed(text, Self.set("pad", "frame", Self.numbers(9, 9, 99, 99)))
        == text.replacing("[0, 0, 90, 90]", with: "[9, 9, 99, 99]"))
  }

  @Test(arguments: [
    (
      "row2", "frame",
      "row2 cannot be changed in the text of the file: it is written in an alias or"
    ),
    ("far", "frame", "far.frame cannot be changed in the text of the file: it has an anchor, so"),
  ])
  func `what has no place of its own is refused`(id: String, key: String, message: String) {
    let error = #expect(throws: ChangedFile.Obstacle.self) {
      try Self.changed(Self.text, Self.set(id, key, Self.numbers(1, 1, 1, 1)))
    }
    #expect(error?.message.hasPrefix(message) ?? false, "\(error?.message ?? "none")")
  }
}
