// What changes a private window: programs that may, a file that is read again, and who reads it afterwards.

import Configuration
import Linux
import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

extension PrivateWindowTests {
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
}
