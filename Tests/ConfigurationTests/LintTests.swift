// What is allowed, but seldom meant.

import Configuration
import ConfigurationText
import Testing

@Suite struct LintTests {
  private func warnings(_ lines: String...) throws -> [String] {
    try Blueprint.load(
      views + lines.map { "    - " + $0 }.joined(separator: "\n"), file: "f.yaml"
    ).warnings.map(\.summary)
  }

  private let place = "application.windows[0].subviews[0]"

  @Test func `a swipe under a pan is reported, unless one waits or both may`() throws {
    #expect(
      try warnings(
        "{ id: v, frame: fill, gestureRecognizers: [{ id: p, pan: {} }, { id: s, swipe: {} }] }")
        == [
          "f.yaml:6:76: warning: \(place).gestureRecognizers[1].id: never recognized, because "
            + "\"p\" begins after 10 pt and excludes it; let it be requiredToFailBy: [p]"
        ])
    #expect(
      try warnings(
        "{ id: v, frame: fill, gestureRecognizers: [{ id: s, swipe: {} }], subviews: ["
          + "{ id: l, scrollView: { frame: fill, contentSize: [\"200%\", \"100%\"] } }] }"
      ).map { $0.contains("\"l.pan\" begins") } == [true])
    #expect(
      try warnings(
        "{ id: v, frame: fill, gestureRecognizers: [{ id: s, swipe: {} }, { id: m, transform: {} }] }"
      ).map { $0.contains("\"m\" begins after 10 pt") } == [true])
    for fine in [
      "{ id: p, pan: {} }, { id: s, swipe: { requiredToFailBy: [p] } }",
      "{ id: p, pan: { requiresFailureOf: [s] } }, { id: s, swipe: {} }",
      "{ id: p, pan: { requiresFailureOf: { kind: swipe } } }, { id: s, swipe: {} }",
      "{ id: p, pan: { simultaneousWith: any } }, { id: s, swipe: {} }",
      "{ id: p, pan: { canPrevent: false } }, { id: s, swipe: {} }",
      "{ id: p, pan: {} }, { id: s, swipe: { numberOfTouchesRequired: 2, canBePrevented: false } }",
      "{ id: p, pan: { maximumNumberOfTouches: 1 } }, { id: s, swipe: { numberOfTouchesRequired: 2 } }",
      "{ id: p, screenEdgePan: { edges: left } }, { id: s, swipe: {} }",
    ] {
      #expect(
        try warnings("{ id: v, frame: fill, gestureRecognizers: [\(fine)] }") == [], "\(fine)")
    }
  }

  @Test(arguments: [
    ("right", "[\"100%\", 2000]", true), ("up", "[\"100%\", 2000]", false),
    ("[up, left]", "[\"100%\", 2000]", true), ("[up, left]", "[2000, 2000]", false),
    ("left", "[\"100%\", \"100%\"]", true),
  ])
  func `a swipe across a list is recognized, and one along it reported`(
    direction: String, size: String, isFine: Bool
  ) throws {
    let told = try warnings(
      "{ id: v, frame: fill, gestureRecognizers: [{ id: s, swipe: { direction: \(direction) } }],"
        + " subviews: [{ id: l, scrollView: { frame: fill, contentSize: \(size) } }] }")
    #expect(told.isEmpty == isFine, "\(told)")
  }

  @Test func `a double tap above a button is reported with both fixes`() throws {
    func over(_ recognizer: String) throws -> [String] {
      try warnings(
        "{ id: v, frame: fill, gestureRecognizers: [\(recognizer)], subviews: ["
          + "{ id: ok, button: { frame: [0, 0, 9, 9] } },"
          + "{ id: no, button: { frame: [9, 0, 9, 9] } }] }")
    }
    #expect(
      try over("{ id: d, tap: { numberOfTapsRequired: 2 } }") == [
        "f.yaml:6:56: warning: \(place).gestureRecognizers[0].id: makes \"ok\", \"no\" answer "
          + "350 ms late, waiting for the next tap; set delaysTouchesEnded: false, or "
          + "shouldReceive: [{deny: {view: {isControl: true}}}]"
      ])
    #expect(try over("{ id: d, tap: {} }") == [])
    #expect(
      try over("{ id: d, tap: { numberOfTapsRequired: 2, delaysTouchesEnded: false } }") == [])
    #expect(
      try over(
        "{ id: d, tap: { numberOfTapsRequired: 2,"
          + " shouldReceive: [{deny: {view: {isControl: true}}}] } }") == [])
    #expect(
      try over("{ id: d, tap: { numberOfTapsRequired: 2, numberOfTouchesRequired: 2 } }") == [])
  }

  @Test func `a recognizer that never gets a touch is reported`() throws {
    #expect(
      try warnings(
        "{ id: v, frame: fill, isUserInteractionEnabled: false, subviews: ["
          + "{ id: c, frame: fill, gestureRecognizers: [{ id: g, tap: {} }] }] }") == [
          "f.yaml:6:122: warning: \(place).subviews[0].gestureRecognizers[0].id: never receives "
            + "a touch, because \"v\" has isUserInteractionEnabled: false"
        ])
  }

  @Test(arguments: [
    ("edgeGate: { edges: left }", ""), ("edgeGate: { edges: left, window: shell }", nil),
    ("", ", subviews: [{ id: drawer, frame: fill }]"), ("", ""),
  ])
  func `an edge pan of a window that lets all touches through is reported, unless a gate names it`(
    gate: String, subviews: String?
  ) throws {
    let found = try Blueprint.load(
      "screens: { panel: { size: [400, 400]\(gate.isEmpty ? "" : ", ")\(gate) } }\n"
        + "application:\n  windows:\n    - { id: shell, hit: { passthrough: true }, "
        + "gestureRecognizers: [{ id: pull, screenEdgePan: { edges: left } }]\(subviews ?? "") }",
      file: "f.yaml"
    ).warnings.map(\.summary)
    let message =
      "f.yaml:4:75: warning: application.windows[0].gestureRecognizers[0].id: never receives a "
      + "touch, because everything in \"shell\" lets touches through; name the window in the "
      + "screen's edgeGate: { window: shell }"
    #expect(found == (subviews == "" ? [message] : []))
  }

  @Test func `what sticks out of its superview is reported`() throws {
    #expect(
      try warnings(
        "{ id: v, frame: [0, 0, 100, 100], subviews: [{ id: c, frame: [50, 10, 80, 20] },"
          + " { id: d, frame: [100, 0, 5, 5] }] }") == [
          "f.yaml:6:58: warning: \(place).subviews[0].id: never touched where it sticks out of "
            + "\"v\" ([50, 10, 80, 20] in [0, 0, 100, 100])",
          "f.yaml:6:94: warning: \(place).subviews[1].id: never touched, because it lies "
            + "outside of \"v\"",
        ])
    for fine in [
      "{ id: v, frame: [0, 0, 100, 100], hit: { inset: -30 }, subviews: ["
        + "{ id: c, frame: [50, 10, 80, 20] }] }",
      "{ id: v, scrollView: { frame: [0, 0, 100, 100], contentSize: [130, 100], subviews: ["
        + "{ id: c, frame: [50, 10, 80, 20] }] } }",
      "{ id: v, frame: [0, 0, 100, 100], subviews: [{ id: c, frame: [\"33.3%\", 0, \"66.7%\", 1] }] }",
    ] {
      #expect(try warnings(fine) == [], "\(fine)")
    }
  }

  @Test func `a cycle that selectors make is reported`() throws {
    let told = try warnings(
      "{ id: v, frame: fill, gestureRecognizers: ["
        + "{ id: a, tap: { requiresFailureOf: { kind: longPress } } },"
        + "{ id: b, longPress: { requiresFailureOf: [c] } },"
        + "{ id: c, pinch: { requiredToFailBy: [], requiresFailureOf: { id: a } } }] }")
    #expect(
      told == [
        "f.yaml:6:56: warning: \(place).gestureRecognizers[0].id: waits in a cycle, which ends only "
          + "when one of them fails by itself: a → b → c → a"
      ])
    #expect(
      try warnings(
        "{ id: v, frame: fill, gestureRecognizers: ["
          + "{ id: a, tap: { requiresFailureOf: { kind: longPress } } },"
          + "{ id: b, longPress: { requiresFailureOf: [c] } }, { id: c, pinch: {} }] }") == [])
  }

  @Test func `callbacks and forwarding of a control are reported`() throws {
    #expect(
      try warnings(
        "{ id: ok, button: { frame: fill, handles: [touches], forwards: last } }") == [
          "f.yaml:6:49: warning: \(place).button.handles: has no effect, because a control tracks its "
            + "touches itself; use its actions",
          "f.yaml:6:70: warning: \(place).button.forwards: has no effect, because a control tracks "
            + "its touches itself; use its actions",
        ])
    #expect(try warnings("{ id: ok, button: { frame: fill, handles: [presses] } }") == [])
    #expect(try warnings("{ id: ok, button: { frame: fill } }") == [])
  }

  @Test func `a view in a control that takes the touches on it is reported`() throws {
    #expect(
      try warnings(
        "{ id: ok, button: { frame: fill, subviews: [{ id: label, frame: [0, 0, 9, 9],"
          + " subviews: [{ id: icon, frame: [0, 0, 5, 5] }] }] } }") == [
          "f.yaml:6:57: warning: \(place).button.subviews[0].id: a finger on it does not operate "
            + "\"ok\" around it; set isUserInteractionEnabled: false"
        ])
    for fine in [
      "{ id: label, frame: [0, 0, 9, 9], isUserInteractionEnabled: false }",
      "{ id: label, frame: [0, 0, 9, 9], hit: { passthrough: true } }",
      "{ id: label, frame: [0, 0, 9, 9], hit: { redirect: ok } }",
      "{ id: more, button: { frame: [0, 0, 9, 9] } }",
    ] {
      #expect(
        try warnings("{ id: ok, button: { frame: fill, subviews: [\(fine)] } }") == [], "\(fine)")
    }
    #expect(
      try warnings(
        "{ id: ok, button: { frame: fill, subviews: [{ id: label, frame: [0, 0, 9, 9],"
          + " hit: { passthrough: true }, subviews: [{ id: icon, frame: [0, 0, 5, 5] }] }] } }"
      ).map { $0.contains("subviews[0].subviews[0].id: a finger on it") } == [true])
  }

  @Test func `touches that begin for a responder and do not end for it are reported`() throws {
    #expect(
      try warnings("{ id: v, frame: fill, handles: [touchesBegan, touchesEnded] }") == [
        "f.yaml:6:13: warning: \(place).id: touches begin for it, but not all end for it; write "
          + "handles: [touches], or pass them on with forwards"
      ])
    for fine in [
      "handles: [touches]", "handles: [touchesBegan, touchesEnded, touchesCancelled]",
      "handles: [touchesBegan], forwards: last", "handles: [touchesMoved]", "handles: [presses]",
    ] {
      #expect(try warnings("{ id: v, frame: fill, \(fine) }") == [], "\(fine)")
    }
    let elsewhere = try Blueprint.load(
      """
      application:
        delegate: { id: d, handles: [touchesBegan] }
        windows:
          - { id: w, rootViewController: { id: c, handles: [touchesBegan], view: { id: c.view } } }
      """, file: "f.yaml"
    ).warnings.map { $0.summary.contains("touches begin for it") }
    #expect(elsewhere == [true, true])
  }

  @Test func `protection is reported where there is no default action to protect`() throws {
    #expect(
      try warnings("{ id: c, control: { frame: fill, protectsDefaultAction: true } }") == [
        "f.yaml:6:63: warning: \(place).control.protectsDefaultAction: has no effect, because only "
          + "other kinds of control have a default action; name recognizers in veto"
      ])
    for kind in ["button", "slider", "switch"] {
      #expect(
        try warnings("{ id: c, \(kind): { frame: fill, protectsDefaultAction: false } }") == [])
    }
  }

  @Test func `a focus beside a key window that shows a page is reported`() throws {
    func focusing(_ name: String, key: String = "main") throws -> [String] {
      try Blueprint.load(
        """
        application:
          focused: \(name)
          windows:
            - { id: other, frame: [0, 0, 9, 9], isKeyWindow: \(key == "other"), subviews: [{ id: a, frame: fill }] }
            - id: main
              isKeyWindow: \(key == "main")
              rootViewController:
                id: nav
                view: { id: nav.view }
                navigationController:
                  viewControllers:
                    - { id: one, view: { id: one.view, subviews: [{ id: b, frame: fill }] } }
                    - { id: two, view: { id: two.view, subviews: [{ id: c, frame: fill }] } }
        """, file: "f.yaml"
      ).warnings.map(\.summary)
    }
    #expect(
      try focusing("a") == [
        "f.yaml:2:12: warning: application.focused: \"a\" receives no presses, because the key "
          + "window shows a page or a modal presentation, and they go there; focus a view of the "
          + "key window"
      ])
    #expect(try focusing("a", key: "other") == [])
    for fine in ["b", "c"] { #expect(try focusing(fine) == [], "\(fine)") }
  }

  @Test func `a double tap that cannot zoom is reported`() throws {
    func map(_ more: String) -> String {
      "{ id: map, scrollView: { frame: fill, zoomOnDoubleTap: true\(more) } }"
    }
    #expect(
      try warnings(map("")) == [
        "f.yaml:6:13: warning: \(place).id: zoomOnDoubleTap has no effect; set a maximumZoomScale "
          + "above the minimumZoomScale"
      ])
    #expect(try warnings(map(", maximumZoomScale: 2")) == [])
  }

  @Test func `an action that no responder of the chain performs is reported`() throws {
    #expect(
      try warnings(
        "{ id: v, frame: fill, subviews: [{ id: ok, button: { frame: fill,"
          + " actions: { touchUpInside: [save, show] } } }], performs: show }") == [
          "f.yaml:6:46: warning: \(place).subviews[0].id: no responder in its chain performs "
            + "\"save\"; write performs: [save] at one of them, such as \"v\""
        ])
  }

  @Test func `a tap beside a double tap is reported, unless it waits or both are wanted`() throws {
    func on(_ recognizers: String) throws -> [String] {
      try warnings("{ id: v, frame: fill, gestureRecognizers: [\(recognizers)] }")
    }
    #expect(
      try on("{ id: d, tap: { numberOfTapsRequired: 2 } }, { id: t, tap: {} }") == [
        "f.yaml:6:101: warning: \(place).gestureRecognizers[1].id: recognized by the first tap of "
          + "\"d\", too; let it wait with requiresFailureOf: [d], or allow both with "
          + "simultaneousWith: [d]"
      ])
    #expect(
      try on(
        "{ id: t, tap: { requiresFailureOf: [d] } }, { id: d, tap: { numberOfTapsRequired: 2 } },"
          + " { id: e, tap: { numberOfTapsRequired: 3 } }"
      ).map { $0.contains("recognized by the first taps of \"e\"") } == [true])
    for fine in [
      "{ id: t, tap: { requiresFailureOf: [d] } }, { id: d, tap: { numberOfTapsRequired: 2 } }",
      "{ id: t, tap: {} }, { id: d, tap: { numberOfTapsRequired: 2, requiredToFailBy: [t] } }",
      "{ id: t, tap: { simultaneousWith: any } }, { id: d, tap: { numberOfTapsRequired: 2 } }",
      "{ id: t, tap: {} }, { id: d, tap: { numberOfTapsRequired: 2, numberOfTouchesRequired: 2 } }",
      "{ id: t, tap: {} }, { id: d, tap: { numberOfTapsRequired: 2, isEnabled: false } }",
      "{ id: t, tap: {} }, { id: d, tap: { numberOfTapsRequired: 2, allowedTouchTypes: pencil } }",
      "{ id: t, tap: {} }, { id: u, tap: {} }",
    ] {
      #expect(try on(fine) == [], "\(fine)")
    }
  }

  @Test func `a configuration without windows is reported`() throws {
    #expect(
      try Blueprint.load("{}", file: "f.yaml").warnings.map(\.summary) == [
        "f.yaml:1:1: warning: there are no windows, so no touch meets anything; "
          + "add application.windows"
      ])
  }

  @Test func `the table of conflicts has a line for each pair that can want one finger`() throws {
    let tree = try tree(
      "{ id: v, frame: [10, 20, 300, 200], gestureRecognizers: ["
        + "{ id: t, tap: { requiresFailureOf: [d] } }, { id: d, tap: { numberOfTapsRequired: 2 } },"
        + "{ id: p, pan: { simultaneousWith: [z] } }, { id: z, pinch: {} }], subviews: ["
        + "{ id: ok, button: { frame: [0, 0, 50, 50], gestureRecognizers: ["
        + "{ id: l, longPress: { canBePrevented: [p] } }] } },"
        + "{ id: own, control: { frame: [100, 0, 50, 50] } }] }",
      "{ id: u, frame: [400, 0, 50, 50], gestureRecognizers: [{ id: x, tap: {} }] }")
    #expect(
      tree.conflicts().map(\.description) == [
        "v [10, 20, 300, 200]: t waits until d has failed",
        "v [10, 20, 300, 200]: t and p: the one recognized first excludes the other",
        "v [10, 20, 300, 200]: t and z: the one recognized first excludes the other",
        "v [10, 20, 300, 200]: d and p: the one recognized first excludes the other",
        "v [10, 20, 300, 200]: d and z: the one recognized first excludes the other",
        "v [10, 20, 300, 200]: p and z can both be recognized",
        "ok [10, 20, 50, 50]: l excludes t, but not the other way",
        "ok [10, 20, 50, 50]: l excludes d, but not the other way",
        "ok [10, 20, 50, 50]: l and p: the one recognized first excludes the other",
        "ok [10, 20, 50, 50]: l excludes z, but not the other way",
        "ok [10, 20, 50, 50]: ok keeps its touch, t may not begin",
        "own [110, 20, 50, 50]: t is recognized, own loses its touch",
      ])
  }
}
