// Views that get another audience while fingers are on them, and the snapshots of new clients.

import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct ChangedAudienceTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe, edit] }
    application:
      windows:
        - id: main
          gestureRecognizers: [{ id: all, pan: { cancelsTouchesInView: false } }]
          subviews:
            - id: pad
              frame: [0, 0, 200, 200]
              audience: [{ user: 2000 }]
              handles: [touches]
            - id: map
              frame: [200, 0, 400, 400]
              handles: [touches, presses]
              canBecomeFirstResponder: true
              gestureRecognizers: [{ id: map.hold, longPress: { cancelsTouchesInView: false } }]
            - { id: led, frame: [700, 0, 90, 90], next: pad }
    """

  private func stage(_ script: String) throws -> Stage {
    try Stage.started(Self.configuration, script: script)
  }

  private func short(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      let phase = ["phase", "state", "edit"].compactMap { name in
        line.split(separator: "\"\(name)\":\"").dropFirst().first?.split(separator: "\"").first
      }.first
      let whom = ["responder", "recognizer", "view"].compactMap { name in
        line.split(separator: "\"\(name)\":\"").dropFirst().first?.split(separator: "\"").first
      }.first
      return phase.flatMap { phase in whom.map { "\($0) \(phase)" } }
    }
  }

  @Test(arguments: [
    #""set":{"view":"map","audience":[{"user":2000}]}"#, #""move":{"view":"map","to":"pad"}"#,
  ])
  func
    `a client that read the began of a touch, press or gesture reads its end before the view is hidden`(
      hides: String
    ) throws
  {
    let stage = try stage(
      "0.5 press began select\n1.0 down 1 250,50\n2.0 move 1 252,50\n2.5 up 1\n"
        + "2.6 press ended select\n60.0 wait\n")
    let types = #""types":["touches","presses","gesture","edit","unhandled"]"#
    let editor = try stage.connect(uid: 0)
    _ = try stage.ask(editor, #"{"id":1,"becomeFirstResponder":{"responder":"map"}}"#)
    let other = try stage.connect(uid: 1000, subscribing: types)
    try stage.play(seconds: 1.8)
    let began = short(try other.lines())
    #expect(began == ["map began", "map.hold began", "map began"])
    #expect(try stage.ask(editor, "{\"id\":2,\(hides)}").element(0).contains(#""reply""#))
    let told = short(try other.lines())
    #expect(told.filter { $0 == "map cancelled" }.count == 2)
    #expect(told.filter { $0 == "map.hold cancelled" }.count == 1)
    #expect(told.element(3) == "map remove")
    try stage.play(seconds: 2)
    #expect(short(try other.lines()) == [])
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `a move that changes no audience cancels no touch`() throws {
    let stage = try stage("1.0 down 1 250,50\n2.5 up 1\n60.0 wait\n")
    let editor = try stage.connect(uid: 0)
    let other = try stage.connect(uid: 1000, subscribing: #""types":["touches"]"#)
    try stage.play(seconds: 1.2)
    _ = try stage.ask(editor, #"{"id":1,"move":{"view":"map","to":"led"}}"#)
    try stage.play(seconds: 2)
    #expect(short(try other.lines()) == ["map began", "map ended"])
  }

  @Test func `a snapshot has the gestures that were reported to the client`() throws {
    let stage = try stage(
      "1.0 down 1 650,300\n1.1 move 1 690,300\n1.2 down 2 50,150\n1.4 move 1 700,300\n60.0 wait\n")
    let early = try stage.connect(uid: 1000, subscribing: #""types":["gesture"]"#)
    try stage.play(seconds: 1.3)
    #expect(short(try early.lines()) == ["all began"])
    let late = try stage.connect(uid: 1000)
    let told = try stage.ask(late, #"{"id":0,"subscribe":{"types":["gesture"],"snapshot":true}}"#)
    let snapshot =
      #""recognizers":[{"recognizer":"all","view":"main","state":"began","touches":[1]}]"#
    #expect(told.element(1).contains(snapshot))
    try stage.play(seconds: 1)
    #expect(short(try early.lines()) == ["all cancelled"])
    #expect(short(try late.lines()) == ["all cancelled"])
  }

  @Test func `a snapshot names neither hidden responders nor their touches`() throws {
    let stage = try stage("1.0 down 1 710,50\n60.0 wait\n")
    try stage.play(seconds: 1.2)
    for (uid, isTold) in [(1000 as UInt32, false), (2000, true), (0, true)] {
      let peer = try stage.connect(uid: uid)
      let told = try stage.ask(peer, #"{"id":0,"subscribe":{"types":["touches"],"snapshot":true}}"#)
      #expect(told.element(1).contains(#""responders":["pad"]"#) == isTold)
      #expect(told.element(1).contains(#""touches":[]"#) == !isTold)
    }
  }
}
