// Forwarding per kind of event, modal presentation, and next responders that go and come again.

import Testing

@testable import Configuration
@testable import ConfigurationText
@testable import ResponderKit

@Suite struct PresentationTests {
  private func value(_ text: String) throws -> Node {
    try #require(try YAML.parse(text, file: "request").first)
  }

  private func tree(_ application: String) throws -> Tree {
    try Blueprint.load("application:\n" + application, file: "f.yaml").build()
  }

  @Test func `each kind of event has its own forwarding`() throws {
    let tree = try tree(
      "  windows: [{ id: w, subviews: [{ id: a, frame: fill, forwards: { touches: last, presses: first } },"
        + " { id: b, frame: fill, forwards: last }, { id: c, frame: fill, forwards: { motion: none } }] }]"
    )
    var expected = Forwards.none
    expected.touches = .last
    expected.presses = .first
    #expect(try tree.the(View.self, "a").forwards == expected)
    #expect(try tree.the(View.self, "b").forwards == .last)
    #expect(try tree.the(View.self, "c").forwards == .none)
    // What is set replaces the whole value.
    try tree.edit("forwards", to: value("{ remoteControl: first }"), of: tree.the(View.self, "a"))()
    expected = .none
    expected.remoteControl = .first
    #expect(try tree.the(View.self, "a").forwards == expected)
  }

  private func errorsOf(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch let error as BlueprintError {
      return error.diagnostics.map(\.summary)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `forwarding that cannot be is refused with its place`() {
    #expect(
      errorsOf {
        _ = try tree(
          "  windows: [{ id: w, forwards: { touches: later, taps: last } },"
            + " { id: u, forwards: always }]")
      } == [
        "f.yaml:2:43: application.windows[0].forwards.touches: expected one of none, first, last,"
          + " found \"later\"",
        "f.yaml:2:50: application.windows[0].forwards.taps: unknown key; known here: touches,"
          + " presses, motion, remoteControl",
        "f.yaml:2:85: application.windows[1].forwards: expected one of none, first, last, found"
          + " \"always\"",
      ])
  }

  private static let presenting =
    "  windows: [{ id: w, frame: [0, 0, 400, 400], rootViewController: { id: home,"
    + " view: { id: home.view }, presents: { id: alert, MODAL"
    + " view: { id: alert.view, frame: [100, 100, 50, 50] } } } }]"

  @Test func `a presented controller keeps touches from what lies behind`() throws {
    let tree = try tree(Self.presenting.replacing("MODAL", with: ""))
    let window = try tree.the(Window.self, "w")
    let container = try tree.the(PresentationContainer.self, "alert.container")
    #expect(window.subviews.map(\.id) == ["home.view", "alert.container"])
    #expect(container.frame == Rect(x: 0, y: 0, width: 400, height: 400))
    func hit(_ x: Double, _ y: Double) -> String? {
      tree.application.hitTest(Point(x: x, y: y), on: nil, with: nil)?.id
    }
    #expect(hit(10, 10) == "alert.container")
    #expect(hit(120, 120) == "alert.view")
    // It follows its window.
    window.frame = Rect(x: 0, y: 0, width: 800, height: 600)
    #expect(container.frame == Rect(x: 0, y: 0, width: 800, height: 600))
    #expect(hit(700, 500) == "alert.container")
    try tree.the(ViewController.self, "home").dismiss()
    tree.forget(container)
    #expect(hit(10, 10) == "home.view")
    for id in ["alert", "alert.view", "alert.container"] { #expect(tree.registry[id] == nil) }
  }

  @Test func `a controller that is not modal lies in the window itself`() throws {
    let tree = try tree(Self.presenting.replacing("MODAL", with: "modal: false,"))
    let window = try tree.the(Window.self, "w")
    #expect(window.subviews.map(\.id) == ["home.view", "alert.view"])
    #expect(tree.registry["alert.container"] == nil)
    let hit = tree.application.hitTest(Point(x: 10, y: 10), on: nil, with: nil)
    #expect(hit?.id == "home.view")
  }

  @Test func `only what is presented can be modal, and its container has a name of its own`() {
    #expect(
      errorsOf {
        _ = try tree(
          "  windows: [{ id: w, rootViewController: { id: home, modal: true, view: { id: v } } }]")
      } == [
        "f.yaml:2:61: application.windows[0].rootViewController.modal: misplaced key; it belongs to"
          + " a controller under \"presents\""
      ])
    #expect(
      errorsOf {
        _ = try tree(
          "  windows: [{ id: w, rootViewController: { id: home, view: { id: a.container },"
            + " presents: { id: a, view: { id: b } } } }]")
      }.count == 1)
  }

  @Test func `a later responder of the same id takes its place in the chain`() throws {
    let tree = try tree(
      "  windows: [{ id: w, subviews: [{ id: a, frame: fill, next: b },"
        + " { id: b, frame: fill, next: a2 }, { id: a2, frame: fill }] }]")
    let (window, a) = (try tree.the(Window.self, "w"), try tree.the(View.self, "a"))
    func chain() -> [String] { a.chain.map(\.id) }
    #expect(chain() == ["a", "b", "a2", "w", "app"])
    let b = try tree.the(View.self, "b")
    b.removeFromSuperview()
    tree.forget(b)
    #expect(chain() == ["a", "w", "app"])
    #expect(a.nextOverride == nil)
    let again = try tree.decodeView(from: value("{ id: b, frame: fill }"), for: window)
    window.addSubview(again)
    tree.endPlan()
    #expect(chain() == ["a", "b", "w", "app"])
    #expect(a.next === again)
    // One that would close a circle does not.
    again.removeFromSuperview()
    tree.forget(again)
    let circle = try tree.decodeView(from: value("{ id: b, frame: fill, next: a }"), for: window)
    window.addSubview(circle)
    tree.endPlan()
    #expect(circle.chain.map(\.id) == ["b", "a", "w", "app"])
    #expect(chain() == ["a", "w", "app"])
    #expect(tree.application.checkInvariants() == [])
  }
}
