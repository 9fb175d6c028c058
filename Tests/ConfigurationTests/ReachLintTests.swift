// Warnings about views that no touch meets, and none about those that one can meet.

import Configuration
import ConfigurationText
import Testing

@Suite struct ReachLintTests {
  private func warnings(_ lines: String...) throws -> [String] {
    try Blueprint.load(
      views + lines.map { "    - " + $0 }.joined(separator: "\n"), file: "f.yaml"
    ).warnings.map {
      $0.summary.replacing("f.yaml:", with: "").replacing("application.windows[0].", with: "")
    }
  }

  private let remedy =
    "lies in front of it and takes its touches; put it further back, "
    + "or let it be hit: { passthrough: true }"

  @Test func `a view that passes touches on can be covered`() throws {
    #expect(
      try warnings("{ id: desktop, frame: fill, passesOn: true }", "{ id: over, frame: fill }")
        == ["6:13: warning: subviews[0].id: never touched, because \"over\" \(remedy)"])
  }

  @Test func `a sheet that takes touches only on its panel is not covered`() throws {
    #expect(
      try warnings(
        "{ id: map, frame: fill, handles: [touches] }",
        "{ id: sheet, scrollView: { frame: fill, hit: { passthrough: true },"
          + " contentSize: [\"100%\", \"180%\"],"
          + " subviews: [{ id: panel, frame: [0, \"80%\", \"100%\", \"100%\"] }] } }") == [])
  }

  @Test func `a button behind a larger view is reported`() throws {
    #expect(
      try warnings("{ id: ok, button: { frame: [10, 10, 100, 40] } }", "{ id: over, frame: fill }")
        == ["6:13: warning: subviews[0].id: never touched, because \"over\" \(remedy)"])
  }

  @Test(arguments: [
    ("[20, 0, 8, 8]", true), ("[19, 0, 100, 100]", true), ("[20, 0, 7, 7]", false),
    ("[28, 0, 300, 300]", false),
  ])
  func `one of many views behind another one is reported`(frame: String, isCovered: Bool) throws {
    let many = (0..<20).map { "{ id: v\($0), frame: [\($0 * 10), 0, 8, 8], handles: [touches] }" }
    let text = (many + ["{ id: over, frame: \(frame) }"]).joined(separator: "\n    - ")
    let found = try warnings(text).filter { $0.hasPrefix("8:13") }
    #expect(
      found
        == (isCovered
          ? ["8:13: warning: subviews[2].id: never touched, because \"over\" \(remedy)"] : []))
  }

  @Test func `a page behind a larger view is reported once, and not for each of its buttons`()
    throws
  {
    #expect(
      try warnings(
        "{ id: page, frame: fill, subviews: [{ id: a, button: { frame: [0, 0, 9, 9] } },"
          + " { id: b, frame: [9, 0, 9, 9], handles: [touches] }] }",
        "{ id: over, frame: fill, subviews: [{ id: c, button: { frame: [0, 0, 9, 9] } }] }")
        == [
          "6:13: warning: subviews[0].id: nothing in it is ever touched, because \"over\" \(remedy)"
        ])
  }

  @Test(arguments: [
    "{ id: over, frame: fill, hit: { passthrough: true } }",
    "{ id: over, frame: fill, hit: { redirect: ok } }",
    "{ id: over, frame: fill, hit: { shape: ellipse } }",
    "{ id: over, frame: fill, hit: { inset: 20 } }",
    "{ id: over, frame: fill, isHidden: true }",
    "{ id: over, frame: fill, alpha: 0.005 }",
    "{ id: over, frame: fill, isUserInteractionEnabled: false }",
    "{ id: over, frame: fill, transform: { rotate: 45, scale: 0.05 } }",
    "{ id: over, frame: [0, 0, 100, 40] }",
    "{ id: over, frame: [20, 20, 60, 10] }",
    "{ id: over, frame: fill, hit: { passthrough: true }, subviews: ["
      + "{ id: c, frame: [40, 20, 40, 20] }] }",
    "{ id: over, frame: [300, 0, 100, 100], subviews: [{ id: c, frame: [-300, 0, 400, 100],"
      + " isUserInteractionEnabled: false }] }",
    "{ id: over, button: { frame: fill, isEnabled: false } }",
  ])
  func `a button that a touch can meet is not reported`(front: String) throws {
    #expect(try warnings("{ id: ok, button: { frame: [10, 10, 100, 40] } }", front) == [])
  }

  @Test(arguments: [
    "{ id: ok, button: { frame: [10, 10, 100, 40], isHidden: true } }",
    "{ id: ok, button: { frame: [10, 10, 100, 40], isUserInteractionEnabled: false } }",
    "{ id: ok, frame: [10, 10, 100, 40] }",
    "{ id: ok, frame: [10, 10, 100, 40], handles: [presses] }",
    "{ id: list, scrollView: { frame: [0, 0, 200, 400], contentSize: [200, 2000], subviews: ["
      + "{ id: ok, button: { frame: [0, 0, 100, 40] } }] } }",
  ])
  func `what is hidden, wants no touches or scrolls out from below is not reported`(
    back: String
  ) throws {
    #expect(try warnings(back, "{ id: bar, frame: [0, 0, 800, 60] }") == [])
  }

  @Test func `in scrolled content, a view in front of another is reported`() throws {
    #expect(
      try warnings(
        "{ id: list, scrollView: { frame: [0, 0, 200, 400], contentSize: [200, 2000], subviews: ["
          + "{ id: ok, button: { frame: [0, 0, 100, 40] } }, { id: row, frame: [0, 0, 200, 60] }] } }"
      ).map { $0.contains("never touched, because \"row\" lies in front of it") } == [true])
  }

  @Test func `what a presented controller covers is not reported`() throws {
    #expect(
      try Blueprint.load(
        "application: { windows: [{ id: w, rootViewController: { id: c, view: { id: v,"
          + " handles: [touches] }, presents: { id: p, view: { id: pv } } } }] }",
        file: "f.yaml"
      ).warnings == [])
  }

  @Test func `a transparent or empty view that handles touches is reported`() throws {
    #expect(
      try warnings(
        "{ id: a, frame: fill, alpha: 0, handles: [touches] }",
        "{ id: b, frame: [0, 0, 50, 0], gestureRecognizers: [{ id: t, tap: {} }] }",
        "{ id: c, frame: [5, 5, 0, 0], subviews: [{ id: d, button: { frame: [0, 0, 9, 9] } }] }")
        == [
          "6:13: warning: subviews[0].id: never touched, because its alpha is 0; set isHidden to "
            + "hide it for a while",
          "7:13: warning: subviews[1].id: never touched, because its frame [0, 0, 50, 0] is empty; "
            + "give it a width and a height",
          "8:13: warning: subviews[2].id: nothing in it is ever touched, because its frame "
            + "[5, 5, 0, 0] is empty; give it a width and a height",
        ])
    #expect(
      try warnings(
        "{ id: a, frame: fill, alpha: 0 }", "{ id: b, frame: [0, 0, 0, 0] }",
        "{ id: c, frame: [9, 9, 0, 0], hit: { inset: -5 }, handles: [touches] }",
        "{ id: d, frame: fill, alpha: 0, isHidden: true, handles: [touches] }") == [])
  }

  @Test func `four thousand views beside each other are looked through quickly`()
    throws
  {
    let rows = (0..<4_000).map {
      "{ id: v\($0), frame: [\($0 % 100 * 8), \($0 / 100 * 4), 8, 4], handles: [touches] }"
    }
    let text = views + rows.map { "    - " + $0 }.joined(separator: "\n")
    let start = ContinuousClock.now
    #expect(try Blueprint.load(text, file: "f.yaml").warnings == [])
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
