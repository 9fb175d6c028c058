// Views with an audience, and every change of the tree while clients subscribe.

import LinuxKit
import Testing

@testable import ResponderDaemon

@Suite struct AudienceEditTests {
  private func stage(
    _ script: String = "60.0 wait\n", configuration: String = AudienceTests.configuration()
  ) throws -> Stage {
    try Stage.started(configuration, script: script)
  }

  /// The lines that two peers receive about an edit: one peer in the audience, and one outside.
  private func told(_ edit: String, _ stage: Stage) throws -> (named: [String], other: [String]) {
    let editor = try stage.connect(uid: 0)
    let named = try stage.connect(uid: 2000, subscribing: #""types":["edit","firstResponder"]"#)
    let other = try stage.connect(uid: 1000, subscribing: #""types":["edit","firstResponder"]"#)
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
    let stage = try Stage.started(
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
    let open = try stage(configuration: AudienceTests.configuration(pad: ""))
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
    let other = try stage.connect(uid: 1000, subscribing: #""explain":true,"raw":true"#)
    let named = try stage.connect(uid: 2000, subscribing: "")
    try stage.play(seconds: 2)
    #expect(try other.lines().allSatisfy { $0.contains(#"250.0"#) || $0.contains("map") })
    let editor = try stage.connect(uid: 0)
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
      configuration: AudienceTests.configuration(window: pan))
    let members = #""types":["gesture"]"#
    let other = try stage.connect(uid: 1000, subscribing: members)
    let named = try stage.connect(uid: 2000, subscribing: members)
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
      configuration: AudienceTests.configuration().split(separator: "tap: {}").joined(
        separator: asked))
    let named = try stage.connect(uid: 2000, subscribing: #""types":["question"]"#)
    let other = try stage.connect(uid: 1000, subscribing: #""types":["question"]"#)
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
      configuration: AudienceTests.configuration(pad: "audience: [{ user: 2000 }, { user: 2001 }]"))
    let editor = try stage.connect(uid: 0)
    _ = try stage.ask(
      editor, #"{"id":1,"set":{"view":"key","audience":[{"user":2001},{"user":3000}]}}"#)
    var seen: [UInt32: Int] = [:]
    let peers = try [1000, 2000, 2001, 3000].map { uid in
      (uid as UInt32, try stage.connect(uid: uid, subscribing: #""types":["touches"]"#))
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
    let one = try stage.connect(uid: 1000, subscribing: #""types":["touches","edit"]"#)
    let two = try stage.connect(uid: 2000, subscribing: #""types":["touches","edit"]"#)
    try stage.play(seconds: 2)
    #expect(try [one.lines().count, two.lines().count] == [0, 2])
    try stage.write(AudienceTests.configuration(pad: "audience: [{ user: 1000 }]"))
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
    let two = try stage.connect(uid: 3000, subscribing: #""types":["edit"]"#)
    let hidden = AudienceTests.configuration()
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
