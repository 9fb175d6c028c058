// Measures under a name, for a whole tree or a part of it.

import ResponderKit
import Testing
import YAML

@testable import Blueprint

@Suite struct ProfileTests {
  private let profiles = """
    screens: { panel: { size: [800, 480], physicalSize: [160, 96] } }
    profiles:
      gloves:
        constants: { controlSlop: "20mm" }
        tap: { allowableMovement: "12mm", maximumTapInterval: 0.5 }
        pan: { threshold: 30 }
        pinch: { threshold: 20 }
        scrollView: { contentDelay: 0.3 }
      exact: { inherits: gloves, tap: { allowableMovement: 4 } }
      calm: { tap: { maximumTapInterval: 1 } }

    """

  private func load(_ application: String) throws -> Tree {
    try Blueprint.load(profiles + application, file: "f.yaml").build()
  }

  private func tap(_ tree: Tree, _ id: String) throws -> [Double] {
    let tap = try tree.the(TapGestureRecognizer.self, id)
    return [tap.allowableMovement, tap.maximumTapInterval, tap.maximumTapDuration]
  }

  @Test func `the nearest profile counts, then those it inherits, then the standard's`() throws {
    let tree = try load(
      """
      application:
        profile: gloves
        constants: { tapCountInterval: 0.6 }
        windows:
        - id: w
          gestureRecognizers: [{ id: plain, tap: {} }]
          rootViewController:
            id: home
            view:
              id: home.view
              profile: exact
              subviews:
              - id: deep
                frame: fill
                gestureRecognizers: [{ id: inside, tap: { maximumTapDuration: 2 } }]
                subviews:
                - id: island
                  frame: fill
                  profile: uikit
                  gestureRecognizers: [{ id: standard, tap: {} }]
                - { id: after, frame: fill, gestureRecognizers: [{ id: again, tap: {} }] }
            children:
            - id: child
              view: { id: child.view, gestureRecognizers: [{ id: childs, tap: {} }] }
            presents:
              id: shown
              view: { id: shown.view, gestureRecognizers: [{ id: presented, tap: {} }] }
      """)
    #expect(try tap(tree, "plain") == [60, 0.5, 0.75])
    #expect(try tap(tree, "inside") == [4, 0.5, 2])
    #expect(try tap(tree, "standard") == [45, 0.35, 0.75])
    #expect(try tap(tree, "again") == [4, 0.5, 0.75])
    #expect(try tap(tree, "childs") == [4, 0.5, 0.75])
    #expect(try tap(tree, "presented") == [60, 0.5, 0.75])
    #expect(tree.application.constants.controlSlop == 100)
    #expect(tree.application.constants.tapCountInterval == 0.6)
    #expect(tree.application.constants.tapCountDistance == 45)
  }

  @Test func `what is written at the thing itself counts more`() throws {
    let tree = try load(
      """
      application:
        profile: gloves
        constants: { controlSlop: 7 }
        windows:
        - id: w
          gestureRecognizers: [{ id: own, tap: { allowableMovement: 9 } }]
      """)
    #expect(try tap(tree, "own") == [9, 0.5, 0.75])
    #expect(tree.application.constants.controlSlop == 7)
  }

  @Test func `scroll views and their own recognizers follow it, also one that comes later`() throws
  {
    let tree = try load(
      """
      application:
        profile: gloves
        windows:
        - id: w
          subviews:
          - id: warm
            frame: fill
            profile: calm
            subviews: [{ id: usual, scrollView: { frame: fill } }]
          - id: thick
            scrollView:
              frame: fill
              maximumZoomScale: 2
              panGestureRecognizer: { velocityWindow: 0.2 }
              pinchGestureRecognizer: { velocityWindow: 0.3 }
          - { id: zooms, scrollView: { frame: fill, maximumZoomScale: 2 } }
          - { id: later, scrollView: { frame: fill, contentDelay: 0.1 } }
      """)
    let usual = try tree.the(ScrollView.self, "usual")
    #expect(usual.contentDelay == 0.15)
    #expect(usual.panGestureRecognizer.threshold == 10)
    let thick = try tree.the(ScrollView.self, "thick")
    #expect(thick.contentDelay == 0.3)
    #expect(thick.panGestureRecognizer.threshold == 30)
    #expect(thick.panGestureRecognizer.velocityWindow == 0.2)
    #expect(thick.pinchGestureRecognizer?.threshold == 20)
    #expect(thick.pinchGestureRecognizer?.velocityWindow == 0.3)
    #expect(try tree.the(ScrollView.self, "zooms").pinchGestureRecognizer?.threshold == 20)
    let later = try tree.the(ScrollView.self, "later")
    #expect(later.contentDelay == 0.1)
    let two = try #require(try YAML.parse("2", file: "request").first)
    try tree.edit("maximumZoomScale", to: two, of: later)()
    #expect(later.pinchGestureRecognizer?.threshold == 20)
  }

  @Test func `what joins a living tree follows the profile of its place`() throws {
    let tree = try load(
      """
      application:
        windows:
        - id: w
          subviews: [{ id: place, frame: fill, profile: calm }]
      """)
    let node = try #require(
      try YAML.parse(
        "{ id: new, frame: fill, gestureRecognizers: [{ id: new.tap, tap: {} }] }",
        file: "request"
      ).first)
    let view = try tree.decodeView(from: node, for: tree.the(View.self, "place"))
    #expect((view.gestureRecognizers.first as? TapGestureRecognizer)?.maximumTapInterval == 1)
  }

  @Test(arguments: [
    ("uikit: {}", "2:3: profiles.uikit: the profile \"uikit\" is built in; give yours"),
    (
      "gloves: { inherits: glove }",
      "expected the name of a profile, found \"glove\"; did you mean \"gloves\"?"
    ),
    (
      "a: { inherits: b }\n  b: { inherits: c }\n  c: { inherits: a }",
      "expected profiles that do not inherit in a cycle, found c → a → b → c"
    ),
    ("a: { inherits: a }", "found a → a"),
    ("a: { tab: {} }", "unknown key; did you mean \"tap\"?"),
    ("a: { tap: { allowableMovment: 3 } }", "unknown key; did you mean \"allowableMovement\"?"),
    (
      "a: { tap: { numberOfTapsRequired: 2 } }",
      "misplaced key; a profile has limits only; set this key at each tap"
    ),
    ("a: { tap: { allowableMovement: far } }", "expected a number"),
    ("a: { constants: { controlSlop: near } }", "expected a number"),
    ("a: 3", "expected a mapping, found 3"),
    ("a: { pan: 3 }", "expected a mapping with limits of a pan, found 3"),
    ("3", "expected a mapping from names to profiles, found 3"),
  ])
  func `an invalid profile is an error, also an unused one`(text: String, error: String) {
    let found = errors("profiles:\n  " + text + "\napplication: { windows: [{ id: w }] }")
    #expect(found.count == 1)
    #expect(found.first?.contains(error) ?? false, "\(found)")
  }

  @Test func `a profile in a view brings no constants but the application's`() {
    let head = "profiles: { a: { constants: { controlSlop: 9 } }, b: { inherits: a } }\n"
    let inner = "windows: [{ id: w, profile: b }] }"
    #expect(errors(head + "application: { profile: a, " + inner) == [])
    let found = errors(head + "application: { " + inner)
    #expect(found.count == 1)
    #expect(
      found.first?.contains("apply to the whole application, found those of \"a\"") ?? false)
  }

  @Test func `an unknown name is an error where it is used, and a live tree keeps its own`() throws
  {
    let found = errors("application: { profile: glove, windows: [{ id: w, profile: x y }] }")
    #expect(found.count == 2)
    #expect(found[0].contains("expected the name of a profile, found \"glove\"; known here: uikit"))
    let tree = try load("application: { windows: [{ id: w }] }")
    let node = try #require(try YAML.parse("calm", file: "request").first)
    #expect(throws: BlueprintError.self) {
      try tree.edit("profile", to: node, of: tree.the(Window.self, "w"))
    }
  }
}
