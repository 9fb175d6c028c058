// Views with an audience: every request that shows views, and every change while a client subscribes.

import LinuxKit
import Testing

@testable import ResponderDaemon

@Suite struct AudienceTests {
  private static func configuration(
    pad: String = "audience: [{ user: 2000 }]", window: String = ""
  ) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe, raw, edit] }
    application:
      windows:
        - id: main
          \(window)
          subviews:
            - id: pad
              frame: [0, 0, 200, 200]
              \(pad)
              handles: [touches]
              canBecomeFirstResponder: true
              subviews:
                - { id: key, frame: [0, 0, 100, 100], gestureRecognizers: [{ id: key.tap, tap: {} }] }
            - id: map
              frame: [200, 0, 400, 400]
              handles: [touches]
              gestureRecognizers: [{ id: map.tap, tap: {} }]
    """
  }

  private func stage(
    _ script: String = "60.0 wait\n", configuration: String = configuration()
  ) throws -> Stage {
    let stage = try Stage(configuration, script: script)
    try stage.start()
    return stage
  }

  private func connect(
    _ stage: Stage, _ uid: UInt32, subscribing members: String? = nil
  ) throws -> Peer {
    let peer = try Peer(of: stage.daemon.server, uid: uid)
    try stage.play(seconds: 0)
    _ = try peer.lines()
    if let members { _ = try stage.ask(peer, "{\"id\":0,\"subscribe\":{\(members)}}") }
    return peer
  }

  // MARK: Requests

  @Test(arguments: [
    (#""subscribe":{"snapshot":true}"#, #""id":"key""#),
    (#""subscribe":{"snapshot":true}"#, #""touches":[{"id":1000000001,"view":"key""#),
    (#""subscribe":{"since":{"instance":"INSTANCE","seq":1}}"#, #""phase":"began""#),
    (#""subscribe":{"explain":true,"since":{"instance":"INSTANCE","seq":1}}"#, "key.tap"),
    (#""subscribe":{"raw":true,"since":{"instance":"INSTANCE","seq":1}}"#, #""type":"raw""#),
    (#""subscribe":{"views":["pad"],"since":{"instance":"INSTANCE","seq":1}}"#, #""touches""#),
    (#""tree":{}"#, #""id":"key""#), (#""tree":{"view":"pad"}"#, #""id":"key""#),
    (#""tree":{"view":"key"}"#, #""id":"key""#), (#""tree":{"view":"pad"}"#, #""handles""#),
    (#""chain":{"responder":"key"}"#, #""id":"key""#),
    (#""chain":{"responder":"pad"}"#, #""handles""#),
    (#""hitTest":{"point":[50,50]}"#, #""view":"key""#),
    (#""hitTest":{"point":[50,50],"trace":true}"#, #"{"view":"key","pointInside":true}"#),
    (#""why":{"recognizer":"key.tap","point":[50,50]}"#, #""reaches":true"#),
    (#""why":{"recognizer":"map.tap","point":[50,50]}"#, #""view":"map""#),
    (#""status":{}"#, #""liveTouches":1"#), (#""status":{}"#, #""views":4"#),
    (#""status":{}"#, #""frames":1"#), (#""status":{"prometheus":true}"#, "live_touches 1"),
    (#""status":{"prometheus":true}"#, "responderd_records_total"),
    (#""set":{"view":"keys","alpha":1}"#, #"did you mean \"key\"?"#),
    (#""set":{"view":"key","alpha":1}"#, #""type":"reply""#),
  ])
  func `only the audience receives the names in the view`(request: String, secret: String) throws {
    for (uid, isTold) in [(2000 as UInt32, true), (0, true), (1000, false)] {
      let stage = try stage("1.0 down 1 50,50\n60.0 wait\n")
      // One client subscribes from the beginning, so that the history has all records.
      let watcher = try connect(stage, 0, subscribing: #""raw":true,"explain":true"#)
      try stage.play(seconds: 2)
      let peer = try connect(stage, uid)
      let parts = request.split(separator: "INSTANCE", omittingEmptySubsequences: false)
      let line = parts.joined(separator: stage.daemon.instance)
      let lines = try stage.ask(peer, "{\"id\":1,\(line)}")
      #expect(!lines.isEmpty)
      if request.hasPrefix(#""why":{"recognizer":"map.tap""#) {
        // An obstacle for all clients is reported to all clients.
        #expect(lines.element(0).contains(secret))
      } else {
        #expect(lines.contains { $0.contains(secret) } == isTold, "\(uid): \(lines)")
      }
      #expect(try !watcher.lines().isEmpty)
    }
  }

  @Test func `a hidden name and an unknown name give the same error`() throws {
    let stage = try stage()
    let other = try connect(stage, 1000)
    for (request, path, what) in [
      (#""tree":{"view":"key"}"#, "tree.view", "view"),
      (#""chain":{"responder":"key"}"#, "chain.responder", "responder"),
      (#""why":{"recognizer":"key.tap","point":[1,1]}"#, "why.recognizer", "recognizer"),
      (#""set":{"view":"key","alpha":1}"#, "set.view", "responder"),
      (#""set":{"recognizer":"key.tap","isEnabled":true}"#, "set.recognizer", "recognizer"),
      (#""remove":{"view":"key"}"#, "remove.view", "view"),
      (#""inhibit":{"view":"key"}"#, "inhibit.view", "view"),
    ] {
      let name = what == "recognizer" ? "key.tap" : "key"
      let answer = try stage.ask(other, "{\"id\":1,\(request)}").element(0)
      #expect(
        answer.contains(
          #""code":"notFound","message":"\#(path): no \#(what) is named \"\#(name)\""#),
        "\(answer)")
    }
    #expect(
      try stage.ask(
        other, #"{"id":1,"subscribe":{"views":["key","pad"],"recognizers":["key.tap"]}}"#
      )
      .element(0).contains(#""unknown":["key","key.tap"]"#))
    // Names in the view cannot be used in an added view, either.
    let answer = try stage.ask(
      other,
      #"{"id":1,"add":{"to":"map","gestureRecognizer":{"id":"n","tap":{"requiresFailureOf":["key.tap"]}}}}"#
    )
    #expect(answer.element(0).contains("no recognizer has the id"))
    #expect(!answer.element(0).contains("which is"))
  }

  @Test(arguments: [
    #""set":{"view":"pad","alpha":0.5}"#, #""set":{"view":"pad","audience":[{"user":1000}]}"#,
    #""add":{"to":"pad","view":{"id":"new","frame":[0,0,9,9]}}"#,
    #""add":{"to":"pad","gestureRecognizer":{"id":"new","tap":{}}}"#,
    #""move":{"view":"map","to":"pad"}"#, #""inhibit":{"view":"pad"}"#, #""cancel":{"view":"pad"}"#,
    #""becomeFirstResponder":{"responder":"pad"}"#,
  ])
  func `a client may not change a view that it may not see, even with the right to edit`(
    edit: String
  ) throws {
    let stage = try stage()
    let answer = try stage.ask(connect(stage, 1000), "{\"id\":1,\(edit)}").element(0)
    #expect(
      answer.contains(
        #""pad\" is shown only to its audience, to which this connection does not belong; it may be "#
          + #"removed or moved as a whole""#), "\(answer)")
    #expect(answer.contains(#""code":"forbidden""#))
    #expect(
      try stage.ask(connect(stage, 2000), "{\"id\":1,\(edit)}").element(0).hasPrefix(
        #"{"type":"reply""#))
  }

  // MARK: Changes

  /// The lines that two peers receive about an edit: one peer in the audience, and one outside.
  private func told(_ edit: String, _ stage: Stage) throws -> (named: [String], other: [String]) {
    let editor = try connect(stage, 0)
    let named = try connect(stage, 2000, subscribing: #""types":["edit","firstResponder"]"#)
    let other = try connect(stage, 1000, subscribing: #""types":["edit","firstResponder"]"#)
    let answer = try stage.ask(editor, "{\"id\":1,\(edit)}").element(0)
    #expect(answer.hasPrefix(#"{"type":"reply""#), "\(answer)")
    func short(_ lines: [String]) -> [String] {
      lines.map { line in
        String(line.split(separator: #""type":""#).last ?? "")
      }
    }
    return try (short(named.lines()), short(other.lines()))
  }

  private static let opaque =
    #"{"id":"pad","kind":"view","frame":[0.0,0.0,200.0,200.0],"hasAudience":true}"#
  private static let plain =
    #"{"id":"pad","kind":"view","frame":[0.0,0.0,200.0,200.0],"hasAudience":true,"#
    + #""handles":["touches"]}"#
  private static let key =
    #"{"id":"key","kind":"view","frame":[0.0,0.0,100.0,100.0],"#
    + #""gestureRecognizers":[{"id":"key.tap","kind":"tap"}]}"#

  @Test func `only the audience may use ids that begin with the id of the view`() throws {
    let stage = try Stage(
      """
      screens: { panel: { size: [800, 480] } }
      access: [{ user: 1003, rights: [edit] }, { user: 3000, rights: [edit] }]
      application:
        windows:
          - id: main
            subviews:
              - { id: shelf, frame: [0, 0, 99, 99], mountPoint: true }
              - { id: pad, frame: [99, 0, 99, 99], audience: [{ user: 3000 }], subviews: [{ id: pad.one, frame: [0, 0, 9, 9] }] }
      """)
    try stage.start()
    func add(_ peer: Peer, _ id: String) throws -> String {
      try stage.ask(
        peer, #"{"id":1,"add":{"to":"shelf","own":true,"view":{"id":"\#(id)","frame":[0,0,9,9]}}}"#
      ).element(0)
    }
    for uid in [2000, 1003] as [UInt32] {
      let peer = try stage.connect(uid: uid)
      let used = try add(peer, "pad.one")
      #expect(used.contains(#"expected an id that is not used yet, found \"pad.one\""#))
      #expect(try add(peer, "pad.two") == used.replacing("pad.one", with: "pad.two"))
      #expect(try add(peer, "pads.\(uid)").contains(#""type":"reply""#))
    }
    #expect(try add(stage.connect(uid: 3000), "pad.two").contains(#""type":"reply""#))
  }

  @Test func `only the audience receives the edits in the view`() throws {
    for edit in [
      #""set":{"view":"key","alpha":0.5}"#, #""set":{"view":"pad","alpha":0.5}"#,
      #""remove":{"view":"key"}"#, #""disable":{"recognizer":"key.tap"}"#,
      #""add":{"to":"pad","view":{"id":"new","frame":[0,0,9,9]}}"#,
      #""becomeFirstResponder":{"responder":"pad"}"#,
    ] {
      let (named, other) = try told(edit, stage())
      #expect(named.count == 1, "\(edit)")
      #expect(other == [], "\(edit)")
    }
  }

  @Test func `all clients receive the position of the view`() throws {
    let (named, other) = try told(#""set":{"view":"pad","frame":[1,2,3,4],"alpha":0.5}"#, stage())
    let place =
      #"edit","edit":"set","view":"pad","node":{"id":"pad","kind":"view","#
      + #""frame":[1.0,2.0,3.0,4.0],"hasAudience":true}}"#
    #expect(other == [place])
    #expect(named.count == 2)
    #expect(named.element(0) == place)
    #expect(named.element(1).contains(#""alpha":0.5"#))
    let (_, gone) = try told(#""remove":{"view":"pad"}"#, stage())
    #expect(gone == [#"edit","edit":"remove","view":"pad"}"#])
  }

  @Test func `a view that gets an audience becomes opaque for others, and back`() throws {
    let open = try stage(configuration: Self.configuration(pad: ""))
    let added = #"edit","edit":"add","view":"pad","to":"main","index":0,"node":"#
    let removed = #"edit","edit":"remove","view":"pad"}"#
    let revealed = [
      #"edit","edit":"set","view":"pad","node":\#(Self.plain)}"#,
      #"edit","edit":"add","view":"key","to":"pad","index":0,"node":\#(Self.key)}"#,
    ]
    let (named, other) = try told(#""set":{"view":"pad","audience":[{"user":2000}]}"#, open)
    #expect(other == [removed, "\(added)\(Self.opaque)}"])
    #expect(named == other + revealed)
    let (named2, other2) = try told(#""set":{"view":"pad","audience":null}"#, open)
    #expect(named2 == other2)
    #expect(other2.count == 2)
    #expect(other2.element(1).contains(#""id":"key""#))
  }

  @Test
  func `for other clients a view that moves into it is removed, and one that moves out is added`()
    throws
  {
    let stage = try stage()
    let (named, other) = try told(#""move":{"view":"map","to":"pad"}"#, stage)
    #expect(other == [#"edit","edit":"remove","view":"map"}"#])
    #expect(named.count == 2)
    #expect(named.element(1).hasPrefix(#"edit","edit":"add","view":"map","to":"pad","index":1"#))
    let (_, back) = try told(#""move":{"view":"map","to":"main"}"#, stage)
    #expect(back.count == 1)
    #expect(back.element(0).hasPrefix(#"edit","edit":"add","view":"map","to":"main","index":1"#))
    let (moved, same) = try told(#""move":{"view":"map","index":0}"#, stage)
    #expect(same == [#"edit","edit":"move","view":"map","to":"main","index":0}"#])
    #expect(moved == same)
  }

  @Test func `removing a key under a finger sends nothing to other clients`() throws {
    let stage = try stage("1.0 down 1 50,50; down 2 250,50\n60.0 wait\n")
    let other = try connect(stage, 1000, subscribing: #""explain":true,"raw":true"#)
    let named = try connect(stage, 2000, subscribing: "")
    try stage.play(seconds: 2)
    #expect(try other.lines().allSatisfy { $0.contains(#"250.0"#) || $0.contains("map") })
    let editor = try connect(stage, 0)
    _ = try stage.ask(editor, #"{"id":1,"remove":{"view":"key"}}"#)
    #expect(try other.lines() == [])
    #expect(try named.lines().contains { $0.contains(#""phase":"cancelled""#) })
  }

  @Test
  func
    `a gesture that a hidden finger joins is cancelled for outsiders and continues for insiders`()
    throws
  {
    let pan = "gestureRecognizers: [{ id: all, pan: { cancelsTouchesInView: false } }]"
    let stage = try stage(
      "1.0 down 1 250,300\n1.1 move 1 290,300\n1.2 down 2 50,150\n1.3 move 1 300,300; move 2 60,150\n"
        + "1.4 up 2\n1.5 move 1 310,300\n1.6 up 1\n60.0 wait\n",
      configuration: Self.configuration(window: pan))
    let members = #""types":["gesture"]"#
    let other = try connect(stage, 1000, subscribing: members)
    let named = try connect(stage, 2000, subscribing: members)
    try stage.play(seconds: 3)
    func states(_ peer: Peer) throws -> [String] {
      try peer.lines().filter { $0.contains(#""recognizer":"all""#) }.compactMap {
        $0.split(separator: #""state":""#).last?.split(separator: "\"").first.map { String($0) }
      }
    }
    #expect(try states(other) == ["began", "cancelled"])
    let all = try states(named)
    #expect(all.first == "began")
    #expect(all.last == "ended")
    #expect(!all.contains("cancelled"))
  }

  @Test
  func
    `only the audience receives questions about the view, and other clients see no gap in their numbers`()
    throws
  {
    let asked = "tap: { asks: [shouldBegin], answerTimeout: 1 }"
    let stage = try stage(
      "1.0 down 1 50,50\n1.1 up 1\n5.0 down 1 250,50\n5.1 up 1\n60.0 wait\n",
      configuration: Self.configuration().split(separator: "tap: {}").joined(separator: asked))
    let named = try connect(stage, 2000, subscribing: #""types":["question"]"#)
    let other = try connect(stage, 1000, subscribing: #""types":["question"]"#)
    try stage.play(seconds: 1.2)
    #expect(try other.lines() == [])
    let question = try named.lines()
    #expect(question.count == 1)
    #expect(question.element(0).contains(#""question":1000000001,"asks":"shouldBegin""#))
    let answer = #"{"id":1,"answer":{"question":1000000001,"yes":true}}"#
    // As if the question had not been asked.
    #expect(try stage.ask(other, answer).element(0).contains(#""code":"notFound""#))
    #expect(try stage.ask(named, answer).last?.hasPrefix(#"{"type":"reply""#) == true)
    try stage.play(seconds: 4)
    #expect(try other.lines().element(0).contains(#""question":1,"asks":"shouldBegin""#))
  }

  @Test func `a client must belong to the audiences of all views around a view`() throws {
    let stage = try stage(
      "1.0 down 1 50,50\n1.1 up 1\n60.0 wait\n",
      configuration: Self.configuration(pad: "audience: [{ user: 2000 }, { user: 2001 }]"))
    let editor = try connect(stage, 0)
    _ = try stage.ask(
      editor, #"{"id":1,"set":{"view":"key","audience":[{"user":2001},{"user":3000}]}}"#)
    var seen: [UInt32: Int] = [:]
    let peers = try [1000, 2000, 2001, 3000].map { uid in
      (uid as UInt32, try connect(stage, uid, subscribing: #""types":["touches"]"#))
    }
    try stage.play(seconds: 2)
    for (uid, peer) in peers { seen[uid] = try peer.lines().count }
    #expect(seen == [1000: 0, 2000: 0, 2001: 2, 3000: 0])
    let tree = try stage.ask(peers[1].1, #"{"id":1,"tree":{"view":"pad"}}"#).element(0)
    #expect(
      tree.contains(
        #""subviews":[{"id":"key","kind":"view","frame":[0.0,0.0,100.0,100.0],"hasAudience":true}]"#
      ))
  }

  @Test func `another audience applies at once after a reload`() throws {
    let stage = try stage("1.0 down 1 50,50\n1.1 up 1\n5.0 down 1 50,50\n5.1 up 1\n60.0 wait\n")
    let one = try connect(stage, 1000, subscribing: #""types":["touches","edit"]"#)
    let two = try connect(stage, 2000, subscribing: #""types":["touches","edit"]"#)
    try stage.play(seconds: 2)
    #expect(try [one.lines().count, two.lines().count] == [0, 2])
    try stage.write(Self.configuration(pad: "audience: [{ user: 1000 }]"))
    stage.daemon.reload(force: true)
    try stage.play(seconds: 0)
    #expect(try one.lines().contains { $0.contains(#""id":"key""#) })
    let told = try two.lines()
    #expect(told.contains { $0.contains(#""edit":"add","view":"pad""#) })
    #expect(!told.contains { $0.contains(#""id":"key""#) })
    try stage.play(seconds: 5)
    #expect(try [one.lines().count, two.lines().count] == [2, 0])
  }

  @Test func `a view that moves from one hidden view to another is never shown`()
    throws
  {
    let stage = try stage()
    let two = try connect(stage, 3000, subscribing: #""types":["edit"]"#)
    let hidden = Self.configuration()
    for text in [
      hidden.replacing("id: pad\n", with: "id: pad2\n"),
      hidden.replacing("id: pad\n", with: "id: pad2\n")
        .replacing("audience: [{ user: 2000 }]", with: "")
        .replacing("id: key, ", with: "id: key, audience: [{ user: 2000 }], "),
      hidden,
    ] {
      try stage.write(text)
      stage.daemon.reload(force: true)
      try stage.play(seconds: 0)
      #expect(try !two.lines().contains { $0.contains("key.tap") })
    }
    #expect(stage.daemon.figures.reloads == 3)
  }

  @Test func `there are at most as many different audiences as bits`() throws {
    let views = (0..<65).map { "{ id: v\($0), frame: [0, 0, 9, 9], audience: { user: \($0) } }" }
    let error = #expect(throws: StartError.self) {
      try Stage(
        "application: { windows: [{ id: w, subviews: [\(views.joined(separator: ","))] }] }")
    }
    #expect(
      error?.description.contains("expected at most 64 different audiences, found one more") == true
    )
  }
}
