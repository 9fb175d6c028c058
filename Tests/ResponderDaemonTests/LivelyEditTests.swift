// Edits of what used to be fixed: who waits for whom, what controls do, who presents whom.

import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct LivelyEditTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          performs: [save, load]
          subviews:
            - id: red
              frame: [0, 0, 100, 100]
              gestureRecognizers:
                - { id: single, tap: {} }
                - { id: double, tap: { numberOfTapsRequired: 2 } }
                - { id: triple, tap: { numberOfTapsRequired: 3, requiresFailureOf: [] } }
            - { id: ok, button: { frame: [100, 0, 100, 100], actions: { touchUpInside: save } } }
    """

  private func stage(_ script: String = "20.0 wait\n") throws -> Stage {
    try Stage.started(LivelyEditTests.configuration, script: script)
  }

  @Test func `a requirement that is set applies at once, and one that is removed has no effect`()
    throws
  {
    let stage = try stage("1.0 down 1 50,50\n1.05 up 1\n3.0 down 1 50,50\n3.05 up 1\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["gesture"]"#)
    let set = #"{"id":2,"set":{"recognizer":"single","requiresFailureOf":["double"]}}"#
    #expect(try stage.ask(peer, set).element(0).hasPrefix(#"{"type":"reply""#))
    try stage.play(seconds: 1.2)
    #expect(try peer.lines() == [])
    try stage.play(seconds: 0.5)
    #expect(try peer.lines().element(0).contains(#""recognizer":"single""#))
    try stage.play(seconds: 1.4)
    // It waits for the double tap that may come; without the requirement it does not.
    #expect(try peer.lines() == [])
    let lines = try stage.ask(
      peer, #"{"id":3,"set":{"recognizer":"single","requiresFailureOf":[]}}"#)
    #expect(lines.contains { $0.contains(#""recognizer":"single","kind":"tap","state":"ended""#) })
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `a circle is refused, and so is the whole batch`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    let one = #"{"set":{"recognizer":"single","requiresFailureOf":["double"]}}"#
    let two = #"{"set":{"recognizer":"double","requiresFailureOf":["triple"]}}"#
    let three = #"{"set":{"recognizer":"triple","requiresFailureOf":["single"]}}"#
    let refused = try stage.ask(peer, #"{"id":1,"batch":[\#(one),\#(two),\#(three)]}"#)
    #expect(refused.count == 1)
    #expect(refused.element(0).contains(#""code":"invalidEdit""#))
    #expect(refused.element(0).contains("triple → single → double → triple"))
    #expect(refused.element(0).contains(#""path":"batch[2].set.requiresFailureOf""#))
    let registry = stage.daemon.configuration.tree.registry
    for id in ["single", "double", "triple"] {
      #expect(registry.recognizer(id)?.failureRequirements.isEmpty == true)
    }
    // The refused batch leaves nothing behind that prevents a later edit.
    #expect(
      try stage.ask(peer, #"{"id":2,"batch":[\#(two),\#(three)]}"#).element(0)
        .hasPrefix(#"{"type":"reply""#))
    let third = try stage.ask(peer, "{\"id\":3,\(one.dropFirst())")
    #expect(third.element(0).contains(#""code":"invalidEdit""#))
  }

  @Test func `a button does something else from now on`() throws {
    let stage = try stage("1.0 down 1 150,50\n1.1 up 1\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["action"]"#)
    _ = try stage.ask(peer, #"{"id":2,"set":{"view":"ok","actions":{"touchUpInside":"load"}}}"#)
    try stage.play(seconds: 2)
    let lines = try peer.lines()
    #expect(lines.count == 1)
    #expect(lines.element(0).contains(#""action":"load","control":"ok","responder":"main""#))
  }

  @Test func `what is put may present, and goes with its program`() throws {
    let stage = try stage("1.0 down 1 300,300\n1.1 up 1\n9.0 wait\n")
    let owner = try stage.peer()
    let other = try stage.subscriber(#""types":["edit","touches"]"#)
    // Only a controller presents, and a view can hold one.
    let view =
      #"{"id":"box","frame":[200,0,100,100],"subviews":[{"viewController":{"id":"c","view":"#
      + #"{"id":"c.view","frame":"fill"},"presents":{"id":"dialog","view":{"id":"dialog.view","#
      + #""handles":["touches"]}}}}]}"#
    let done = try stage.ask(owner, #"{"id":1,"put":{"in":"main","view":\#(view)}}"#)
    #expect(done.element(0).hasPrefix(#"{"type":"reply""#), "\(done)")
    let edits = try other.lines()
    #expect(edits.count == 2)
    #expect(edits.element(0).contains(#""edit":"added","view":"box","parent":"main""#))
    #expect(edits.element(1).contains(#""edit":"added","view":"dialog.container","parent":"main""#))
    #expect(edits.element(1).contains(#""frame":[0.0,0.0,800.0,480.0]"#))
    try stage.play(seconds: 2)
    #expect(try other.lines().element(0).contains(#""responder":"dialog.view""#))
    owner.vanish()
    try stage.play(seconds: 0)
    #expect(try other.lines().filter { $0.contains(#""edit":"removed""#) }.count == 2)
    #expect(stage.daemon.configuration.tree.registry.responder("dialog") == nil)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }
}
