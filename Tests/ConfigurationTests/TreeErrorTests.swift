// Errors of a tree that cannot be built: several at once, references, and the application.

import Configuration
import Testing

@Suite struct TreeErrorTests {
  @Test func `a control passes no touches on`() {
    #expect(
      printed(
        "application: { windows: [{ id: w, subviews: [{ id: ok, button: { passesOn: true } }] }] }"
      )
      .contains(
        "passesOn: a control keeps its touches; set passesOn on a view behind it"))
  }

  @Test func `five different errors are five located errors`() {
    #expect(
      printed(
        """
        screens: { panel: { size: [800, 480] } }
        application:
          windows:
            - id: main
              subviews:
                - id: red
                  frame: [20, 20, 200]
                  gestureRecognizers:
                    - id: red.pan
                      pan: { minimumNumberOfTouches: two }
                    - id: red.tap
                      tap: { cancelTouchesInView: false, requiresFailureOf: [red.pam] }
                - id: red
                  frame: fill
        """) == """
          f.yaml:7:18: application.windows[0].subviews[0].frame: \
          expected [x, y, width, height] or fill, found a list of 3
                    frame: [20, 20, 200]
                           ^
          f.yaml:10:46: application.windows[0].subviews[0].gestureRecognizers[0]\
          .pan.minimumNumberOfTouches: expected a whole number from 1 to 100, found "two"
                        pan: { minimumNumberOfTouches: two }
                                                       ^~~
          f.yaml:12:22: application.windows[0].subviews[0].gestureRecognizers[1]\
          .tap.cancelTouchesInView: unknown key; did you mean "cancelsTouchesInView"?
                        tap: { cancelTouchesInView: false, requiresFailureOf: [red.pam] }
                               ^~~~~~~~~~~~~~~~~~~
          f.yaml:12:70: application.windows[0].subviews[0].gestureRecognizers[1]\
          .tap.requiresFailureOf[0]: no recognizer has the id "red.pam"; \
          did you mean "red.pan"?
                        tap: { cancelTouchesInView: false, requiresFailureOf: [red.pam] }
                                                                               ^~~~~~~
          f.yaml:13:15: application.windows[0].subviews[1].id: \
          expected an id that is not used yet, found "red", which is used on line 6
                  - id: red
                        ^~~
          """)
  }

  @Test func `every number of a list is reported`() {
    #expect(
      viewErrors("{ id: a, frame: [9e19, 0, -10, x] }", "{ id: b, frame: fill, center: [y, z] }")
        .map { $0.replacing("application.windows[0].", with: "") } == [
          "f.yaml:6:24: subviews[0].frame[0]: expected a number from -1000000000 to 1000000000, "
            + "found 9e19",
          "f.yaml:6:33: subviews[0].frame[2]: expected a length of at least 0, found -10",
          "f.yaml:6:38: subviews[0].frame[3]: expected a number, found \"x\"",
          "f.yaml:7:38: subviews[1].center[0]: expected a number, found \"y\"",
          "f.yaml:7:41: subviews[1].center[1]: expected a number, found \"z\"",
        ])
    #expect(
      errors("screens: { panel: { size: [1e12, -480] } }").count == 2)
  }

  @Test func `one error does not hide another`() {
    #expect(
      viewErrors(
        "{ frame: fill, subviews: [{ id: a b, frame: fill, alpha: 2 }] }",
        "{ id: c, frame: fill, frame: fill, alpha: 3 }", "{ id: c, frame: fill }"
      ).map { $0.replacing("application.windows[0].", with: "") } == [
        "f.yaml:6:7: subviews[0]: expected the key \"id\" in a view, found none",
        "f.yaml:6:39: subviews[0].subviews[0].id: expected a name without spaces, found \"a b\"",
        "f.yaml:6:64: subviews[0].subviews[0].alpha: expected a number from 0 to 1, found 2",
        "f.yaml:7:29: subviews[1].frame: expected each key once, found it again; it is first on "
          + "line 7",
        "f.yaml:7:49: subviews[1].alpha: expected a number from 0 to 1, found 3",
        "f.yaml:8:13: subviews[2].id: expected an id that is not used yet, found \"c\", which is used on line 7",
      ])
  }

  @Test(arguments: [
    ["{ id: a, subvews: [{ id: b, frame: fill }], frame: fill, next: b }"],
    [
      "{ id: a, scrolView: { frame: fill } }",
      "{ id: b, frame: fill, gestureRecognizers: ["
        + "{ id: t, tap: { requiresFailureOf: [a.pan] } }] }",
    ],
    [
      "{ id: a, frame: fill, gestureRecognizers: [{ id: g, tpa: {} }, { id: t, tap: {"
        + " requiresFailureOf: [g] } }] }"
    ],
    ["{ id: a, frame: fill, subviews: [], subviews: [{ id: b, frame: fill }], next: b }"],
    ["{ id: a, <<: *gone }"],
    ["{ id: a, frame: fill, handles: *gone }"],
    ["{ id: a, frame: fill, gestureRecognizers: [{ id: g, <<: *gone }] }"],
    ["*gone"],
  ])
  func `one error is reported once`(lines: [String]) {
    let text = views + lines.map { "    - " + $0 }.joined(separator: "\n")
    #expect(errors(text).count == 1, "\(errors(text))")
  }

  @Test func `a circle of requirements is named`() {
    #expect(
      viewErrors(
        "{ id: v, frame: fill, gestureRecognizers: ["
          + "{ id: a, tap: { requiresFailureOf: [b] } },"
          + "{ id: b, tap: { requiresFailureOf: [c] } },"
          + "{ id: c, tap: { requiredToFailBy: [b], requiresFailureOf: [a] } }] }")
        == [
          "f.yaml:6:195: application.windows[0].subviews[0].gestureRecognizers[2]"
            + ".tap.requiresFailureOf[0]: expected requirements without a cycle, found c → a → b → c"
        ])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a thousand dangling references end in two hundred errors`() {
    let text = (0..<1000).map { "    - { id: v\($0), frame: fill, next: w\($0) }\n" }.joined()
    #expect(errors(views + text).count == 200)
  }

  @Test func `a circle in the chain is named`() {
    let errors = viewErrors(
      "{ id: a, frame: fill, next: b }", "{ id: b, frame: fill, next: a }")
    #expect(errors.count == 1)
    #expect(errors.first?.hasSuffix("found a cycle: b → a → b") == true)
    let before = viewErrors(
      "{ id: a, frame: fill, next: b }", "{ id: b, frame: fill, next: a }",
      "{ id: c, frame: fill, next: a }")
    #expect(before.map { $0.hasSuffix("found a cycle: b → a → b") } == [true])
  }

  @Test func `a chain that ends by what is named later is none`() {
    let inner = "{ id: b, frame: fill, next: out, subviews: [{ id: c, frame: fill }] }"
    let outer = "{ id: a, frame: fill, next: c, subviews: [\(inner)] }"
    #expect(viewErrors(outer, "{ id: out, frame: fill }") == [])
  }

  @Test func `the order of declaration does not matter`() {
    #expect(
      viewErrors(
        "{ subviews: [], gestureRecognizers: [{ tap: { requiresFailureOf: [later] }, id: g }],"
          + " next: z, hit: { redirect: z }, frame: fill, id: a }",
        "{ gestureRecognizers: [{ id: later, pan: {} }], frame: fill, id: z }") == [])
  }

  @Test func `millimetres need a screen whose size in millimetres is known`() {
    #expect(
      errors(
        """
        screens: { panel: { size: [800, 480] } }
        application: { windows: [{ id: w, subviews: [{ id: v, frame: [0, 0, 4mm, 1] }] }] }
        """) == [
          "f.yaml:2:69: application.windows[0].subviews[0].frame[2]: expected points, because "
            + "the size of the screen in millimetres is not known, found \"4mm\"; "
            + "give the screen its physicalSize"
        ])
  }

  @Test(arguments: [
    (
      "windows: [{ frame: fill }]",
      "1:26: .windows[0]: expected the key \"id\" in a window, found none"
    ),
    (
      "windows: [{ id: w, screen: x }]",
      "1:43: .windows[0].screen: expected the name of a screen, found \"x\"; known here: screen"
    ),
    (
      "windows: [{ id: w, rootViewController: { id: c } }]",
      "1:55: .windows[0].rootViewController: expected the key \"view\" in a controller, found none"
    ),
    (
      "windows: [{ id: w, frame: [0, 0, 1, 1], rootViewController: { id: c, view: { id: v },"
        + " view: { id: u } } }]",
      "1:102: .windows[0].rootViewController.view: expected each key once, found it again; "
        + "it is first on line 1"
    ),
    (
      "firstResponder: w, windows: [{ id: w }]",
      "1:32: .firstResponder: expected a responder that can become first responder, found \"w\"; "
        + "give it canBecomeFirstResponder: true"
    ),
    ("delegate: 3, windows: [{ id: w }]", "1:26: .delegate: expected a delegate, found 3"),
    (
      "windows: [{ id: w, subviews: [{ viewController: { id: c, view: { id: v } }, id: x }] }]",
      "1:92: .windows[0].subviews[0].id: misplaced key; it belongs under \"viewController\" "
        + "or its \"view\""
    ),
    (
      "constants: { controlSlob: 3 }, windows: [{ id: w }]",
      "1:29: .constants.controlSlob: unknown key; did you mean \"controlSlop\"?"
    ),
  ])
  func `one invalid value in the application is one error`(text: String, error: String) {
    let whole = errors("application: { \(text) }").map {
      $0.replacing("application.", with: ".")
    }
    #expect(whole == ["f.yaml:" + error])
  }

  @Test func `a broken tree does not hide the errors of the settings`() {
    #expect(errors("{ sokcet: {}, application: { widnows: [] } }").count == 2)
  }
}
