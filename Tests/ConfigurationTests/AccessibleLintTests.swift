// What some people cannot do: gestures without another way, and targets that are too small.

import Configuration
import ConfigurationText
import Testing

@Suite struct AccessibleLintTests {
  /// Warnings without their place. The panel has 5 points a millimetre.
  private func warnings(
    _ view: String, screen: String = "physicalSize: [160, 96]"
  ) throws -> [String] {
    try Blueprint.load(
      """
      screens: { panel: { size: [800, 480], \(screen) } }
      application:
        windows:
          - id: main
            subviews:
              - \(view)
              - { id: ok, button: { frame: [600, 0, 100, 100] } }
              - { id: label, frame: [600, 100, 100, 100], handles: [touches] }
      """, file: "f.yaml", accessible: true
    ).warnings.map { String($0.summary.split(separator: ": ", maxSplits: 3).last ?? "") }
  }

  private func recognizer(_ text: String, _ keys: String = "") -> String {
    "{ id: v, frame: [0, 0, 500, 400], gestureRecognizers: [{ id: g, \(text) }]\(keys) }"
  }

  @Test(arguments: [
    ("pinch: {KEYS}", "needs 2 fingers (EN 301 549 5.9, WCAG 2.5.1)"),
    ("rotation: {KEYS}", "needs 2 fingers (EN 301 549 5.9, WCAG 2.5.1)"),
    ("transform: {KEYS}", "needs a drag (WCAG 2.5.7)"),
    ("pan: {KEYS}", "needs a drag (WCAG 2.5.7)"),
    (
      "pan: { minimumNumberOfTouches: 3, KEYS}", "needs 3 fingers (EN 301 549 5.9, WCAG 2.5.1)"
    ),
    ("tap: { numberOfTouchesRequired: 2, KEYS}", "needs 2 fingers (EN 301 549 5.9, WCAG 2.5.1)"),
    ("longPress: { drags: true, KEYS}", "needs a drag (WCAG 2.5.7)"),
    ("swipe: {KEYS}", "needs a stroke along a path (WCAG 2.5.1)"),
    ("screenEdgePan: { edges: left, KEYS}", "needs a stroke along a path (WCAG 2.5.1)"),
    ("path: { template: [[0, 0], [9, 9]], KEYS}", "needs a stroke along a path (WCAG 2.5.1)"),
  ])
  func `a gesture that not all hands can make is named, unless something replaces it`(
    kind: String, demand: String
  ) throws {
    func with(_ keys: String) -> String {
      recognizer(kind.replacing("KEYS", with: keys).replacing(", }", with: " }"))
    }
    #expect(
      try warnings(with("")) == [
        "\(demand), and nothing replaces it; name the controls, or views with a tap or presses, "
          + "that do the same: replacedBy: [ID]"
      ])
    #expect(try warnings(with("replacedBy: ok")) == [])
    #expect(
      try warnings(with("replacedBy: [ok, label]")) == [
        "\(demand), and \"label\", which replaces it, has neither a tap of one finger nor presses; "
          + "name a control"
      ])
    let kept = with("")
    #expect(try warnings(kept.replacing("id: v,", with: "id: v, handles: [presses],")) == [])
  }

  @Test(arguments: ["tap: {}", "tap: { numberOfTapsRequired: 2 }", "longPress: {}", "hover: {}"])
  func `what one finger does in one place is not named`(kind: String) throws {
    #expect(try warnings(recognizer(kind)) == [])
  }

  @Test func `a scroll view is dragged, and zoomed by two fingers unless a double tap zooms it`()
    throws
  {
    func scrollView(_ keys: String, zoom: String = "") -> String {
      "{ id: list, scrollView: { frame: [0, 0, 500, 400], contentSize: [500, 900]\(zoom), "
        + "panGestureRecognizer: { replacedBy: ok }, \(keys) } }"
    }
    #expect(try warnings(scrollView("isPagingEnabled: true")) == [])
    #expect(
      try warnings(
        "{ id: list, scrollView: { frame: [0, 0, 500, 400], contentSize: [500, 900] } }"
      ).map { $0.hasPrefix("needs a drag (WCAG 2.5.7), and nothing") } == [true])
    let zoom =
      ", maximumZoomScale: 3, subviews: [{ id: map, frame: [0, 0, 500, 900] }], zoomView: map"
    #expect(
      try warnings(scrollView("isPagingEnabled: false", zoom: zoom)).map {
        $0.hasPrefix("needs 2 fingers")
      } == [true])
    #expect(try warnings(scrollView("zoomOnDoubleTap: true", zoom: zoom)) == [])
  }

  @Test(arguments: [
    ("button: { frame: [0, 0, 100, 100] }", nil),
    ("button: { frame: [0, 0, 99, 100] }", "it is 19.8 mm × 20 mm"),
    ("button: { frame: [0, 0, 90, 90], hit: { inset: -5 } }", nil),
    ("button: { frame: [0, 0, 200, 200], transform: { scale: 0.4 } }", "it is 16 mm × 16 mm"),
    ("stepper: { frame: [0, 0, 150, 100] }", "a part of it is 15 mm × 20 mm"),
    (
      "segmentedControl: { frame: [0, 0, 300, 100], numberOfSegments: 4 }",
      "a part of it is 15 mm × 20 mm"
    ),
    ("frame: [0, 0, 50, 100], gestureRecognizers: [{ id: g, tap: {} }]", "it is 10 mm × 20 mm"),
    ("frame: [0, 0, 50, 50]", nil),
  ])
  func `a target is measured as it is touched`(view: String, found: String?) throws {
    let expected = found.map {
      "\($0), smaller than the minimumTarget of 20 mm; enlarge its frame, or what is touched with "
        + "hit: { inset: -N }"
    }
    #expect(try warnings("{ id: v, \(view) }") == [expected].compactMap(\.self))
  }

  @Test func `the smallest target is that of the screen, which must have a size`() throws {
    let button = "{ id: v, button: { frame: [0, 0, 60, 60] } }"
    #expect(try warnings(button).count == 1)
    #expect(try warnings(button, screen: "physicalSize: [160, 96], minimumTarget: 12") == [])
    #expect(
      try warnings(button, screen: "minimumTarget: 12") == [
        "no target on it is measured, because its size in millimetres is unknown; write "
          + "physicalSize: [WIDTH, HEIGHT]"
      ])
  }

  @Test func `without being asked, none of it is a warning`() throws {
    let text = "application: { windows: [{ id: w, gestureRecognizers: [{ id: g, pinch: {} }] }] }"
    #expect(try Blueprint.load(text, file: "f.yaml").warnings.isEmpty)
    #expect(try Blueprint.load(text, file: "f.yaml", accessible: true).warnings.count == 2)
  }
}
