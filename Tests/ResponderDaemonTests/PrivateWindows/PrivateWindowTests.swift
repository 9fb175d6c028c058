// A private window: who reads what happens in it, and what all others read of its box.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PrivateWindowTests {
  private static let configuration = """
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

  private func stage(_ script: String = "0.000 wait\n") throws -> Stage {
    try Stage.started(Self.configuration, script: script)
  }

  /// What a person reads of a script, without hello, replies and snapshots.
  private func records(_ stage: Stage, _ peer: Peer, seconds: Double = 5) throws -> [String] {
    try stage.play(seconds: seconds)
    return try peer.lines().filter { line in
      [#""type":"snapshot""#, #""type":"device""#].allSatisfy { !line.contains($0) }
    }
  }

  private func ask(_ stage: Stage, _ peer: Peer, _ request: String) throws -> String {
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

  // MARK: Edits

  @Test func `a program has a private window by a put, and it goes with it`() throws {
    let stage = try stage("1 down 1 50,50\n1.1 up 1\n3 down 1 50,50\n")
    let (owner, other) = (
      try stage.connect(uid: 4000, subscribing: ""),
      try stage.connect(uid: 1000, subscribing: #""types":["touches","edit"]"#)
    )
    let put = #"""
      "put":{"window":{"id":"safe","private":[],"frame":[0,0,100,100],"subviews":[{"id":"one","frame":"fill","handles":["touches"]}]}}
      """#
    #expect(try ask(stage, owner, put).contains(#""type":"reply""#))
    let added = try records(stage, other, seconds: 0)
    #expect(added.count == 1 && added[0].contains(#""isPrivate":true"#), "\(added)")
    #expect(!added[0].contains("one"))
    #expect(try records(stage, owner, seconds: 2).count { $0.contains(#""stream":"safe""#) } >= 2)
    #expect(try other.lines() == [])
    // An id may be in several windows.
    #expect(
      try ask(stage, owner, #""tree":{"window":"safe","view":"one"}"#).contains(#""id":"one""#))
    #expect(try ask(stage, owner, #""tree":{"as":"puts"}"#).contains(#""id":"one""#))
    owner.vanish()
    try stage.play(seconds: 0)
    #expect(try other.lines().map { $0.contains(#""edit":"removed","view":"safe""#) } == [true])
    #expect(stage.daemon.scenes.rooms.count == 1)
    try stage.play(seconds: 2)
    #expect(try other.lines().count { $0.contains(#""phase":"began""#) } == 1)
  }

  @Test func `what is put into a window that is not there waits for it`() throws {
    let stage = try stage()
    let (owner, guest) = (try stage.connect(uid: 3000), try stage.connect(uid: 3001))
    let put = #""put":{"window":"safe","in":"safe","view":{"id":"guest","frame":[0,0,9,9]}}"#
    #expect(try ask(stage, guest, put).contains(#""waits":["guest"]"#))
    #expect(try ask(stage, guest, #""tree":{"window":"safe"}"#).contains("no window is named"))
    // A batch that changes nothing leaves nothing.
    let other = put.replacing("safe", with: "none")
    let failing = #""batch":[{\#(other)},{"remove":{"view":"no"}}]"#
    #expect(try ask(stage, guest, failing).contains("error"))
    #expect(stage.daemon.scenes.rooms.map(\.window) == ["pad", "safe"])
    for (readers, isThere) in [("[]", false), (#"[{"user":3001}]"#, true)] {
      let window = #""put":{"window":{"id":"safe","private":\#(readers),"frame":[0,0,99,99]}}"#
      #expect(try ask(stage, owner, window).contains(#""type":"reply""#))
      let tree = try ask(stage, owner, #""tree":{"window":"safe"}"#)
      #expect(tree.contains(#""id":"guest""#) == isThere, "\(readers): \(tree)")
    }
    guest.vanish()
    try stage.play(seconds: 0)
    #expect(!(try ask(stage, owner, #""tree":{"window":"safe"}"#).contains("guest")))
  }

  @Test func `only readers who may edit change it`() throws {
    let stage = try stage()
    let (reader, other) = (try stage.connect(uid: 3000), try stage.connect(uid: 1000))
    for request in [
      #""set":{"view":"pad","frame":[0,0,10,10]}"#, #""remove":{"view":"pad"}"#,
      #""put":{"window":"pad","in":"pad","view":{"id":"x"}}"#,
      #""set":{"window":"pad","view":"one","isHidden":true}"#, #""cancel":{"view":"pad"}"#,
      #""batch":[{"set":{"view":"main","alpha":0.5}},{"remove":{"window":"pad","view":"one"}}]"#,
    ] {
      let answer = try ask(stage, other, request)
      #expect(answer.contains(#""code":"forbidden""#), "\(request): \(answer)")
    }
    #expect(stage.daemon.scenes.shared.tree.application.windows[0].alpha == 1)
    for (request, expected) in [
      (#""set":{"window":"pad","view":"one","isHidden":true}"#, #""type":"reply""#),
      (#""set":{"view":"pad","alpha":0.5}"#, "expected a key of the box"),
      (#""set":{"window":"pad","view":"pad","frame":[0,0,1,1]}"#, "is a key of the box"),
      (#""set":{"window":"pad","view":"one","passesOn":true}"#, "passes no touches on"),
      (
        #""put":{"window":"pad","in":"pad","view":{"id":"relay","passesOn":true}}"#,
        "passes no touches on"
      ),
      (
        #""put":{"window":{"id":"safe","private":[],"subviews":[{"id":"relay","passesOn":true}]}}"#,
        "passes no touches on"
      ),
      (#""remove":{"window":"pad","view":"pad"}"#, "expected the window itself without it"),
      (
        #""put":{"window":{"id":"safe","private":[],"rootViewController":{"id":"c","view":{"id":"v"}}}}"#,
        #""type":"reply""#
      ),
      (#""remove":{"window":"safe","view":"v"}"#, "is a part of something else"),
      (#""remove":{"window":"safe","viewController":"c"}"#, #""type":"reply""#),
      (
        #""put":{"window":"pad","in":"pad","view":{"id":"two","frame":"fill","handles":["touches"]}}"#,
        "reply"
      ),
      (#""put":{"window":"pad","window":{"id":"w","private":[]}}"#, "error"),
      (#""remove":{"window":"pad","view":"one"}"#, #""type":"reply""#),
    ] {
      let answer = try ask(stage, reader, request)
      #expect(answer.contains(expected), "\(request): \(answer)")
    }
    #expect(
      try ask(stage, reader, #""tree":{"window":"pad"}"#).contains(#""subviews":[{"id":"two""#))
  }

  @Test func `empty, it is as good as hidden`() throws {
    let stage = try stage("1 down 1 450,50\n1.1 up 1\n3 down 1 450,50\n3.1 up 1\n")
    let (reader, other) = (
      try stage.connect(uid: 3000),
      try stage.connect(uid: 1000, subscribing: #""types":["touches","edit"]"#)
    )
    _ = try ask(stage, reader, #""remove":{"window":"pad","view":"one"}"#)
    let hidden = try records(stage, other, seconds: 0)
    #expect(hidden.count == 1 && hidden[0].contains(#""isHidden":true"#), "\(hidden)")
    #expect(
      try records(stage, other, seconds: 2).count { $0.contains(#""view":"home.view""#) } == 2)
    _ = try ask(
      stage, reader, #""put":{"window":"pad","in":"pad","view":{"id":"two","frame":"fill"}}"#)
    #expect(try records(stage, other, seconds: 0).count { !$0.contains("isHidden") } == 1)
    #expect(try records(stage, other, seconds: 2) == [])
  }

  @Test func `who reads it may be others after a reload, and then all in it is new`() throws {
    let stage = try stage("1 down 1 450,50\n4 up 1\n5 down 1 450,50\n5.1 up 1\n")
    let (former, next) = (
      try stage.connect(uid: 3000, subscribing: ""), try stage.connect(uid: 3001, subscribing: "")
    )
    try stage.play(seconds: 2)
    _ = try former.lines()
    try stage.write(Self.configuration.replacing("user: 3000", with: "user: 3001"))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 2)
    let ends = try former.lines()
    #expect(
      ends.contains { $0.contains(#""stream":"pad""#) && $0.contains(#""phase":"cancelled""#) },
      "\(ends)")
    #expect(try next.lines().contains { $0.contains(#""stream":"pad","windows""#) })
    try stage.play(seconds: 2)
    #expect(try records(stage, former, seconds: 0) == [])
    #expect(try next.lines().count { $0.contains(#""stream":"pad""#) } == 3)
  }

  @Test(arguments: [
    ("{ id: one.tap, tap: {} }", "{ id: one.pan, pan: {} }, { id: one.swipe, swipe: {} }"),
    ("frame: [0, 0, 100, 100]", "fraem: [0, 0, 100, 100]"), ("isOpen", "isShut"),
    ("id: one.tap", "id: one"),
  ])
  func `a reload says to its readers only what is in it, and waits for no finger in it`(
    text: String, other: String
  ) throws {
    let file = Self.configuration.replacing(
      "socket: { rights: [subscribe, raw, edit, inject] }",
      with: "socket: { rights: [subscribe, control] }"
    ).replacing("frame: [400, 0, 400, 400]", with: "frame: [400, 0, 400, 400] # isOpen")
    let stage = try Stage.started(file, script: "1 down 1 450,50\n9 up 1\n")
    let (reader, outsider) = (try stage.connect(uid: 3000), try stage.connect(uid: 1000))
    try stage.play(seconds: 2)
    let changed = file.replacing(text, with: other).replacing("# isShut", with: "\n      isShut: 1")
    try stage.write(changed)
    let told = try ask(stage, outsider, #""reload":{}"#)
    let isRefused = !other.contains("one.swipe")
    let error = #""code":"invalidEdit","message":"\#(Refusal.unreadErrors)"}"#
    #expect(told.contains(isRefused ? error : #""result":{"isWaiting":false,"warnings":[]}"#))
    let status = try ask(stage, outsider, #""status":{}"#)
    #expect(status.contains(#""isWaiting":false"#))
    for word in ["a.yaml:", "one.", "fraem", "isShut"] {
      #expect(!told.contains(word) && !status.contains(word), "\(told) \(status)")
    }
    let answered = try ask(stage, reader, #""reload":{}"#)
    #expect(answered.contains("a.yaml:") && answered.contains(other.prefix(8)), "\(answered)")
    #expect(stage.logged().contains { $0.contains("a.yaml:") })
  }

  @Test(arguments: [("450,50", 0), ("50,50", 1)])
  func `a recognizer in it that is served late is no fact of the panel`(
    place: String, facts: Int
  ) throws {
    let stage = try Stage.started(
      Self.configuration.replacing("one.tap, tap: {}", with: "one.hold, longPress: {}").replacing(
        "id: home.view", with: "id: home.view, gestureRecognizers: [{ id: hold, longPress: {} }]"),
      script: "1 down 1 \(place)\n9 up 1\n")
    let outsider = try stage.connect(uid: 1000, subscribing: #""types":["health"]"#)
    try stage.play(seconds: 1.2)
    stage.time.now += 1_000_000
    try stage.play(seconds: 0)
    #expect(try outsider.lines().count == facts)
  }

  @Test func `a program with a place in it puts there what its readers read`() throws {
    let stage = try Stage.started(
      Self.configuration.replacing(
        "handles: [touches, presses]\n      subviews:\n        - id: one",
        with: "mountPoint: [{ user: 3002 }]\n      subviews:\n        - id: one"
      ).replacing(
        "socket: { rights: [subscribe, raw, edit, inject] }",
        with: """
          socket: { rights: [subscribe] }
          access: [{ user: 3000, rights: [edit] }]
          """
      ).replacing("private: [{ user: 3000 }]", with: "private: [{ user: 3000 }, { user: 3002 }]"))
    let guest = try stage.connect(uid: 3002, subscribing: "")
    let put = #""put":{"window":"pad","in":"pad","view":{"id":"guest","frame":[0,0,9,9]}}"#
    #expect(try ask(stage, guest, put).contains(#""type":"reply""#))
    let remove = #""remove":{"window":"pad","view":"one"}"#
    #expect(try ask(stage, guest, remove).contains("forbidden"))
    let other = try stage.connect(uid: 1000)
    #expect(try ask(stage, other, put).contains("may not read it"))
  }

  @Test func `a page reads it by its origin, which its gateway states once and first`() throws {
    let stage = try Stage.started(
      Self.configuration.replacing(
        "private: [{ user: 3000 }]",
        with: "private: [{ user: 3000, origin: \"https://Bank.example:443\" }]"))
    let tree = #""tree":{"window":"pad"}"#
    func page(_ origin: String, uid: UInt32 = 3000) throws -> Peer {
      let peer = try stage.connect(uid: uid)
      let answer = try ask(stage, peer, #""identify":{"origin":"\#(origin)"}"#)
      #expect(answer.contains(#""type":"reply""#))
      return peer
    }
    // The gateway itself, and other pages of it.
    let gateway = try stage.connect(uid: 3000)
    #expect(try ask(stage, gateway, tree).contains("may not read it"))
    let other = try page("https://other.example")
    #expect(try ask(stage, other, tree).contains("may not read it"))
    let again = try ask(stage, other, #""identify":{"origin":"https://bank.example"}"#)
    #expect(again.contains("this connection is of https://other.example"))
    #expect(try ask(stage, other, tree).contains("may not read it"))
    // Another program that says so, and a page of a gateway that runs as root.
    #expect(try ask(stage, page("https://bank.example", uid: 1000), tree).contains("may not read"))
    #expect(try ask(stage, page("https://other.example", uid: 0), tree).contains("may not read it"))

    let bank = try page("https://bank.example")
    #expect(try ask(stage, bank, tree).contains(#""id":"one""#))
    // A name is for one origin.
    #expect(try ask(stage, bank, #""identify":{"name":"shop"}"#).contains("reply"))
    let taken = try ask(stage, other, #""identify":{"name":"shop"}"#)
    #expect(taken.contains("is the name of a page of https://bank.example"))
    let late = try stage.connect(uid: 3000)
    _ = try ask(stage, late, #""identify":{"name":"late"}"#)
    #expect(
      try ask(stage, late, #""identify":{"origin":"https://bank.example"}"#).contains(
        "before a name and the first put"))
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
