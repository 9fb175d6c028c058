// Errors of a tree that cannot be built.

import Blueprint
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

  @Test(arguments: [
    ("{ frame: fill }", "6:7: expected the key \"id\" in a view, found none"),
    ("{ id: a }", "6:7: expected the key \"frame\" in a view, found none"),
    ("{ id: a b, frame: fill }", "6:13: .id: expected a name without spaces, found \"a b\""),
    ("3", "6:7: expected a view, found 3"),
    (
      "{ id: a, frame: full }",
      "6:23: .frame: expected [x, y, width, height] or fill, found \"full\""
    ),
    (
      "{ id: a, frame: [0, 0, -1, 5] }",
      "6:30: .frame[2]: expected a length of at least 0, found -1"
    ),
    ("{ id: a, frame: [0, 0, 1m, 5] }", "6:30: .frame[2]: expected a number, found \"1m\""),
    (
      "{ id: a, frame: [0, 0, \"x%\", 5] }",
      "6:30: .frame[2]: expected a number, \"N%\" or \"Nmm\", found \"x%\""
    ),
    (
      "{ id: a, frame: [0, .nan, 1, 5] }",
      "6:27: .frame[1]: expected a finite number, found .nan"
    ),
    (
      "{ id: a, frame: fill, alpha: 1.5 }",
      "6:36: .alpha: expected a number from 0 to 1, found 1.5"
    ),
    (
      "{ id: a, frame: fill, isHidden: no }",
      "6:39: .isHidden: expected true or false, found \"no\"; write false"
    ),
    (
      "{ id: a, frame: fill, button: {}, slider: {} }",
      "6:41: .slider: expected one kind of view, found \"button\" and \"slider\""
    ),
    ("{ id: a, frame: fill, buton: {} }", "6:29: .buton: unknown key; did you mean \"button\"?"),
    ("{ id: a, toggle: { frame: fill } }", "6:16: .toggle: unknown key; did you mean \"switch\"?"),
    (
      "{ id: a, label: { frame: fill } }",
      "6:16: .label: unknown key; responderd.yaml(5) lists the keys"
    ),
    (
      "{ id: a, slider: { frame: fill, minimumValue: 10, maximumValue: 0, value: 20 } }",
      "6:71: .slider.maximumValue: expected a number of at least 10, found 0"
    ),
    ("{ id: a, frame: fill, button: 3 }", "6:37: .button: expected the keys of a button, found 3"),
    (
      "{ id: a, frame: fill, isEnabled: true, button: {} }",
      "6:29: .isEnabled: misplaced key; it belongs under \"button\""
    ),
    (
      "{ id: a, frame: fill, isEnabled: true }",
      "6:29: .isEnabled: misplaced key; it belongs to \"control\", \"gestureRecognizer\""
    ),
    (
      "{ id: a, frame: fill, isOn: true }",
      "6:29: .isOn: misplaced key; it belongs to \"switch\""
    ),
    (
      "{ id: a, button: { id: b, frame: fill } }",
      "6:26: .button.id: misplaced key; it belongs beside \"button\""
    ),
    (
      "{ id: a, frame: fill, button: { frame: fill } }",
      "6:23: .frame: expected the key once, found it here and under \"button\""
    ),
    (
      "{ id: a, frame: fill, hit: { shape: circle } }",
      "6:43: .hit.shape: expected one of rectangle, ellipse, found \"circle\""
    ),
    (
      "{ id: a, frame: fill, hit: { shape: { polygon: [[0, 0], [1, 1]] } } }",
      "6:54: .hit.shape.polygon: expected at least three corners [x, y], found a list"
    ),
    (
      "{ id: a, frame: fill, hit: { redirect: b } }",
      "6:46: .hit.redirect: no view has the id \"b\""
    ),
    (
      "{ id: a, frame: fill, transform: { scale: 0 } }",
      "6:40: .transform: expected a transform that can be undone, found one that maps to a line"
    ),
    (
      "{ id: a, frame: fill, transform: { turn: 0 } }",
      "6:42: .transform.turn: unknown key; known here: rotate, scale, translate"
    ),
    (
      "{ id: a, frame: fill, handles: touches }",
      "6:38: .handles: expected a list of callbacks such as touches or touchesBegan, "
        + "found \"touches\""
    ),
    (
      "{ id: a, frame: fill, handles: [touch] }",
      "6:39: .handles[0]: expected one of touches, touchesBegan, touchesMoved, touchesEnded, "
        + "touchesCancelled, presses, pressesBegan, pressesChanged, pressesEnded, "
        + "pressesCancelled, motion, motionBegan, motionEnded, motionCancelled, remoteControl, "
        + "found \"touch\"; did you mean \"touches\"?"
    ),
    (
      "{ id: a, frame: fill, handles: [touchBegan] }",
      "6:39: .handles[0]: expected one of touches, touchesBegan, touchesMoved, touchesEnded, "
        + "touchesCancelled, presses, pressesBegan, pressesChanged, pressesEnded, "
        + "pressesCancelled, motion, motionBegan, motionEnded, motionCancelled, remoteControl, "
        + "found \"touchBegan\"; did you mean \"touchesBegan\"?"
    ),
    (
      "{ id: a, frame: fill, next: a }",
      "6:35: .next: expected a responder whose chain ends, found a cycle: a → a"
    ),
    (
      "{ id: a, frame: fill, subviews: { id: b } }",
      "6:39: .subviews: expected a list of views, found a mapping"
    ),
    (
      "{ id: a, slider: { frame: fill, value: 3, maximumValue: 2 } }",
      "6:46: .slider.value: expected a number from 0 to 2, found 3"
    ),
    (
      "{ id: a, button: { frame: fill, actions: { touchUpinside: save } } }",
      "6:50: .button.actions.touchUpinside: expected one of touchDown, touchDownRepeat, "
        + "touchDragInside, touchDragOutside, touchDragEnter, touchDragExit, touchUpInside, "
        + "touchUpOutside, touchCancel, valueChanged, primaryActionTriggered; "
        + "did you mean \"touchUpInside\"?"
    ),
    (
      "{ id: a, scrollView: { frame: fill, zoomView: w } }",
      "6:53: .scrollView.zoomView: expected a subview of \"a\", found \"w\""
    ),
  ])
  func `one invalid value in a view is one error`(view: String, error: String) {
    // The path up to the view is the same each time.
    let whole = viewErrors(view).map {
      $0.replacing("application.windows[0].subviews[0]", with: "").replacing(": : ", with: ": ")
    }
    #expect(whole == ["f.yaml:" + error])
  }

  @Test(arguments: [
    ("{ tap: {} }", "7:15: expected the key \"id\" in a recognizer, found none"),
    (
      "{ id: g }",
      "7:15: expected one of tap, longPress, pan, screenEdgePan, swipe, pinch, rotation, hover, "
        + "transform, path in a recognizer, found none"
    ),
    (
      "{ id: g, screenEdgePan: {} }",
      "7:39: .screenEdgePan: expected the key \"edges\" in a screenEdgePan, found none; "
        + "write for example edges: [left]"
    ),
    (
      "{ id: g, screenEdgePan: { edges: [] } }",
      "7:48: .screenEdgePan.edges: expected at least one of top, left, bottom, right, all, "
        + "found a list"
    ),
    (
      "{ id: g, swipe: { direction: [] } }",
      "7:44: .swipe.direction: expected at least one of right, left, up, down, found a list"
    ),
    (
      "{ id: g, path: {} }",
      "7:30: .path: expected the key \"template\" in a path, found none; "
        + "write for example template: [[0, 0], [100, 0]]"
    ),
    ("{ id: g, doubleTap: {} }", "7:24: .doubleTap: unknown key; did you mean \"tap\"?"),
    (
      "{ id: g, wiggle: {} }",
      "7:24: .wiggle: unknown key; known here: tap, longPress, pan, screenEdgePan, swipe, pinch, "
        + "rotation, hover, transform, path"
    ),
    ("{ id: g, tpa: {} }", "7:24: .tpa: unknown key; did you mean \"tap\"?"),
    (
      "{ id: g, tap: {}, pan: {} }",
      "7:33: .pan: expected one kind of recognizer, found \"tap\" and \"pan\""
    ),
    (
      "{ id: v, tap: {} }",
      "7:21: .id: expected an id that is not used yet, found \"v\", which is used on line 6"
    ),
    (
      "{ id: g, tap: { numberOfTapsRequired: 0 } }",
      "7:53: .tap.numberOfTapsRequired: expected a whole number from 1 to 100, found 0"
    ),
    (
      "{ id: g, tap: { taps: 2 } }",
      "7:31: .tap.taps: unknown key; did you mean \"numberOfTapsRequired\"?"
    ),
    (
      "{ id: g, pan: { direction: left } }",
      "7:31: .pan.direction: misplaced key; it belongs to \"swipe\""
    ),
    (
      "{ id: g, pan: { minimumNumberOfTouches: 3, maximumNumberOfTouches: 2 } }",
      "7:82: .pan.maximumNumberOfTouches: expected a whole number of at least 3, found 2"
    ),
    (
      "{ id: g, swipe: { direction: [left, north] } }",
      "7:51: .swipe.direction[1]: expected one of right, left, up, down, found \"north\""
    ),
    (
      "{ id: g, tap: { requiresFailureOf: [g] } }",
      "7:51: .tap.requiresFailureOf[0]: expected another recognizer, found \"g\" itself"
    ),
    (
      "{ id: g, tap: { requiresFailureOf: [v] } }",
      "7:51: .tap.requiresFailureOf[0]: expected the id of a recognizer, found \"v\", "
        + "which is a view"
    ),
    (
      "{ id: g, tap: { after: [x] } }",
      "7:31: .tap.after: unknown key; did you mean \"requiresFailureOf\"?"
    ),
    (
      "{ id: g, tap: { simultaneousWith: [{ kind: pich }] } }",
      "7:58: .tap.simultaneousWith[0].kind: expected one of tap, longPress, pan, screenEdgePan, "
        + "swipe, pinch, rotation, hover, transform, path, found \"pich\"; did you mean \"pinch\"?"
    ),
    (
      "{ id: g, tap: { simultaneousWith: [{ knid: pinch }] } }",
      "7:52: .tap.simultaneousWith[0].knid: unknown key; did you mean \"kind\"?"
    ),
    (
      "{ id: g, tap: { shouldReceive: [{ refuse: any }] } }",
      "7:47: .tap.shouldReceive[0]: expected one of allow and deny with its conditions, "
        + "found a mapping"
    ),
    (
      "{ id: g, tap: { shouldReceive: [{ deny: { vew: any } }] } }",
      "7:57: .tap.shouldReceive[0].deny.vew: unknown key; did you mean \"view\"?"
    ),
    (
      "{ id: g, tap: { shouldReceive: [{ deny: { region: { edge: left } } }] } }",
      "7:65: .tap.shouldReceive[0].deny.region: expected the keys \"edge\" and \"within\""
    ),
    (
      "{ id: g, tap: { shouldReceive: [{ deny: { touchType: pen } }] } }",
      "7:68: .tap.shouldReceive[0].deny.touchType: expected one of direct, indirect, pencil, "
        + "indirectPointer, found \"pen\"; did you mean \"pencil\"?"
    ),
    (
      "{ id: g, pan: { shouldBegin: { velocity: { x: fast } } } }",
      "7:61: .pan.shouldBegin.velocity.x: expected a number, a comparison such as \"> 0\", or "
        + "[low, high], found \"fast\""
    ),
    (
      "{ id: g, pan: { shouldBegin: { speed: 3 } } }",
      "7:46: .pan.shouldBegin.speed: unknown key; known here: all, any, not, translation, "
        + "velocity, translationAxis, velocityAxis, location, numberOfTouches, scale, rotation, "
        + "elapsed"
    ),
  ])
  func `one invalid value in a recognizer is one error`(recognizer: String, error: String) {
    let text =
      views + "    - { id: v, frame: fill, gestureRecognizers: [\n"
      + String(repeating: " ", count: 14) + recognizer + "] }"
    let whole = errors(text)
    let short = whole.map {
      $0.replacing("application.windows[0].subviews[0].gestureRecognizers[0]", with: "")
        .replacing(": : ", with: ": ")
    }
    #expect(short == ["f.yaml:" + error])
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
