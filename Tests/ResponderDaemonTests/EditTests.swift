// The tree changes while it lives: edits, batches, owners, and what others see of it.

import LinuxKit
import ResponderKit
import Testing

@testable import Blueprint
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
        #"{"seq":2,"t":100.000000,"type":"edit","edit":"set","view":"blue","node":{"id":"blue","#
          + #""kind":"view","frame":[60.0,0.0,10.0,10.0],"isHidden":true,"handles":["touches"]}}"#
      ])
  }

  @Test func `views are added, moved and removed, with their places`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    for edit in [
      #""add":{"to":"main","view":{"id":"a","frame":[0,0,9,9]},"index":0}"#,
      #""add":{"to":"main","view":{"id":"b","frame":[0,0,9,9]},"below":"ok"}"#,
      #""add":{"to":"main","views":[{"id":"c","frame":[0,0,9,9]},{"id":"d","frame":[0,0,9,9]}]}"#,
    ] {
      #expect(try stage.ask(peer, "{\"id\":1,\(edit)}").element(0).hasPrefix(#"{"type":"reply""#))
    }
    #expect(order(stage) == ["a", "red", "blue", "b", "ok", "editor", "c", "d"])
    _ = try stage.ask(peer, #"{"id":1,"move":{"view":"red","above":"ok"}}"#)
    _ = try stage.ask(peer, #"{"id":1,"move":{"view":"editor","below":"ok"}}"#)
    _ = try stage.ask(peer, #"{"id":1,"move":{"view":"editor","index":4}}"#)
    #expect(order(stage) == ["a", "blue", "b", "ok", "editor", "red", "c", "d"])
    _ = try stage.ask(peer, #"{"id":1,"move":{"view":"editor"}}"#)
    _ = try stage.ask(peer, #"{"id":1,"move":{"view":"d","to":"red"}}"#)
    _ = try stage.ask(peer, #"{"id":1,"remove":{"view":"b"}}"#)
    #expect(order(stage) == ["a", "blue", "ok", "red", "c", "editor"])
    #expect(stage.daemon.configuration.tree.registry.view("b") == nil)
    #expect(
      try stage.ask(peer, #"{"id":2,"chain":{"responder":"d"}}"#).element(0).contains(
        #"[{"id":"d","kind":"view"},{"id":"red""#))
    // A name that is free again may be given again.
    _ = try stage.ask(peer, #"{"id":1,"add":{"to":"red","view":{"id":"b","frame":[0,0,9,9]}}}"#)
    #expect(stage.daemon.configuration.tree.registry.view("b")?.superview?.id == "red")
  }

  @Test(arguments: [
    (#"{"set":{"view":"red","alhpa":1}}"#, "invalidEdit", "batch[1].set.alhpa", "alpha"),
    (#"{"set":{"view":"red","frame":[1,2,3]}}"#, "invalidEdit", "batch[1].set.frame", "expected"),
    (#"{"set":{"view":"rde2","alpha":1}}"#, "notFound", "batch[1].set.view", "no responder"),
    (#"{"remove":{"view":"nobody"}}"#, "notFound", "batch[1].remove.view", "no view"),
    (
      #"{"add":{"to":"main","view":{"id":"red","frame":[0,0,1,1]}}}"#, "invalidEdit",
      "batch[1].add.view", "red"
    ),
    (#"{"move":{"view":"main","to":"red"}}"#, "invalidEdit", "batch[1].move", "window"),
    (#"{"move":{"view":"red","to":"red"}}"#, "invalidEdit", "batch[1].move.to", "itself"),
    (
      #"{"move":{"view":"red","above":"main"}}"#, "invalidEdit", "batch[1].move.above",
      "not a subview"
    ),
    (#"{"enable":{"view":"red"}}"#, "invalidEdit", "batch[1].enable.view", "control"),
    (
      #"{"dismiss":{"viewController":"red"}}"#, "invalidEdit", "batch[1].dismiss.viewController",
      "not presented"
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
      #"{"add":{"to":"main","view":{"id":"new","frame":[0,0,9,9],"subviews":[{"id":"new.child","frame":[0,0,1,1]}]}}}"#
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

  @Test func `edits of a batch may use what earlier ones add, and not what they remove`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    let done = try stage.ask(
      peer,
      #"{"id":1,"batch":[{"add":{"to":"main","view":{"id":"new","frame":[0,0,9,9]}}},"#
        + #"{"set":{"view":"new","alpha":0.5}},{"move":{"view":"blue","to":"new"}}]}"#)
    #expect(done.element(0).hasPrefix(#"{"type":"reply""#))
    #expect(stage.daemon.configuration.tree.registry.view("new")?.alpha == 0.5)
    #expect(stage.daemon.configuration.tree.registry.view("blue")?.superview?.id == "new")
    let refused = try stage.ask(
      peer, #"{"id":2,"batch":[{"remove":{"view":"new"}},{"set":{"view":"blue","alpha":1}}]}"#)
    #expect(refused.element(0).contains(#""code":"notFound""#))
    #expect(order(stage) == ["red", "ok", "editor", "new"])
  }

  @Test func `recognizers join and leave, by request and with their owner`() throws {
    let stage = try stage("1.0 down 1 75,20\n1.1 up 1\n3.0 down 1 75,20\n3.1 up 1\n9.0 wait\n")
    let owner = try stage.peer()
    let other = try stage.subscriber(#""types":["gesture","edit"]"#)
    _ = try stage.ask(
      owner,
      #"{"id":1,"add":{"to":"blue","own":true,"gestureRecognizer":{"id":"blue.tap","tap":{}}}}"#)
    _ = try stage.ask(owner, #"{"id":2,"remove":{"recognizer":"red.tap"}}"#)
    let edits = try other.lines()
    #expect(edits.element(0).contains(#""gestureRecognizers":[{"id":"blue.tap","kind":"tap"}]"#))
    #expect(edits.element(1).contains(#""edit":"set","view":"red""#))
    #expect(!edits.element(1).contains("red.tap"))
    try stage.play(seconds: 2)
    #expect(try other.lines().element(0).contains(#""recognizer":"blue.tap""#))
    owner.vanish()
    try stage.play(seconds: 5)
    let rest = try other.lines()
    #expect(rest.count == 1)
    #expect(rest.element(0).contains(#""edit":"set","view":"blue""#))
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
    let present = #""present":{"from":"home","viewController":\#(controller)}"#
    let first = try stage.ask(peer, "{\"id\":1,\(present)}")
    #expect(first.contains { $0.contains(#""edit":"add","view":"dialog.container","to":"main""#) })
    #expect(try stage.ask(peer, "{\"id\":2,\(present)}").element(0).contains("presents"))
    try stage.play(seconds: 2)
    #expect(try peer.lines().element(0).contains(#""phase":"began","responder":"dialog.view""#))
    let gone = try stage.ask(peer, #"{"id":3,"dismiss":{"viewController":"dialog"}}"#)
    #expect(gone.contains { $0.contains(#""edit":"remove","view":"dialog.container""#) })
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
    #expect(lines.contains { $0.contains(#""edit":"remove","view":"red""#) })
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
      #"{"id":1,"add":{"to":"main","own":true,"view":{"id":"mine","frame":[0,0,40,40],"handles":["touches"],"#
        + #""subviews":[{"id":"mine.inner","frame":[0,0,40,40]}]}}}"#)
    let other = try stage.subscriber(#""types":["touches","edit"]"#)
    try stage.play(seconds: 2)
    #expect(try other.lines().count == 2)
    owner.vanish()
    try stage.play(seconds: 0)
    let lines = try other.lines()
    #expect(lines.count == 2)
    #expect(lines.contains { $0.contains(#""edit":"remove","view":"mine""#) })
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
    _ = try stage.ask(peer, #"{"id":2,"disable":{"recognizer":"red.tap"}}"#)
    #expect(registry.recognizer("red.tap")?.isEnabled == false)
    _ = try stage.ask(peer, #"{"id":2,"disable":{"view":"ok"}}"#)
    #expect((registry.view("ok") as? Control)?.isEnabled == false)
    try stage.play(seconds: 2)
    #expect(try peer.lines().count == 2)
    let inhibited = try stage.ask(peer, #"{"id":3,"inhibit":{"view":"red"}}"#)
    #expect(inhibited.contains { $0.contains(#""phase":"cancelled","responder":"red""#) })
    #expect(inhibited.count == 2)
    let cancelled = try stage.ask(peer, #"{"id":4,"cancel":{"touches":[2]}}"#)
    #expect(cancelled.contains { $0.contains(#""phase":"cancelled","responder":"blue""#) })
    try stage.play(seconds: 20)
    #expect(try peer.lines() == [])
    _ = try stage.ask(peer, #"{"id":5,"enable":{"recognizer":"red.tap"}}"#)
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
