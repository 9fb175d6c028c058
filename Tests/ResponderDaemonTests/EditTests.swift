// The tree changes while it lives: edits, batches, owners, and what others see of it.

import Linux
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct EditTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          subviews:
            - id: red
              frame: [0, 0, 100, 100]
              handles: [touches]
              gestureRecognizers: [{ id: red.tap, tap: {} }]
            - id: blue
              frame: [50, 0, 100, 100]
              handles: [touches]
            - id: ok
              button: { frame: [300, 0, 100, 50] }
            - id: editor
              frame: [0, 200, 100, 100]
              canBecomeFirstResponder: true
    """

  private func stage(_ script: String = "60.0 wait\n") throws -> Stage {
    try Stage.started(EditTests.configuration, script: script)
  }

  private func order(_ stage: Stage) -> [String] {
    stage.daemon.configuration.application.windows[0].subviews.map(\.id)
  }

  private func hit(_ stage: Stage, _ peer: Peer, _ x: Int, _ y: Int) throws -> String {
    let line = try stage.ask(peer, #"{"id":0,"hitTest":{"point":[\#(x),\#(y)]}}"#).element(0)
    return line.split(separator: "\"view\":\"").dropFirst().first.map {
      String($0.prefix { $0 != "\"" })
    } ?? "nothing"
  }

  @Test func `a property set takes effect at once, and other clients receive the new state`() throws
  {
    let stage = try stage()
    let editor = try stage.peer()
    let other = try stage.subscriber(#""types":["edit"]"#)
    #expect(try hit(stage, editor, 75, 50) == "blue")
    let answer = try stage.ask(
      editor, #"{"id":1,"set":{"view":"blue","isHidden":true,"frame":[60,0,10,10]}}"#)
    #expect(answer == [#"{"type":"reply","id":1,"result":{"seq":2}}"#])
    #expect(try hit(stage, editor, 75, 50) == "red")
    #expect(
      try other.lines() == [
        #"{"seq":2,"t":100.000000,"type":"edit","edit":"changed","view":"blue","node":{"id":"blue","#
          + #""frame":[60.0,0.0,10.0,10.0],"isHidden":true,"handles":["touches"]}}"#
      ])
  }

  @Test func `views are put, placed among siblings, moved and removed`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    func edit(_ edit: String) throws {
      let answer = try stage.ask(peer, "{\"id\":1,\(edit)}").element(0)
      #expect(answer.hasPrefix(#"{"type":"reply""#), "\(answer)")
    }
    try edit(#""put":{"in":"main","view":{"id":"a","frame":[0,0,9,9]},"below":"red"}"#)
    try edit(#""put":{"in":"main","view":{"id":"b","frame":[0,0,9,9]},"below":"ok"}"#)
    try edit(#""put":{"in":"main","view":{"id":"c","frame":[0,0,9,9]}}"#)
    try edit(#""put":{"in":"main","view":{"id":"d","frame":[0,0,9,9]}}"#)
    #expect(order(stage) == ["a", "red", "blue", "b", "ok", "editor", "c", "d"])
    try edit(#""set":{"view":"red","above":"ok"}"#)
    try edit(#""set":{"view":"editor","below":"ok"}"#)
    try edit(#""set":{"view":"d","above":"blue"}"#)
    #expect(order(stage) == ["a", "blue", "d", "b", "editor", "ok", "red", "c"])
    // A place without its sibling, and none at all, are the usual ones.
    try edit(#""set":{"view":"editor","below":null}"#)
    try edit(#""set":{"view":"d","above":"main"}"#)
    try edit(#""put":{"in":"red","view":{"id":"c","frame":[0,0,9,9]}}"#)
    try edit(#""remove":{"view":"b"}"#)
    #expect(order(stage) == ["a", "blue", "ok", "red", "editor", "d"])
    #expect(stage.daemon.configuration.tree.registry.view("b") == nil)
    #expect(
      try stage.ask(peer, #"{"id":2,"chain":{"responder":"c"}}"#).element(0).contains(
        #"[{"id":"c","kind":"view"},{"id":"red""#))
    // A name that is free again may be given again.
    try edit(#""put":{"in":"red","view":{"id":"b","frame":[0,0,9,9]}}"#)
    #expect(stage.daemon.configuration.tree.registry.view("b")?.superview?.id == "red")
  }

  @Test(arguments: [
    (#"{"set":{"view":"red","alhpa":1}}"#, "invalidEdit", "batch[1].set.alhpa", "alpha"),
    (#"{"set":{"view":"red","frame":[1,2,3]}}"#, "invalidEdit", "batch[1].set.frame", "expected"),
    (#"{"set":{"view":"rde2","alpha":1}}"#, "notFound", "batch[1].set.view", "no view"),
    (#"{"remove":{"view":"nobody"}}"#, "notFound", "batch[1].remove.view", "no view"),
    (
      #"{"put":{"in":"main","view":{"id":"x","frame":[0,0,1,1],"subviews":[{"id":"x","frame":[0,0,1,1]}]}}}"#,
      "invalidEdit", "batch[1].put.view", "x"
    ),
    (
      #"{"put":{"in":"x","view":{"id":"x","frame":[0,0,1,1]}}}"#, "refused", "batch[1].put",
      "itself"
    ),
    (#"{"put":{"in":"main","view":{"id":"x"}}}"#, "invalidEdit", "batch[1].put.view", "frame"),
    (#"{"set":{"view":"red","above":1}}"#, "badRequest", "batch[1].set.above", "sibling"),
    (
      #"{"set":{"view":"red","isEnabled":true}}"#, "invalidEdit", "batch[1].set.isEnabled",
      "unknown"
    ),
    (
      #"{"set":{"view":"ok","isOn":null}}"#, "invalidEdit", "batch[1].set.isOn", "unknown"
    ),
    (
      #"{"remove":{"viewController":"red"}}"#, "notFound", "batch[1].remove.viewController",
      "a view"
    ),
    (
      #"{"remove":{"view":"app"}}"#, "invalidEdit", "batch[1].remove.view", "part of something else"
    ),
    (
      #"{"put":{"in":"main","lasting":true,"view":{"id":"x","frame":[0,0,1,1]}}}"#, "invalidEdit",
      "batch[1].put.lasting", "identify"
    ),
    (#"{"set":{"view":"new.child","alpha":7}}"#, "invalidEdit", "batch[1].set.alpha", "expected"),
  ])
  func `a batch with one error does nothing, and names its place`(
    edit: String, code: String, path: String, word: String
  ) throws {
    let stage = try stage()
    let peer = try stage.peer()
    let other = try stage.subscriber()
    let good =
      #"{"put":{"in":"main","view":{"id":"new","frame":[0,0,9,9],"subviews":[{"id":"new.child","frame":[0,0,1,1]}]}}}"#
    let line = try stage.ask(peer, #"{"id":1,"batch":[\#(good),\#(edit)]}"#).element(0)
    #expect(line.hasPrefix(#"{"type":"error","id":1,"code":"\#(code)","message":""#), "\(line)")
    #expect(line.hasSuffix(#""path":"\#(path)"}"#), "\(line)")
    #expect(line.contains(word), "\(line)")
    #expect(order(stage) == ["red", "blue", "ok", "editor"])
    #expect(stage.daemon.configuration.tree.registry.view("new.child") == nil)
    #expect(try other.lines() == [])
    // The same name can be added afterwards.
    #expect(
      try stage.ask(peer, #"{"id":2,"batch":[\#(good)]}"#).element(0).hasPrefix(#"{"type":"reply""#)
    )
  }

  @Test func `edits of a batch may use what earlier ones put, and not what they remove`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    let done = try stage.ask(
      peer,
      #"{"id":1,"batch":[{"put":{"in":"main","view":{"id":"new","frame":[0,0,9,9]}}},"#
        + #"{"set":{"view":"new","alpha":0.5}},"#
        + #"{"put":{"in":"new","view":{"id":"inner","frame":[0,0,9,9]}}}]}"#)
    #expect(done.element(0).hasPrefix(#"{"type":"reply""#))
    #expect(!done.element(0).contains("waits"))
    #expect(stage.daemon.configuration.tree.registry.view("new")?.alpha == 0.5)
    #expect(stage.daemon.configuration.tree.registry.view("inner")?.superview?.id == "new")
    let refused = try stage.ask(
      peer, #"{"id":2,"batch":[{"remove":{"view":"red"}},{"set":{"view":"red","alpha":1}}]}"#)
    #expect(refused.element(0).contains(#""code":"notFound""#))
    #expect(order(stage) == ["red", "blue", "ok", "editor", "new"])
  }

  @Test func `recognizers join and leave, by request and with their owner`() throws {
    let stage = try stage("1.0 down 1 75,20\n1.1 up 1\n3.0 down 1 75,20\n3.1 up 1\n9.0 wait\n")
    let owner = try stage.peer()
    let other = try stage.subscriber(#""types":["gesture","edit"]"#)
    _ = try stage.ask(
      owner,
      #"{"id":1,"put":{"in":"blue","gestureRecognizer":{"id":"blue.tap","tap":{}}}}"#)
    _ = try stage.ask(owner, #"{"id":2,"remove":{"recognizer":"red.tap"}}"#)
    let edits = try other.lines()
    #expect(edits.element(0).contains(#""gestureRecognizers":[{"id":"blue.tap","tap":{}}]"#))
    #expect(edits.element(1).contains(#""edit":"changed","view":"red""#))
    #expect(!edits.element(1).contains("red.tap"))
    try stage.play(seconds: 2)
    #expect(try other.lines().element(0).contains(#""recognizer":"blue.tap""#))
    owner.vanish()
    try stage.play(seconds: 5)
    let rest = try other.lines()
    #expect(rest.count == 1)
    #expect(rest.element(0).contains(#""edit":"changed","view":"blue""#))
    #expect(stage.daemon.configuration.tree.registry.recognizer("blue.tap") == nil)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
    let again = try stage.ask(
      other, #"{"id":3,"batch":[{"remove":{"recognizer":"blue.tap"}}]}"#)
    #expect(again.element(0).contains(#""code":"notFound""#))
  }

  @Test func `controllers are presented over all and dismissed`() throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            rootViewController: { id: home, view: { id: home.view, handles: [touches] } }
      """, script: "1.0 down 1 75,20\n9.0 up 1\n")
    let peer = try stage.subscriber(#""types":["touches","edit"]"#)
    let controller =
      #"{"id":"dialog","view":{"id":"dialog.view","frame":"fill","handles":["touches"]}}"#
    let present = #""put":{"presentedBy":"home","viewController":\#(controller)}"#
    let first = try stage.ask(peer, "{\"id\":1,\(present)}")
    #expect(
      first.contains { $0.contains(#""edit":"added","view":"dialog.container","parent":"main""#) })
    #expect(try stage.ask(peer, "{\"id\":2,\(present)}").count == 1)
    try stage.play(seconds: 2)
    #expect(try peer.lines().element(0).contains(#""phase":"began","responder":"dialog.view""#))
    let gone = try stage.ask(peer, #"{"id":3,"remove":{"viewController":"dialog"}}"#)
    #expect(gone.contains { $0.contains(#""edit":"removed","view":"dialog.container""#) })
    #expect(gone.contains { $0.contains(#""phase":"cancelled","responder":"dialog.view""#) })
    #expect(stage.daemon.configuration.tree.registry.responder("dialog") == nil)
    #expect(
      try stage.ask(peer, "{\"id\":4,\(present)}").contains { $0.hasPrefix(#"{"type":"reply""#) })
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `removing a view cancels its fingers`() throws {
    let stage = try stage("1.0 down 1 20,20\n9.0 up 1\n")
    let peer = try stage.subscriber(#""types":["touches","edit"]"#)
    try stage.play(seconds: 2)
    _ = try peer.lines()
    let lines = try stage.ask(peer, #"{"id":2,"remove":{"view":"red"}}"#)
    #expect(lines.count == 3)
    #expect(lines.contains { $0.contains(#""edit":"removed","view":"red""#) })
    #expect(lines.contains { $0.contains(#""phase":"cancelled","responder":"red""#) })
    try stage.play(seconds: 20)
    #expect(try peer.lines() == [])
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `a program that dies takes its views and their fingers with it`() throws {
    let stage = try stage("1.0 down 1 20,20; down 2 75,50\n9.0 up 1; up 2\n")
    let owner = try stage.peer()
    _ = try stage.ask(
      owner,
      #"{"id":1,"put":{"in":"main","view":{"id":"mine","frame":[0,0,40,40],"handles":["touches"],"#
        + #""subviews":[{"id":"mine.inner","frame":[0,0,40,40]}]}}}"#)
    let other = try stage.subscriber(#""types":["touches","edit"]"#)
    try stage.play(seconds: 2)
    #expect(try other.lines().count == 2)
    owner.vanish()
    try stage.play(seconds: 0)
    let lines = try other.lines()
    #expect(lines.count == 2)
    #expect(lines.contains { $0.contains(#""edit":"removed","view":"mine""#) })
    #expect(
      lines.contains { $0.contains(#""phase":"cancelled","responder":"mine","view":"mine.inner""#) }
    )
    #expect(stage.daemon.configuration.tree.registry.view("mine.inner") == nil)
    #expect(order(stage) == ["red", "blue", "ok", "editor"])
    try stage.play(seconds: 20)
    let rest = try other.lines()
    #expect(rest.count == 1)
    #expect(rest.element(0).contains(#""phase":"ended","responder":"blue""#))
  }

  @Test func `recognizers and controls are switched, fingers cancelled, views inhibited`() throws {
    let stage = try stage("1.0 down 1 20,20; down 2 120,50\n9.0 up 1; up 2\n")
    let peer = try stage.subscriber(#""types":["touches"]"#)
    let registry = stage.daemon.configuration.tree.registry
    _ = try stage.ask(peer, #"{"id":2,"set":{"recognizer":"red.tap","isEnabled":false}}"#)
    #expect(registry.recognizer("red.tap")?.isEnabled == false)
    _ = try stage.ask(peer, #"{"id":2,"set":{"view":"ok","isEnabled":false}}"#)
    #expect((registry.view("ok") as? Control)?.isEnabled == false)
    try stage.play(seconds: 2)
    #expect(try peer.lines().count == 2)
    let inhibited = try stage.ask(peer, #"{"id":3,"set":{"view":"red","isInhibited":true}}"#)
    #expect(inhibited.contains { $0.contains(#""phase":"cancelled","responder":"red""#) })
    #expect(inhibited.count == 2)
    let cancelled = try stage.ask(peer, #"{"id":4,"cancel":{"touches":[2]}}"#)
    #expect(cancelled.contains { $0.contains(#""phase":"cancelled","responder":"blue""#) })
    try stage.play(seconds: 20)
    #expect(try peer.lines() == [])
    _ = try stage.ask(peer, #"{"id":5,"set":{"recognizer":"red.tap","isEnabled":true}}"#)
    #expect(registry.recognizer("red.tap")?.isEnabled == true)
  }

  @Test func `the first responder is asked for and given up`() throws {
    let stage = try stage()
    let peer = try stage.subscriber(#""types":["firstResponder"]"#)
    let yes = try stage.ask(peer, #"{"id":2,"becomeFirstResponder":{"responder":"editor"}}"#)
    #expect(yes.contains { $0.hasSuffix(#""accepted":true}}"#) })
    #expect(
      yes.contains {
        $0.contains(#""type":"firstResponder""#) && $0.contains(#""firstResponder":"editor""#)
      })
    let no = try stage.ask(peer, #"{"id":3,"becomeFirstResponder":{"responder":"red"}}"#)
    #expect(no.contains { $0.hasSuffix(#""accepted":false}}"#) })
    let gone = try stage.ask(peer, #"{"id":4,"resignFirstResponder":{"responder":"editor"}}"#)
    #expect(gone.contains { $0.hasSuffix(#""accepted":true}}"#) })
  }

  @Test func `a view gives the first responder up that is in it`() throws {
    let stage = try stage()
    let peer = try stage.subscriber(#""types":["firstResponder"]"#)
    _ = try stage.ask(peer, #"{"id":2,"becomeFirstResponder":{"responder":"editor"}}"#)
    let beside = try stage.ask(peer, #"{"id":3,"endEditing":{"view":"red"}}"#)
    #expect(beside.count == 1)
    #expect(beside.contains { $0.hasSuffix(#""accepted":true}}"#) })
    let gone = try stage.ask(peer, #"{"id":4,"endEditing":{"view":"main"}}"#)
    #expect(gone.contains { $0.hasSuffix(#""accepted":true}}"#) })
    #expect(gone.contains { $0.contains(#""type":"firstResponder""#) })
    let again = try stage.ask(peer, #"{"id":5,"endEditing":{"view":"main"}}"#)
    #expect(again.count == 1)
  }

  @Test func `who comes through the control socket may edit`() throws {
    let stage = try stage()
    let peer = try Peer(of: stage.daemon.server, uid: 4242, at: .control)
    let line = try stage.ask(peer, #"{"id":1,"remove":{"view":"red"}}"#).last
    #expect(line?.hasPrefix(#"{"type":"reply","id":1"#) == true)
    #expect(order(stage) == ["blue", "ok", "editor"])
  }

  @Test func `who may not edit changes nothing`() throws {
    let stage = try stage()
    let stranger = try Peer(of: stage.daemon.server, uid: 4242)
    try stage.play(seconds: 0)
    #expect(try stranger.lines().element(0).contains(#""rights":["subscribe"]"#))
    for request in [
      #""set":{"view":"red","alpha":0}"#, #""inject":{"script":"0 down 1 1,1"}"#, #""reload":{}"#,
      #""subscribe":{"raw":true}"#, #""batch":[{"remove":{"view":"red"}}]"#,
    ] {
      let line = try stage.ask(stranger, "{\"id\":1,\(request)}").element(0)
      #expect(line.hasPrefix(#"{"type":"error","id":1,"code":"forbidden""#), "\(line)")
    }
    #expect(
      try stage.ask(stranger, #"{"id":2,"subscribe":{}}"#).element(0).hasPrefix(#"{"type":"reply""#)
    )
    #expect(order(stage) == ["red", "blue", "ok", "editor"])
  }
}
