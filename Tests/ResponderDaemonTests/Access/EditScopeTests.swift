// The right to edit some views only, and views that clients own below mount points.

import LinuxKit
import Testing

@testable import ResponderDaemon

@Suite struct EditScopeTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    access: [{ user: 1000, rights: edit, under: [map] }]
    application:
      windows:
        - id: main
          rootViewController:
            id: home
            view:
              id: home.view
              subviews:
                - id: map
                  frame: [0, 0, 200, 200]
                  handles: [touches]
                  canBecomeFirstResponder: true
                  gestureRecognizers: [{ id: map.tap, tap: {} }]
                  subviews:
                    - { id: pin, frame: [0, 0, 20, 20] }
                    - { id: go, button: { frame: [30, 0, 20, 20] } }
                - id: list
                  frame: [200, 0, 200, 200]
                  handles: [touches]
                  canBecomeFirstResponder: true
                  gestureRecognizers: [{ id: list.tap, tap: {} }]
                  subviews: [{ id: ok, button: { frame: [0, 0, 20, 20] } }]
                - id: slot
                  frame: [0, 200, 400, 200]
                  mountPoint: [{ user: 2000 }, { user: 2001 }]
    """

  private func stage(_ script: String = "60.0 wait\n") throws -> Stage {
    try Stage.started(EditScopeTests.configuration, script: script)
  }

  private func tree(_ stage: Stage, _ peer: Peer) throws -> String {
    try stage.ask(peer, #"{"id":0,"tree":{}}"#).element(0)
  }

  @Test(arguments: [
    #""set":{"view":"map","alpha":0.5}"#,
    #""set":{"view":"pin","frame":[1,1,2,2]}"#,
    #""set":{"recognizer":"map.tap","numberOfTapsRequired":2}"#,
    #""add":{"to":"map","view":{"id":"new","frame":[0,0,9,9]}}"#,
    #""add":{"to":"pin","gestureRecognizer":{"id":"new","tap":{"requiredToFailBy":["map.tap"]}}}"#,
    #""remove":{"view":"pin"}"#, #""remove":{"recognizer":"map.tap"}"#,
    #""move":{"view":"pin","above":"go"}"#, #""move":{"view":"pin","to":"go"}"#,
    #""disable":{"view":"go"}"#,
    #""disable":{"recognizer":"map.tap"}"#, #""cancel":{"view":"map"}"#,
    #""cancel":{"recognizer":"map.tap"}"#, #""inhibit":{"view":"pin"}"#,
    #""batch":[{"add":{"to":"map","view":{"id":"new","frame":[0,0,9,9]}}},"#
      + #"{"move":{"view":"pin","to":"new"}},{"set":{"view":"new","alpha":0.5}}]"#,
  ])
  func `in and below its views a client may edit everything`(edit: String) throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 1000)
    #expect(
      try stage.ask(peer, #"{"id":1,\#(edit)}"#).element(0).hasPrefix(
        #"{"type":"reply","id":1,"#))
  }

  @Test(arguments: [
    (#""set":{"view":"list","alpha":0.5}"#, "set.view", #""list""#),
    (#""set":{"view":"main","level":2}"#, "set.view", #""main""#),
    (#""set":{"viewController":"home","handles":["touches"]}"#, "set.viewController", #""home""#),
    (#""set":{"recognizer":"list.tap","isEnabled":false}"#, "set.recognizer", #""list.tap""#),
    (#""set":{"view":"pin","next":"list"}"#, "set.next", #""list""#),
    (#""set":{"view":"pin","hit":{"redirect":"ok"}}"#, "set.hit", #""ok""#),
    (#""add":{"to":"list","view":{"id":"new","frame":[0,0,9,9]}}"#, "add.to", #""list""#),
    (
      #""add":{"to":"slot","view":{"id":"new","frame":[0,0,9,9]},"own":true}"#, "add.to",
      #""slot""#
    ),
    (#""add":{"to":"list","gestureRecognizer":{"id":"new","tap":{}}}"#, "add.to", #""list""#),
    (
      #""add":{"to":"map","gestureRecognizer":{"id":"n","tap":{"requiredToFailBy":["list.tap"]}}}"#,
      "add.gestureRecognizer", #""list.tap""#
    ),
    (
      #""add":{"to":"map","view":{"id":"n","frame":[0,0,9,9],"gestureRecognizers":"#
        + #"[{"id":"n.tap","tap":{"requiredToFailBy":[{"kind":"tap"}]}}]}}"#,
      "add.view", "all that requiredToFailBy may select, name them"
    ),
    (#""remove":{"view":"map"}"#, "remove.view", #"the position of "map""#),
    (#""remove":{"view":"ok"}"#, "remove.view", #""ok""#),
    (#""remove":{"recognizer":"list.tap"}"#, "remove.recognizer", #""list.tap""#),
    (#""move":{"view":"ok","to":"map"}"#, "move.view", #""ok""#),
    (#""move":{"view":"pin","to":"list"}"#, "move.to", #""list""#),
    (#""move":{"view":"map","index":0}"#, "move.view", #"the position of "map""#),
    (#""becomeFirstResponder":{"responder":"list"}"#, "becomeFirstResponder.responder", #""list""#),
    (
      #""resignFirstResponder":{"responder":"app"}"#, "resignFirstResponder.responder",
      #""app""#
    ),
    (
      #""present":{"from":"home","viewController":{"id":"c","view":{"id":"c.view"}}}"#,
      "present.from", #""main""#
    ),
    (#""enable":{"view":"ok"}"#, "enable.view", #""ok""#),
    (#""disable":{"recognizer":"list.tap"}"#, "disable.recognizer", #""list.tap""#),
    (#""cancel":{"view":"list"}"#, "cancel.view", #""list""#),
    (#""cancel":{"viewController":"home"}"#, "cancel.viewController", #""home.view""#),
    (#""cancel":{"recognizer":"list.tap"}"#, "cancel.recognizer", #""list.tap""#),
    (#""cancel":{"device":"panel"}"#, "cancel.device", "the fingers of a device"),
    (#""cancel":{}"#, "cancel", "everything"),
    (#""cancel":{"touches":[1]}"#, "cancel.touches", #""list""#),
    (#""inhibit":{"view":"list"}"#, "inhibit.view", #""list""#),
    (
      #""batch":[{"set":{"view":"map","alpha":0.5}},{"set":{"view":"list","alpha":0.5}}]"#,
      "batch[1].set.view", #""list""#
    ),
  ])
  func `outside its views a client may edit nothing, and the error names its views`(
    edit: String, path: String, what: String
  ) throws {
    let stage = try stage("1.0 down 1 250,100\n60.0 wait\n")
    try stage.play(seconds: 2)
    let peer = try stage.connect(uid: 1000)
    let other = try stage.connect(uid: 0, subscribing: #""snapshot":false"#)
    let before = try tree(stage, other)
    let message = "\(path): this connection may not edit \(what); it may edit in and below \"map\""
    #expect(
      try stage.ask(peer, #"{"id":1,\#(edit)}"#) == [
        #"{"type":"error","id":1,"code":"forbidden","message":"\#(escaped(message))","#
          + #""path":"\#(path)"}"#
      ])
    #expect(try tree(stage, other) == before)
    #expect(try other.lines() == [])
  }

  private func escaped(_ text: String) -> String {
    text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }

  // MARK: Mount points

  private static let own =
    #"{"id":1,"add":{"to":"slot","view":{"id":"mine","frame":[0,0,50,50],"handles":["touches"],"#
    + #""subviews":[{"id":"mine.part","frame":[0,0,9,9]}]},"own":true}}"#

  @Test(arguments: [
    #""set":{"view":"mine","frame":[10,10,50,50]}"#, #""set":{"view":"mine.part","alpha":0.5}"#,
    #""add":{"to":"mine.part","view":{"id":"more","frame":[0,0,9,9]}}"#,
    #""add":{"to":"mine","gestureRecognizer":{"id":"mine.tap","tap":{}}}"#,
    #""remove":{"view":"mine"}"#, #""remove":{"view":"mine.part"}"#,
    #""move":{"view":"mine","index":0}"#, #""inhibit":{"view":"mine"}"#,
    #""batch":[{"add":{"to":"slot","view":{"id":"two","frame":[0,0,9,9]},"own":true}},"#
      + #"{"move":{"view":"mine.part","to":"two"}},{"remove":{"view":"mine"}}]"#,
  ])
  func `under a mount point a program edits what it owns`(edit: String) throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 2000)
    #expect(try stage.ask(peer, Self.own).element(0).hasPrefix(#"{"type":"reply","id":1,"#))
    #expect(
      try stage.ask(peer, #"{"id":2,\#(edit)}"#).element(0).hasPrefix(
        #"{"type":"reply","id":2,"#))
  }

  @Test(arguments: [
    #""set":{"view":"slot","alpha":0.5}"#, #""set":{"view":"theirs","alpha":0.5}"#,
    #""add":{"to":"slot","view":{"id":"new","frame":[0,0,9,9]}}"#,
    #""add":{"to":"theirs","view":{"id":"new","frame":[0,0,9,9]},"own":true}"#,
    #""add":{"to":"map","view":{"id":"new","frame":[0,0,9,9]},"own":true}"#,
    #""add":{"to":"slot","gestureRecognizer":{"id":"new","tap":{}},"own":true}"#,
    #""remove":{"view":"theirs"}"#, #""remove":{"view":"slot"}"#,
    #""move":{"view":"mine","to":"map"}"#, #""move":{"view":"theirs","to":"mine"}"#,
    #""move":{"view":"mine.part","to":"slot"}"#, #""inhibit":{"view":"slot"}"#,
    #""cancel":{}"#,
  ])
  func `a program may not edit views that it does not own`(edit: String) throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 2000)
    let other = try stage.connect(uid: 2001)
    _ = try stage.ask(peer, Self.own)
    _ = try stage.ask(
      other,
      #"{"id":1,"add":{"to":"slot","view":{"id":"theirs","frame":[60,0,50,50]},"own":true}}"#)
    let before = try tree(stage, other)
    let answer = try stage.ask(peer, #"{"id":2,\#(edit)}"#).element(0)
    #expect(answer.hasPrefix(#"{"type":"error","id":2,"code":"forbidden","message":""#))
    #expect(
      answer.contains(#"it may edit views of its own, added with own:true to \"slot\"","path":""#))
    #expect(try tree(stage, other) == before)
  }

  @Test func `other clients may not add views there, and the error names the right that they lack`()
    throws
  {
    let stage = try stage()
    let answer = try stage.ask(stage.connect(uid: 2002), Self.own)
    #expect(
      answer == [
        #"{"type":"error","id":1,"code":"forbidden","message":"this needs the right \"edit\", "#
          + #"which user 2002 does not have here; the hello line lists the rights of this connection"}"#
      ])
  }

  @Test func `the views of a program are removed with it, and only touches on them are cancelled`()
    throws
  {
    let stage = try stage("1.0 down 1 10,210; down 2 250,100\n2.0 up 1; up 2\n60.0 wait\n")
    let peer = try stage.connect(uid: 2000)
    let watcher = try stage.connect(uid: 2001, subscribing: #""types":["touches","edit"]"#)
    _ = try stage.ask(peer, Self.own)
    try stage.play(seconds: 1.5)
    #expect(try watcher.lines().count == 3)
    peer.vanish()
    try stage.play(seconds: 0)
    let lines = try watcher.lines()
    #expect(lines.count == 2)
    #expect(lines.element(1).contains(#""type":"edit","edit":"remove","view":"mine"}"#))
    #expect(
      lines.element(0).contains(
        #""type":"touches","phase":"cancelled","responder":"mine","view":"mine""#))
    try stage.play(seconds: 1)
    let rest = try watcher.lines()
    #expect(rest.count == 1)
    #expect(rest.element(0).contains(#""phase":"ended","responder":"list""#))
  }

  @Test func `the owner of a mount point may be set at run time, and must exist`() throws {
    let stage = try stage()
    let administrator = try stage.connect(uid: 0)
    let answer = try stage.ask(
      administrator, #"{"id":1,"set":{"view":"slot","mountPoint":[{"user":"nobody-has-this"}]}}"#)
    #expect(answer.element(0).contains("this machine has no user named"))
    #expect(answer.element(0).contains(#""code":"invalidEdit""#))
    let newcomer = try stage.connect(uid: 2002)
    _ = try stage.ask(administrator, #"{"id":2,"set":{"view":"slot","mountPoint":true}}"#)
    #expect(try stage.ask(newcomer, Self.own).element(0).hasPrefix(#"{"type":"reply""#))
    _ = try stage.ask(administrator, #"{"id":3,"set":{"view":"slot","mountPoint":false}}"#)
    // It keeps the views that it owns.
    #expect(
      try stage.ask(newcomer, #"{"id":2,"remove":{"view":"mine"}}"#).element(0)
        .hasPrefix(#"{"type":"reply""#))
    #expect(try stage.ask(newcomer, Self.own).element(0).contains(#""code":"forbidden""#))
  }
}
