// The right to edit some views only, and views that clients own below mount points.

import Configuration
import Linux
import ResponderKit
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
                  subviews: [{ id: ok, button: { frame: [0, 0, 20, 20] } }, { id: power, switch: { frame: [30, 0, 20, 20] } }]
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

  @Test func `a put that waits for an id gives no hold of what has it`() throws {
    let stage = try stage()
    let program = try stage.connect(uid: 1000)
    for id in ["power", "app"] {
      let answer = try stage.ask(
        program,
        #"{"id":1,"put":{"in":"map","view":{"id":"\#(id)","switch":{"frame":[0,0,9,9]}}}}"#)
      #expect(answer.element(0).contains(#""waits":["#))
      #expect(answer.element(0).contains(id))
    }
    _ = try stage.ask(program, #"{"id":2,"set":{"view":"power","isOn":true}}"#)
    _ = try stage.ask(program, #"{"id":3,"set":{"view":"app","firstResponder":"map"}}"#)
    let application = stage.daemon.configuration.application
    #expect(application.firstResponder == nil)
    #expect((stage.daemon.visibleTree.view("power") as? Switch)?.isOn == false)
  }

  @Test(arguments: [
    #""set":{"view":"pin","frame":[1,1,2,2]}"#,
    #""set":{"recognizer":"map.tap","numberOfTapsRequired":2}"#,
    #""put":{"in":"map","view":{"id":"new","frame":[0,0,9,9]}}"#,
    #""put":{"in":"pin","gestureRecognizer":{"id":"new","tap":{"requiredToFailBy":["map.tap"]}}}"#,
    #""put":{"in":"pin","viewController":{"id":"new","view":{"id":"v","frame":[0,0,9,9]}}}"#,
    #""remove":{"view":"pin"}"#, #""remove":{"recognizer":"map.tap"}"#,
    #""set":{"view":"pin","above":"go"}"#, #""set":{"view":"go","isEnabled":false}"#,
    #""set":{"recognizer":"map.tap","isEnabled":false}"#, #""cancel":{"view":"pin"}"#,
    #""cancel":{"recognizer":"map.tap"}"#, #""set":{"view":"pin","isInhibited":true}"#,
    #""batch":[{"put":{"in":"map","view":{"id":"new","frame":[0,0,9,9]}}},"#
      + #"{"set":{"view":"new","alpha":0.5}},{"remove":{"view":"pin"}}]"#,
  ])
  func `in its views a client may edit everything`(edit: String) throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 1000)
    let answer = try stage.ask(peer, #"{"id":1,\#(edit)}"#).element(0)
    #expect(answer.hasPrefix(#"{"type":"reply","id":1,"#), "\(answer)")
    #expect(!answer.contains("waits"), "\(answer)")
  }

  @Test(arguments: [
    (#""set":{"view":"list","alpha":0.5}"#, "set.view", #""list""#),
    (#""set":{"view":"map","alpha":0.5}"#, "set.view", #""map""#),
    (#""set":{"view":"map","above":"list"}"#, "set.view", #""map""#),
    (#""set":{"view":"main","level":2}"#, "set.view", #""main""#),
    (#""set":{"viewController":"home","handles":["touches"]}"#, "set.viewController", #""home""#),
    (#""set":{"recognizer":"list.tap","isEnabled":false}"#, "set.recognizer", #""list.tap""#),
    (#""set":{"view":"pin","next":"list"}"#, "set.next", #""list""#),
    (#""set":{"view":"pin","hit":{"redirect":"ok"}}"#, "set.hit", #""ok""#),
    (#""put":{"window":{"id":"new"}}"#, "put", "a new window"),
    (
      #""put":{"in":"map","gestureRecognizer":{"id":"n","tap":{"requiredToFailBy":["list.tap"]}}}"#,
      "put.gestureRecognizer", #""list.tap""#
    ),
    (
      #""put":{"in":"map","view":{"id":"n","frame":[0,0,9,9],"gestureRecognizers":"#
        + #"[{"id":"n.tap","tap":{"requiredToFailBy":[{"kind":"tap"}]}}]}}"#,
      "put.view", "all that requiredToFailBy may select, name them"
    ),
    (#""remove":{"view":"map"}"#, "remove.view", #""map""#),
    (#""remove":{"view":"ok"}"#, "remove.view", #""ok""#),
    (#""remove":{"recognizer":"list.tap"}"#, "remove.recognizer", #""list.tap""#),
    (#""becomeFirstResponder":{"responder":"list"}"#, "becomeFirstResponder.responder", #""list""#),
    (
      #""resignFirstResponder":{"responder":"app"}"#, "resignFirstResponder.responder",
      #""app""#
    ),
    (#""endEditing":{"view":"list"}"#, "endEditing.view", #""list""#),
    (#""set":{"view":"ok","isEnabled":true}"#, "set.view", #""ok""#),
    (#""cancel":{"view":"list"}"#, "cancel.view", #""list""#),
    (#""cancel":{"viewController":"home"}"#, "cancel.viewController", #""home""#),
    (#""cancel":{"recognizer":"list.tap"}"#, "cancel.recognizer", #""list""#),
    (#""cancel":{"device":"panel"}"#, "cancel.device", "the fingers of a device"),
    (#""cancel":{}"#, "cancel", "everything"),
    (#""cancel":{"touches":[1]}"#, "cancel.touches", #""list""#),
    (#""set":{"view":"list","isInhibited":true}"#, "set.view", #""list""#),
    (
      #""batch":[{"set":{"view":"pin","alpha":0.5}},{"set":{"view":"list","alpha":0.5}}]"#,
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
    let message = "\(path): this connection may not edit \(what); it may edit what is in \"map\""
    #expect(
      try stage.ask(peer, #"{"id":1,\#(edit)}"#) == [
        #"{"type":"error","id":1,"code":"forbidden","message":"\#(escaped(message))","#
          + #""path":"\#(path)"}"#
      ])
    #expect(try tree(stage, other) == before)
    #expect(try other.lines() == [])
  }

  @Test(arguments: [
    #""in":"list","view":{"id":"new","frame":[0,0,9,9]}"#,
    #""in":"slot","view":{"id":"new","frame":[0,0,9,9]}"#,
    #""in":"list","gestureRecognizer":{"id":"new","tap":{}}"#,
    #""presentedBy":"home","viewController":{"id":"new","view":{"id":"new.view"}}"#,
  ])
  func `what a client puts outside its views waits until it may edit there`(put: String) throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 1000)
    let other = try stage.connect(uid: 0, subscribing: #""snapshot":false"#)
    let before = try tree(stage, other)
    #expect(
      try stage.ask(peer, #"{"id":1,"put":{\#(put)}}"#) == [
        #"{"type":"reply","id":1,"result":{"seq":1,"waits":["new"]}}"#
      ])
    #expect(try tree(stage, other) == before)
    #expect(try other.lines() == [])
    try stage.write(Self.configuration.replacing(", under: [map]", with: ""))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    #expect(try tree(stage, other).contains(#""id":"new""#))
    try stage.write(Self.configuration)
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    #expect(try !tree(stage, other).contains(#""id":"new""#))
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  private func escaped(_ text: String) -> String {
    text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }

  // MARK: Mount points

  private static let own =
    #"{"id":1,"put":{"in":"slot","view":{"id":"mine","frame":[0,0,50,50],"handles":["touches"],"#
    + #""subviews":[{"id":"mine.part","frame":[0,0,9,9]}]}}}"#

  @Test(arguments: [
    #""set":{"view":"mine.part","frame":[10,10,50,50]}"#,
    #""set":{"view":"mine","alpha":0.5}"#,
    #""put":{"in":"mine.part","view":{"id":"more","frame":[0,0,9,9]}}"#,
    #""put":{"in":"mine","gestureRecognizer":{"id":"mine.tap","tap":{}}}"#,
    #""remove":{"view":"mine"}"#, #""remove":{"view":"mine.part"}"#,
    #""set":{"view":"mine","below":"theirs"}"#, #""set":{"view":"mine","isInhibited":true}"#,
    #""put":{"in":"slot","view":{"id":"mine.part","frame":[0,0,9,9]}}"#,
    #""cancel":{"view":"mine"}"#,
    #""batch":[{"put":{"in":"slot","view":{"id":"two","frame":[0,0,9,9]}}},"#
      + #"{"put":{"in":"two","view":{"id":"mine.part","frame":[0,0,9,9]}}},"#
      + #"{"remove":{"view":"mine"}}]"#,
  ])
  func `under a mount point a program edits what it owns`(edit: String) throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 2000)
    #expect(try stage.ask(peer, Self.own).element(0).hasPrefix(#"{"type":"reply","id":1,"#))
    let answer = try stage.ask(peer, #"{"id":2,\#(edit)}"#).element(0)
    #expect(answer.hasPrefix(#"{"type":"reply","id":2,"#), "\(answer)")
    #expect(!answer.contains("waits"), "\(answer)")
  }

  @Test(arguments: [
    (#""set":{"view":"slot","alpha":0.5}"#, "forbidden"),
    (#""set":{"view":"theirs","alpha":0.5}"#, "forbidden"),
    (#""set":{"view":"theirs","above":"mine"}"#, "forbidden"),
    (#""put":{"in":"theirs","view":{"id":"new","frame":[0,0,9,9]}}"#, "waits"),
    (#""put":{"in":"map","view":{"id":"new","frame":[0,0,9,9]}}"#, "waits"),
    (#""put":{"in":"mine","view":{"id":"theirs","frame":[0,0,9,9]}}"#, "refused"),
    (#""put":{"in":"mine","view":{"id":"pin","frame":[0,0,9,9]}}"#, "waits"),
    (#""put":{"presentedBy":"home","viewController":{"id":"c","view":{"id":"v"}}}"#, "waits"),
    (#""remove":{"view":"theirs"}"#, "forbidden"), (#""remove":{"view":"slot"}"#, "forbidden"),
    (#""set":{"view":"slot","isInhibited":true}"#, "forbidden"), (#""cancel":{}"#, "forbidden"),
  ])
  func `a program may not edit views that it does not own`(edit: String, outcome: String) throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 2000)
    let other = try stage.connect(uid: 2001)
    _ = try stage.ask(peer, Self.own)
    _ = try stage.ask(
      other,
      #"{"id":1,"put":{"in":"slot","view":{"id":"theirs","frame":[60,0,50,50]}}}"#)
    let before = try tree(stage, other)
    let answer = try stage.ask(peer, #"{"id":2,\#(edit)}"#).element(0)
    if outcome == "waits" {
      #expect(answer.contains(#""waits":["#), "\(answer)")
    } else {
      #expect(answer.hasPrefix(#"{"type":"error","id":2,"code":"\#(outcome)","message":""#))
    }
    if outcome == "forbidden" {
      #expect(answer.contains(#"it may edit what it puts into \"slot\"","path":""#), "\(answer)")
    }
    #expect(try tree(stage, other) == before)
  }

  @Test func `what other clients put there waits`() throws {
    let stage = try stage()
    let other = try stage.connect(uid: 0)
    let before = try tree(stage, other)
    let answer = try stage.ask(stage.connect(uid: 2002), Self.own)
    #expect(answer == [#"{"type":"reply","id":1,"result":{"seq":1,"waits":["mine"]}}"#])
    #expect(try tree(stage, other) == before)
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
    #expect(lines.element(1).contains(#""type":"edit","edit":"removed","view":"mine"}"#))
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
    _ = try stage.ask(newcomer, Self.own)
    #expect(try !tree(stage, administrator).contains(#""id":"mine""#))
    _ = try stage.ask(administrator, #"{"id":2,"set":{"view":"slot","mountPoint":true}}"#)
    #expect(try tree(stage, administrator).contains(#""id":"mine""#))
    // Each time that it is derived, the right is judged.
    _ = try stage.ask(administrator, #"{"id":3,"set":{"view":"slot","mountPoint":false}}"#)
    #expect(try !tree(stage, administrator).contains(#""id":"mine""#))
    #expect(
      try newcomer.lines().contains {
        $0.hasPrefix(#"{"type":"removed","views":["mine","mine.part"],"recognizers":[]"#)
      })
  }
}
