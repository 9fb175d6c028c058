// Changes to a tree that lives: properties by key, and views with everything in them.

import ResponderKit
import Testing

@testable import Configuration
@testable import ConfigurationText

@Suite struct EditTests {
  private func value(_ text: String) throws -> Node {
    try #require(try YAML.parse(text, file: "request").first)
  }

  private func lively() throws -> Tree {
    try tree(
      "{ id: a, frame: [0, 0, 400, 200], subviews: [{ id: c, frame: fill }],"
        + " gestureRecognizers: [{ id: g, pan: {} }, { id: h, tap: {} }] }",
      "{ id: s, slider: { frame: [0, 200, 100, 44] } }",
      "{ id: z, scrollView: { frame: [0, 300, 100, 100] } }")
  }

  private func complaints(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch let error as BlueprintError {
      return error.diagnostics.map(\.summary)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `a change happens when it is called, not before`() throws {
    let tree = try lively()
    let c = try tree.the(View.self, "c")
    let edit = try tree.edit("frame", to: value("[\"50%\", 0, 10mm, 20]"), of: c)
    #expect(c.frame == Rect(x: 0, y: 0, width: 400, height: 200))
    edit()
    #expect(c.frame == Rect(x: 200, y: 0, width: 50, height: 20))
  }

  @Test(arguments: [
    ("a", "alpha", "0.25"), ("a", "isHidden", "true"), ("a", "handles", "[touches]"),
    ("a", "hit", "{ inset: -3, passthrough: true }"), ("a", "next", "s"),
    ("a", "veto", "[{ kind: tap }]"), ("s", "value", "0.5"), ("s", "isEnabled", "false"),
    ("s", "tracking", "{ slop: 5 }"), ("z", "contentSize", "[200, 300]"),
    ("z", "maximumZoomScale", "3"), ("w", "level", "7"), ("app", "constants", "{ controlSlop: 1 }"),
    ("app", "focused", "s"), ("g", "isEnabled", "false"), ("g", "threshold", "4mm"),
    ("g", "simultaneousWith", "any"), ("g", "shouldBegin", "{ velocityAxis: horizontal }"),
    ("g", "shouldReceive", "false"), ("h", "numberOfTapsRequired", "2"),
  ])
  func `what the configuration can say can be set`(id: String, key: String, text: String) throws {
    let tree = try lively()
    switch tree.registry[id] {
    case .responder(let responder): try tree.edit(key, to: value(text), of: responder)()
    case .recognizer(let recognizer): try tree.edit(key, to: value(text), of: recognizer)()
    case nil: Issue.record("nothing is called \(id)")
    }
    #expect(tree.application.checkInvariants() == [])
  }

  @Test func `zooming, once allowed, has a recognizer with a name`() throws {
    let tree = try lively()
    #expect(tree.registry.recognizer("z.pinch") == nil)
    let view = try tree.the(ScrollView.self, "z")
    try tree.edit("maximumZoomScale", to: value("3"), of: view)()
    #expect(tree.registry.recognizer("z.pinch") === view.pinchGestureRecognizer)
    #expect(view.pinchGestureRecognizer != nil)
  }

  @Test func `a wrong value changes nothing, not even what is right in it`() throws {
    let tree = try lively()
    let a = try tree.the(View.self, "a")
    #expect(
      complaints {
        _ = try tree.edit("hit", to: value("{ inset: -3, redirect: nobody, shape: 1 }"), of: a)
      } == [
        "request:1:24: redirect: no view has the id \"nobody\"",
        "request:1:39: shape: expected one of rectangle, ellipse, found 1",
      ])
    #expect(a.hitInsets == .zero)
  }

  @Test func `an error about a key that cannot be set names those that can`() throws {
    let tree = try lively()
    let a = try tree.the(View.self, "a")
    let pan = try tree.the(PanGestureRecognizer.self, "g")
    #expect(
      complaints { _ = try tree.edit("alhpa", to: value("1"), of: a) } == [
        "request:1:1: unknown key \"alhpa\"; did you mean \"alpha\"?"
      ])
    #expect(
      complaints { _ = try tree.edit("subviews", to: value("[]"), of: a) } == [
        "request:1:1: expected a key that can change while the daemon runs, found \"subviews\""
      ])
    #expect(
      complaints { _ = try tree.edit("isOn", to: value("true"), of: a) }.first?
        .hasPrefix("request:1:1: unknown key \"isOn\"; known here: frame, bounds,") == true)
    #expect(
      complaints { _ = try tree.edit("maximumNumberOfTouches", to: value("0"), of: pan) } == [
        "request:1:1: expected a whole number of at least 1, found 0"
      ])
  }

  @Test func `a view comes with everything in it, and its names go with it`() throws {
    let tree = try lively()
    let a = try tree.the(View.self, "a")
    let node = try value(
      "{ id: n, frame: [\"50%\", 0, 10, 10], subviews: [{ id: ok, button: { frame: fill } }],"
        + " gestureRecognizers: [{ id: n.tap, tap: { requiresFailureOf: [g] } }] }")
    let view = try tree.decodeView(from: node, for: a)
    a.addSubview(view)
    #expect(view.frame == Rect(x: 200, y: 0, width: 10, height: 10))
    #expect(try tree.the(TapGestureRecognizer.self, "n.tap").failureRequirements.map(\.id) == ["g"])
    #expect(tree.application.checkInvariants() == [])
    view.removeFromSuperview()
    tree.forget(view)
    #expect(tree.registry["n"] == nil)
    #expect(tree.registry["ok"] == nil)
    #expect(tree.registry["n.tap"] == nil)
    a.addSubview(try tree.decodeView(from: node, for: a))
    #expect(tree.registry.view("ok") != nil)
  }

  @Test func `what is refused keeps nothing alive`() throws {
    weak var kept: Tree?
    do {
      let tree = try lively()
      kept = tree
      let a = try tree.the(View.self, "a")
      let home = ViewController(id: "home")
      home.view = a
      let g = try tree.the(GestureRecognizer.self, "g")
      let wrong = try value("[h, nobody]")
      #expect(complaints { _ = try tree.edit("simultaneousWith", to: wrong, of: g) }.count == 1)
      // A controller in it is no child of the one around it.
      let node = try value(
        "{ id: n, frame: fill, subviews: [{ viewController: { id: c.home, view: { id: c.view,"
          + " frame: [0, 0, 5, 5] } } }, { id: m, frame: 3 }] }")
      #expect(complaints { _ = try tree.decodeView(from: node, for: a) }.count == 1)
      #expect(home.children.isEmpty)
    }
    #expect(kept == nil)
  }

  @Test func `a recognizer joins a view, and is not waited for when it has left`() throws {
    let tree = try lively()
    let a = try tree.the(View.self, "a")
    let tap = try tree.the(TapGestureRecognizer.self, "h")
    let node = try value("{ id: n, tap: { numberOfTapsRequired: 2, requiredToFailBy: [h] } }")
    let recognizer = try tree.decodeRecognizer(from: node, for: a)
    a.addGestureRecognizer(recognizer)
    #expect(tap.failureRequirements.map(\.id) == ["n"])
    #expect(tree.registry.recognizer("n") === recognizer)
    a.removeGestureRecognizer(recognizer)
    tree.forget(recognizer)
    #expect(tap.failureRequirements.isEmpty)
    #expect(tree.registry["n"] == nil)
  }

  @Test func `a controller is presented while the tree lives`() throws {
    let tree = try Blueprint.load(
      """
      application:
        windows: [{ id: w, rootViewController: { id: home, view: { id: home.view } } }]
      """, file: "f.yaml"
    ).build()
    let home = try tree.the(ViewController.self, "home")
    let node = try value("{ id: alert, view: { id: alert.view, subviews: [] } }")
    let alert = try tree.decodeViewController(from: node, presentedBy: home)
    #expect(alert.view?.window == nil)
    home.present(alert)
    #expect(try tree.the(Window.self, "w").subviews.map(\.id) == ["home.view", "alert.container"])
    #expect(alert.next === home)
    #expect(tree.application.checkInvariants() == [])
    let view = try #require(alert.view)
    home.dismiss()
    tree.forget(view)
    #expect(tree.registry["alert"] == nil)
    #expect(tree.registry["alert.view"] == nil)
  }

  @Test func `requirements that are set replace those of the same side alone`() throws {
    let tree = try tree(
      "{ id: a, frame: fill, gestureRecognizers: [{ id: g, tap: { requiresFailureOf: [h, i] } },"
        + " { id: h, tap: { requiredToFailBy: g } }, { id: i, tap: {} }, { id: j, tap: {} }] }")
    let g = try #require(tree.registry.recognizer("g"))
    func waits() -> [String] { g.failureRequirements.map(\.id).sorted() }
    #expect(waits() == ["h", "i"])
    try tree.edit("requiresFailureOf", to: value("j"), of: g)()
    // The other still says that it must fail first.
    #expect(waits() == ["h", "j"])
    let h = try #require(tree.registry.recognizer("h"))
    try tree.edit("requiredToFailBy", to: value("[]"), of: h)()
    #expect(waits() == ["j"])
    try tree.edit("requiresFailureOf", to: value("~"), of: g)()
    #expect(waits() == [])
  }

  @Test func `a circle of requirements is refused, also one that several edits close`() throws {
    let tree = try tree(
      "{ id: a, frame: fill, gestureRecognizers: [{ id: g, tap: { requiresFailureOf: h } },"
        + " { id: h, tap: {} }, { id: i, tap: {} }] }")
    let (g, h, i) = (
      try #require(tree.registry.recognizer("g")), try #require(tree.registry.recognizer("h")),
      try #require(tree.registry.recognizer("i"))
    )
    #expect(
      complaints { _ = try tree.edit("requiresFailureOf", to: value("[i, g]"), of: h) } == [
        "request:1:5: [1]: expected requirements without a cycle, found h → g → h"
      ])
    // Neither of these closes one alone, but both together do.
    let first = try tree.edit("requiresFailureOf", to: value("i"), of: h)
    #expect(
      complaints { _ = try tree.edit("requiresFailureOf", to: value("g"), of: i) } == [
        "request:1:1: expected requirements without a cycle, found i → g → h → i"
      ])
    // One that takes another away first is none.
    let second = try tree.edit("requiresFailureOf", to: value("[]"), of: g)
    let third = try tree.edit("requiresFailureOf", to: value("g"), of: i)
    for edit in [first, second, third] { edit() }
    tree.endPlan()
    #expect(g.failureRequirements.isEmpty)
    #expect(h.failureRequirements.map(\.id) == ["i"])
    #expect(i.failureRequirements.map(\.id) == ["g"])
    // What was planned and not done is forgotten.
    _ = try tree.edit("requiresFailureOf", to: value("[]"), of: i)
    tree.endPlan()
    #expect(
      complaints { _ = try tree.edit("requiresFailureOf", to: value("h"), of: g) }.count == 1)
  }
}
