// Delegate decisions as data, seen by what the engine then does.

import Configuration
import ResponderKit
import Testing

@Suite struct RelationTests {
  /// What recognizers do while one or more fingers take a way.
  private func actions(
    _ tree: Tree, _ steps: [(time: Double, contacts: [(Int, Contact.Change, Double, Double)])]
  ) -> [String] {
    let application = tree.application
    let device = Device(name: "Test panel", kind: .touchscreen, screen: tree.screens.first)
    for step in steps {
      var frame = Frame(time: Instant(seconds: step.time), device: device)
      for (id, change, x, y) in step.contacts {
        frame.contacts.append(Contact(id: id, change: change, position: Point(x: x, y: y)))
      }
      application.feed(frame)
      #expect(application.checkInvariants() == [])
    }
    application.advance(to: Instant(seconds: 60))
    return application.outbox.reports.compactMap { report in
      guard case .action(let recognizer, let state, _) = report.kind else { return nil }
      return "\(recognizer.id) \(state)"
    }
  }

  private func tap(_ x: Double, _ y: Double) -> [(Double, [(Int, Contact.Change, Double, Double)])]
  {
    [(1, [(0, .down, x, y)]), (1.05, [(0, .up, x, y)])]
  }

  private func drag(
    from start: (Double, Double), by step: (Double, Double)
  ) -> [(Double, [(Int, Contact.Change, Double, Double)])] {
    let (x, y) = start
    return [
      (1, [(0, .down, x, y)]), (1.05, [(0, .move, x + step.0, y + step.1)]),
      (1.1, [(0, .move, x + 2 * step.0, y + 2 * step.1)]),
      (1.15, [(0, .up, x + 2 * step.0, y + 2 * step.1)]),
    ]
  }

  private func one(_ recognizers: String) throws -> Tree {
    try tree("{ id: v, frame: [0, 0, 200, 200], gestureRecognizers: [\(recognizers)] }")
  }

  @Test func `of two taps on one view the last one wins, unless both may`() throws {
    let plain = try one("{ id: a, tap: {} }, { id: b, tap: {} }")
    #expect(actions(plain, tap(50, 50)) == ["b ended"])
    for both in [
      "{ id: a, tap: { simultaneousWith: any } }, { id: b, tap: {} }",
      "{ id: a, tap: { simultaneousWith: [b] } }, { id: b, tap: {} }",
      "{ id: a, tap: {} }, { id: b, tap: { simultaneousWith: [{ kind: tap }] } }",
      "{ id: a, tap: {} }, { id: b, tap: { simultaneousWith: { owner: self, touches: 1 } } }",
      "{ id: a, tap: {} }, { id: b, tap: { canPrevent: false } }",
      "{ id: a, tap: { canBePrevented: [{ kind: pan }] } }, { id: b, tap: {} }",
      "{ id: a, tap: {} }, { id: b, tap: { canPrevent: { not: a } } }",
    ] {
      #expect(actions(try one(both), tap(50, 50)) == ["b ended", "a ended"], "\(both)")
    }
    for alone in [
      "{ id: a, tap: {} }, { id: b, tap: { simultaneousWith: { kind: pan } } }",
      "{ id: a, tap: {} }, { id: b, tap: { simultaneousWith: { owner: ancestor } } }",
      "{ id: a, tap: {} }, { id: b, tap: { canPrevent: [a] } }",
    ] {
      #expect(actions(try one(alone), tap(50, 50)) == ["b ended"], "\(alone)")
    }
  }

  @Test(arguments: [
    "{ id: a, tap: { requiresFailureOf: [b] } }, { id: b, tap: { numberOfTapsRequired: 2 } }",
    "{ id: a, tap: {} }, { id: b, tap: { numberOfTapsRequired: 2, requiredToFailBy: a } }",
    "{ id: b, tap: { numberOfTapsRequired: 2 } }, { id: a, tap: { requiresFailureOf: { taps: 2 } } }",
    "{ id: b, tap: { numberOfTapsRequired: 2, requiredToFailBy: [{ kind: tap, taps: 1 }] } },"
      + "{ id: a, tap: {} }",
  ])
  func `a single tap waits for a double one, written on either side`(recognizers: String) throws {
    let once = try one(recognizers)
    #expect(actions(once, tap(50, 50)) == ["a ended"])
    let time = once.application.outbox.reports.compactMap { report -> Double? in
      if case .action = report.kind { report.time.seconds } else { nil }
    }
    #expect(time == [1.4])
    let twice = try one(recognizers)
    let again = tap(50, 50).map { ($0.0 + 0.2, $0.1) }
    #expect(actions(twice, tap(50, 50) + again) == ["b ended"])
  }

  @Test func `touches are received by the first rule that fits`() throws {
    func received(_ rules: String, _ x: Double, _ y: Double) throws -> Bool {
      let tree = try tree(
        "{ id: v, frame: [0, 0, 200, 200], gestureRecognizers: ["
          + "{ id: g, tap: { shouldReceive: \(rules) } }], subviews: ["
          + "{ id: ok, control: { frame: [0, 0, 50, 50] } },"
          + "{ id: in, frame: [100, 0, 50, 50], subviews: [{ id: deep, frame: fill }] }] }")
      return actions(tree, tap(x, y)) == ["g ended"]
    }
    #expect(try received("[{ deny: { view: { isControl: true } } }]", 10, 10) == false)
    #expect(try received("[{ deny: { view: { isControl: true } } }]", 10, 110))
    #expect(try received("[{ deny: { view: ok } }]", 10, 10) == false)
    #expect(try received("[{ deny: { view: { kind: control } } }]", 10, 10) == false)
    #expect(try received("[{ deny: { view: { descendantOf: in } } }]", 110, 10) == false)
    #expect(try received("[{ deny: { view: { ancestorOf: deep } } }]", 110, 10))
    #expect(try received("[{ deny: { view: { ancestorOf: deep } } }]", 10, 110) == false)
    #expect(try received("[{ deny: { view: { not: { descendantOf: in } } } }]", 10, 110) == false)
    #expect(
      try received("[{ allow: { region: { edge: left, within: 20 } } }, { deny: any }]", 19, 110))
    #expect(
      try received("[{ allow: { region: { edge: left, within: 20 } } }, { deny: any }]", 30, 110)
        == false)
    #expect(try received("[{ deny: { region: [0, \"50%\", \"50%\", 100] } }]", 10, 110) == false)
    #expect(try received("[{ deny: { region: [0, \"50%\", \"50%\", 100] } }]", 110, 110))
    #expect(try received("[{ deny: { region: { view: in } } }]", 110, 10) == false)
    #expect(try received("[{ deny: { device: \"Test*\" } }]", 10, 110) == false)
    #expect(try received("[{ deny: { device: \"Other*\" } }]", 10, 110))
    #expect(try received("[{ deny: { touchType: [pencil, indirect] } }]", 10, 110))
    #expect(try received("[{ deny: { touchType: direct } }]", 10, 110) == false)
    #expect(try received("false", 10, 110) == false)
    #expect(try received("[]", 10, 110))
  }

  @Test func `a pan begins only when its condition holds`() throws {
    func begins(_ condition: String, by step: (Double, Double)) throws -> Bool {
      let tree = try tree(
        "{ id: v, frame: [0, 0, 200, 200], subviews: [{ id: corner, frame: [0, 0, 60, 60],"
          + " isUserInteractionEnabled: false }], gestureRecognizers: ["
          + "{ id: g, pan: { shouldBegin: \(condition) } }] }")
      return !actions(tree, drag(from: (50, 50), by: step)).isEmpty
    }
    #expect(try begins("{ translationAxis: horizontal }", by: (20, 5)))
    #expect(try begins("{ translationAxis: horizontal }", by: (5, 20)) == false)
    #expect(try begins("{ velocityAxis: vertical }", by: (5, 20)))
    #expect(try begins("{ velocityAxis: vertical }", by: (20, 5)) == false)
    #expect(try begins("{ translation: { x: \"> 0\" } }", by: (20, 0)))
    #expect(try begins("{ translation: { x: \"> 0\" } }", by: (-20, 0)) == false)
    #expect(try begins("{ velocity: { length: [300, 500] } }", by: (20, 0)))
    #expect(try begins("{ velocity: { length: \">=500\" } }", by: (20, 0)) == false)
    #expect(try begins("{ numberOfTouches: 1 }", by: (20, 0)))
    #expect(try begins("{ numberOfTouches: \"!= 1\" }", by: (20, 0)) == false)
    #expect(try begins("{ elapsed: \"< 0.06\" }", by: (20, 0)))
    #expect(try begins("{ elapsed: \"< 0.06\" }", by: (6, 0)) == false)
    #expect(try begins("{ location: { in: corner } }", by: (-20, 0)))
    #expect(try begins("{ location: { in: corner } }", by: (20, 0)) == false)
    #expect(try begins("{ location: { in: [0, 0, 100, 100] } }", by: (20, 0)))
    #expect(try begins("{ all: [{ numberOfTouches: 1 }, false] }", by: (20, 0)) == false)
    #expect(try begins("{ any: [{ numberOfTouches: 2 }, true] }", by: (20, 0)))
    #expect(try begins("{ not: { numberOfTouches: 1 } }", by: (20, 0)) == false)
    #expect(try begins("false", by: (20, 0)) == false)
  }

  @Test func `scale and rotation count from where the fingers landed`() throws {
    func begins(_ recognizer: String, apart: Double, turned: Double) throws -> Bool {
      let tree = try tree(
        "{ id: v, frame: fill, isMultipleTouchEnabled: true, gestureRecognizers: [\(recognizer)] }")
      return !actions(
        tree,
        [
          (1, [(0, .down, 100, 100), (1, .down, 200, 100)]),
          (1.05, [(1, .move, 200 + apart, 100 + turned)]),
          (1.1, [(0, .up, 100, 100), (1, .up, 200 + apart, 100 + turned)]),
        ]
      ).isEmpty
    }
    let spread = "{ id: g, pinch: { shouldBegin: { scale: \"> 1\" } } }"
    #expect(try begins(spread, apart: 20, turned: 0))
    #expect(try begins(spread, apart: -20, turned: 0) == false)
    let clockwise = "{ id: g, rotation: { shouldBegin: { rotation: [1, 90] } } }"
    #expect(try begins(clockwise, apart: 0, turned: 30))
    #expect(try begins(clockwise, apart: 0, turned: -30) == false)
  }

  @Test func `a view says no to the recognizers it names`() throws {
    func recognized(_ veto: String) throws -> [String] {
      let tree = try tree(
        "{ id: v, frame: [0, 0, 200, 200], gestureRecognizers: [{ id: g, tap: {} }],"
          + " subviews: [{ id: own, frame: fill, veto: \(veto),"
          + " gestureRecognizers: [{ id: h, longPress: {} }] }] }")
      return actions(tree, tap(50, 50))
    }
    #expect(try recognized("[]") == ["g ended"])
    #expect(try recognized("[{ kind: tap, owner: ancestor }]") == [])
    #expect(try recognized("[{ kind: tap, owner: self }]") == ["g ended"])
    #expect(try recognized("[{ kind: tap, taps: 2 }]") == ["g ended"])
    #expect(try recognized("g") == [])
    #expect(try recognized("{ on: v }") == [])
  }

  @Test func `a control tracks only the touches that its rules allow`() throws {
    let tree = try tree(
      "{ id: b, button: { frame: [0, 0, 200, 200],"
        + " tracking: { begin: [{ deny: { region: { edge: top, within: 50 } } }] } } }")
    _ = actions(tree, tap(50, 20))
    func events() -> Int {
      tree.application.outbox.reports.count { if case .control = $0.kind { true } else { false } }
    }
    #expect(events() == 0)
    tree.application.outbox.removeAll()
    _ = actions(tree, [(61, [(0, .down, 50, 120)]), (61.1, [(0, .up, 50, 120)])])
    #expect(events() > 0)
  }
}
