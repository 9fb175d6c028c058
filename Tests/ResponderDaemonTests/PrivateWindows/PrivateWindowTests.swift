// A private window: who reads what happens in it, and what all others read of its box.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PrivateWindowTests {
  static let configuration = """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe, raw, edit, inject] }
    application:
      windows:
        - id: main
          isKeyWindow: true
          handles: [touches, presses]
          rootViewController: { id: home, view: { id: home.view } }
        - id: pad
          private: [{ user: 3000 }]
          frame: [400, 0, 400, 400]
          handles: [touches, presses]
          subviews:
            - id: one
              frame: [0, 0, 100, 100]
              handles: [touches]
              gestureRecognizers: [{ id: one.tap, tap: {} }]
    """

  func stage(_ script: String = "0.000 wait\n") throws -> Stage {
    try Stage.started(Self.configuration, script: script)
  }

  /// What a person reads of a script, without hello, replies and snapshots.
  func records(_ stage: Stage, _ peer: Peer, seconds: Double = 5) throws -> [String] {
    try stage.play(seconds: seconds)
    return try peer.lines().filter { line in
      [#""type":"snapshot""#, #""type":"device""#].allSatisfy { !line.contains($0) }
    }
  }

  func ask(_ stage: Stage, _ peer: Peer, _ request: String) throws -> String {
    try stage.ask(peer, "{\"id\":7,\(request)}").first { $0.contains(#""id":7"#) } ?? "nothing"
  }

  // MARK: Streams

  @Test func `a touch in the window is for its readers, with numbers of their own`() throws {
    let stage = try stage("1 down 1 450,50\n1.1 up 1\n2 down 1 50,50\n2.1 up 1\n")
    let (reader, other) = (
      try stage.connect(uid: 3000, subscribing: ""), try stage.connect(uid: 1000, subscribing: "")
    )
    let both = try records(stage, reader)
    let inside = both.filter { $0.contains(#""stream":"pad""#) }
    #expect(inside.count == 3 && inside[0].hasPrefix(#"{"seq":2,"stream":"pad","#), "\(inside)")
    #expect(inside[0].contains(#""view":"one","window":"pad","touches":[{"id":1,"#))
    let outside = try records(stage, other)
    #expect(outside == both.filter { !$0.contains(#""stream""#) })
    #expect(outside.count == 2 && outside[0].contains(#""touches":[{"id":1,"#), "\(outside)")
  }

  @Test func `a window that has gone leaves nothing in memory`() throws {
    let stage = try stage()
    let program = try stage.connect(uid: 1000)
    let put = """
      "put":{"window":{"id":"safe","private":[],"frame":[0,0,100,100],"subviews":[
        {"id":"one","frame":"fill","gestureRecognizers":[{"id":"one.tap","tap":{}}]}]}}
      """
    #expect(try ask(stage, program, put.filter { $0 != "\n" }).contains("result"))
    weak let scene = stage.daemon.scenes.rooms.last
    weak let application = scene?.session.application
    weak let encoder = scene?.session.encoder
    #expect(scene?.window == "safe" && application != nil && encoder != nil)
    #expect(try ask(stage, program, #""remove":{"view":"safe"}"#).contains("result"))
    _ = try records(stage, program)
    #expect(scene == nil && application == nil && encoder == nil)
  }

  @Test func `others see a box, readers what is in it`() throws {
    let stage = try stage()
    let (reader, other) = (try stage.connect(uid: 3000), try stage.connect(uid: 1000))
    let box = #"{"id":"pad","screen":"panel","isPrivate":true,"frame":[400.0,0.0,400.0,400.0]}"#
    for peer in [reader, other] {
      #expect(try ask(stage, peer, #""tree":{"view":"pad"}"#).contains(box))
    }
    let inside = try ask(stage, reader, #""tree":{"window":"pad"}"#)
    #expect(inside.contains(#""id":"one.tap""#), "\(inside)")
    let refused = try ask(stage, other, #""tree":{"window":"pad"}"#)
    #expect(refused.contains("\"pad\\\" is private, and this connection may not read it"))
    #expect(try ask(stage, other, #""tree":{"window":"main"}"#).contains("expected a private"))
    #expect(try ask(stage, other, #""tree":{"window":"pan"}"#).contains("no window is named"))
    let yaml = #""tree":{"as":"yaml"}"#
    let text = try ask(stage, reader, yaml)
    #expect(text.contains("one.tap") && text.contains("{ user: 3000 }"), "\(text)")
    #expect(text.split(separator: "isKeyWindow").count == 2, "\(text)")
    let others = try ask(stage, other, yaml)
    #expect(!others.contains("one") && others.contains("private: []"), "\(others)")
    let file = #""tree":{"as":"file"}"#
    #expect(try ask(stage, reader, file).contains("one.tap"))
    #expect(try ask(stage, other, file).contains("may edit everything and read every private"))
  }

  @Test func `a snapshot has a line for each stream, and a client continues in each`() throws {
    let stage = try stage("1 down 1 450,50\n1.1 up 1\n2 down 1 50,50\n2.1 up 1\n3 down 1 450,50\n")
    let peer = try stage.connect(uid: 3000)
    let first = try stage.ask(peer, #"{"id":1,"subscribe":{"snapshot":true}}"#)
    #expect(first.count == 3, "\(first)")
    #expect(first[1].contains(#""screens":[{"#) && !first[1].contains("one"))
    #expect(first[2].contains(#""stream":"pad","windows":[{"id":"pad""#))
    try stage.play(seconds: 2.5)
    _ = try peer.lines()
    let since = #"{"instance":"\#(stage.daemon.instance)","seq":{"":1,"pad":2}}"#
    let types = #""types":["touches"]"#
    let again = try stage.ask(
      try stage.connect(uid: 3000), "{\"id\":1,\"subscribe\":{\(types),\"since\":\(since)}}")
    #expect(again[0].contains(#""resumed":true"#) && again.count == 4, "\(again)")
    #expect(again[1].hasPrefix(#"{"seq":4,"stream":"pad""#), "\(again)")
    #expect(again[2].hasPrefix(#"{"seq":2,"t""#), "\(again)")
  }

  @Test func `names in a filter are those of one stream`() throws {
    let stage = try stage("1 down 1 450,50\n1.1 up 1\n")
    let inside = try stage.connect(uid: 3000, subscribing: #""window":"pad","views":["one"]"#)
    let outside = try stage.connect(uid: 3000, subscribing: #""views":["one"]"#)
    #expect(try records(stage, inside).count == 3)
    #expect(try records(stage, outside, seconds: 0) == [])
  }

  @Test func `the delegate handles what reaches it from a private window, in its stream`() throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        delegate: { id: delegate, handles: [touches] }
        windows:
          - id: pad
            private: [{ user: 3000 }]
            frame: [400, 0, 400, 400]
            subviews: [{ id: one, frame: fill }]
      """, script: "1 down 1 450,50\n1.1 up 1\n")
    let reader = try stage.connect(uid: 3000, subscribing: #""types":["touches"]"#)
    let lines = try records(stage, reader)
    #expect(lines.count == 2, "\(lines)")
    #expect(
      lines.allSatisfy {
        $0.contains(#""stream":"pad""#) && $0.contains(#""responder":"delegate""#)
      })
  }

  // MARK: Touches and keys

  @Test func `what is made up reaches only what its maker reads`() throws {
    let stage = try stage()
    let (reader, other) = (
      try stage.connect(uid: 3000, subscribing: ""), try stage.connect(uid: 1000, subscribing: "")
    )
    let script = #""inject":{"script":"0 down 1 450,50\n0.1 up 1\n"}"#
    _ = try ask(stage, other, script)
    #expect(try records(stage, reader).filter { $0.contains(#""stream""#) } == [])
    try reader.send("{\"id\":7,\(script)}")
    #expect(try records(stage, reader).filter { $0.contains(#""stream""#) }.count == 3)
  }

  @Test func `a touch stays in the window in which it began`() throws {
    let stage = try stage("1 down 1 450,50\n1.1 move 1 50,50\n1.2 up 1\n")
    let (reader, other) = (
      try stage.connect(uid: 3000, subscribing: ""), try stage.connect(uid: 1000, subscribing: "")
    )
    #expect(try records(stage, reader).allSatisfy { $0.contains(#""stream":"pad""#) })
    #expect(try records(stage, other, seconds: 0) == [])
  }

  @Test func `keys go to the key window, and only readers take them from a private one`() throws {
    let stage = try stage(
      "1 press began select\n1.1 press ended select\n3 press began select\n3.1 press ended select\n"
    )
    let (reader, other) = (
      try stage.connect(uid: 3000, subscribing: #""types":["presses"]"#),
      try stage.connect(uid: 1000, subscribing: #""types":["presses"]"#)
    )
    try stage.play(seconds: 2)
    #expect(try other.lines().count == 2)
    _ = try reader.lines()
    let makeKey = #""set":{"view":"pad","isKeyWindow":true}"#
    #expect(try ask(stage, other, makeKey).contains("may not edit \\\"pad\\\""))
    #expect(try ask(stage, reader, makeKey).contains(#""type":"reply""#))
    try stage.play(seconds: 2)
    #expect(try other.lines() == [])
    #expect(try reader.lines().filter { $0.contains(#""stream":"pad""#) }.count == 2)
    let takeKey = #""set":{"view":"main","isKeyWindow":true}"#
    #expect(try ask(stage, other, takeKey).contains("is the key window"))
    // Hidden, it is not key any more.
    #expect(try ask(stage, reader, #""set":{"view":"pad","isHidden":true}"#).contains("reply"))
    #expect(stage.daemon.scenes.shared.tree.application.keyWindow?.id == "main")
  }

  @Test func `its first responder is its own`() throws {
    let stage = try stage()
    let reader = try stage.connect(uid: 3000)
    _ = try ask(
      stage, reader,
      #""set":{"window":"pad","view":"one","canBecomeFirstResponder":true}"#)
    let become = #""becomeFirstResponder":{"window":"pad","responder":"one"}"#
    #expect(try ask(stage, reader, become).contains(#""accepted":true"#))
    #expect(stage.daemon.scenes.shared.tree.application.firstResponder == nil)
    #expect(stage.daemon.scenes.shared.tree.application.keyWindow?.id == "main")
  }

  // MARK: The file

  @Test(arguments: [
    ("private: [{ user: 3000 }]", "private: []\n      alpha: 0.5", "without alpha"),
    ("id: one\n", "id: one\n          passesOn: true\n", "passes no touches on"),
    (
      "handles: [touches]\n", "handles: [touches]\n          next: home\n",
      "no responder has the id"
    ),
    ("private: [{ user: 3000 }]", "isPrivate: true", "a private window has private: [PROGRAMS]"),
    ("private: [{ user: 3000 }]", "private: true", "expected a list of programs"),
    (
      "private: [{ user: 3000 }]", "private: [{ user: 3000, origin: bank.example }]",
      "expected the origin of pages"
    ),
    (
      "private: [{ user: 3000 }]", "private: [{ origin: https://bank.example }]",
      "expected one of user, group and unit, found none"
    ),
  ])
  func `a file with an error in it is refused with its reason`(
    text: String, other: String, message: String
  ) {
    do {
      _ = try Stage(Self.configuration.replacing(text, with: other))
      Issue.record("it was accepted")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }
}
