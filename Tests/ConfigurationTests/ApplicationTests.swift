// The application, its windows and controllers as the configuration makes them.

import Configuration
import ResponderKit
import Testing

@Suite struct ApplicationTests {
  private func build(_ text: String) throws -> Tree {
    try Blueprint.load(text, file: "f.yaml").build()
  }

  private func chain(_ start: Responder?) -> [String] {
    Array(sequence(first: start) { $0?.next }.compactMap { $0?.id })
  }

  @Test func `controllers, children and presented ones are linked as UIKit links them`() throws {
    let tree = try build(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        id: shell
        handles: [remoteControl]
        delegate: { handles: [touches], performs: [save] }
        windows:
          - id: w
            rootViewController:
              id: home
              forwards: last
              handles: [touchesBegan, pressesEnded, motion]
              children:
                - { id: side, view: { id: side.view, frame: [0, 0, "25%", "100%"] } }
              presents: { id: settings, view: { id: settings.view } }
              view:
                id: home.view
                subviews:
                  - id: box
                    frame: [100, 100, 200, 100]
                    subviews:
                      - viewController: { id: inner, view: { id: inner.view } }
      """)
    #expect(tree.application.id == "shell")
    let box = try tree.the(View.self, "box")
    let home = try tree.the(ViewController.self, "home")
    #expect(
      chain(try tree.the(View.self, "inner.view"))
        == ["inner.view", "inner", "box", "home.view", "home", "w", "shell", "appDelegate"])
    #expect(
      chain(try tree.the(View.self, "side.view"))
        == ["side.view", "side", "home.view", "home", "w", "shell", "appDelegate"])
    #expect(
      chain(try tree.the(View.self, "settings.view")).prefix(3)
        == ["settings.view", "settings", "home"])
    #expect(home.children.map(\.id).sorted() == ["inner", "side"])
    #expect(home.presentedViewController?.id == "settings")
    #expect(home.handles == [.touchesBegan, .pressesEnded, .motion])
    #expect(try tree.the(View.self, "inner.view").frame.size == box.bounds.size)
    #expect(
      try tree.the(View.self, "side.view").frame == Rect(x: 0, y: 0, width: 200, height: 480))
    #expect(
      try tree.the(Window.self, "w").subviews.map(\.id) == ["home.view", "settings.container"])
    #expect(tree.application.checkInvariants() == [])
  }

  @Test func `what a child presents lies over the whole window`() throws {
    let tree = try build(
      """
      application:
        windows:
          - id: w
            rootViewController:
              id: home
              view:
                id: home.view
                subviews:
                  - viewController:
                      id: inner
                      presents: { id: alert, view: { id: alert.view } }
                      view: { id: inner.view, frame: [0, 0, 10, 10] }
            subviews: [{ id: bar, frame: [0, 0, 100, 10] }]
      """)
    let window = try tree.the(Window.self, "w")
    #expect(window.subviews.map(\.id) == ["home.view", "bar", "alert.container"])
    #expect(try tree.the(View.self, "alert.view").frame.size == window.bounds.size)
    #expect(
      chain(try tree.the(View.self, "alert.view")).prefix(3) == ["alert.view", "alert", "inner"])
    #expect(tree.application.checkInvariants() == [])
  }

  @Test func `windows have levels, screens and a key window`() throws {
    let tree = try build(
      """
      screens: { left: { size: [800, 480] }, right: { size: [1024, 600] } }
      application:
        windows:
          - { id: a, screen: right }
          - { id: b, screen: left, level: 100, frame: [0, 0, "50%", 40], isKeyWindow: true }
          - { id: c, screen: left, isHidden: true }
      """)
    let a = try tree.the(Window.self, "a")
    let b = try tree.the(Window.self, "b")
    #expect(a.screen === tree.screen("right"))
    #expect(a.frame == Rect(x: 0, y: 0, width: 1024, height: 600))
    #expect(b.frame == Rect(x: 0, y: 0, width: 400, height: 40))
    #expect(b.level == 100)
    #expect(tree.application.keyWindow === b)
    #expect(try tree.the(Window.self, "c").isHidden)
    #expect(tree.application.windows.map(\.id) == ["a", "b", "c"])
  }

  @Test func `first responder, focus and constants are set`() throws {
    let tree = try build(
      """
      application:
        firstResponder: field
        focused: ok
        receivesRemoteControlEvents: true
        constants: { controlSlop: 40, tapCountInterval: 0.5, hitTestAlphaLimit: 0.05 }
        windows:
          - id: w
            subviews:
              - { id: field, frame: fill, canBecomeFirstResponder: true }
              - { id: ok, button: { frame: fill } }
      """)
    #expect(tree.application.firstResponder?.id == "field")
    #expect(tree.application.outbox.isEmpty)
    #expect(tree.application.focused?.id == "ok")
    #expect(tree.application.receivesRemoteControlEvents)
    #expect(tree.application.constants.controlSlop == 40)
    #expect(tree.application.constants.tapCountInterval == 0.5)
    #expect(tree.application.constants.hitTestAlphaLimit == 0.05)
  }

  @Test func `definitions are used through their anchors, and mean nothing themselves`() throws {
    let tree = try build(
      """
      definitions: { tile: &tile { frame: [1, 2, 3, 4], alpha: 0.5 }, unused: { nothing: known } }
      application: { windows: [{ id: w, subviews: [{ id: v, <<: *tile, alpha: 0.75 }] }] }
      """)
    let view = try tree.the(View.self, "v")
    #expect(view.frame == Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(view.alpha == 0.75)
    #expect(
      errors("definitions: [&a 1]") == [
        "f.yaml:1:14: definitions: expected a mapping from names to anchored values, found a list"
      ])
  }

  @Test func `every build is a new tree`() throws {
    let blueprint = try Blueprint.load(
      "application: { windows: [{ id: w }] }", file: "f.yaml")
    let first = blueprint.build()
    let second = blueprint.build()
    #expect(first.application !== second.application)
    #expect(try first.the(Window.self, "w") !== second.the(Window.self, "w"))
    #expect(first.screens.first?.size == Blueprint.unknownScreenSize)
  }

  @Test func `a panel's own size is used where none is written`() throws {
    let blueprint = try Blueprint.load(
      """
      application: { windows: [{ id: w, subviews: [{ id: v, frame: [0, 0, 10mm, "50%"] }] }] }
      """, file: "f.yaml")
    let panel = Blueprint.Panel(
      size: Size(width: 1000, height: 500), physicalSize: Size(width: 200, height: 100))
    let tree = blueprint.build(panels: ["screen": panel])
    #expect(
      try tree.the(View.self, "v").frame == Rect(x: 0, y: 0, width: 50, height: 250))
  }
}
