// What clients can use up is counted, limited, and released again.

import Linux
import Protocol
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct AccountTests {
  private func stage(
    ownedViews: Int = 2_000, idle: String = "", script: String = "60.0 wait\n", pad: String = ""
  ) throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      activity: { \(idle) }
      access: [{ user: 1003, rights: [edit] }]
      application:
        windows:
          - id: main
            subviews:
              - { id: shelf, frame: [0, 0, 400, 400], mountPoint: true }
              - { id: map, frame: [400, 0, 400, 400], handles: [touches], \(pad) }
      """, script: script, options: { $0.limits.viewsOfProgram = ownedViews })
  }

  private func add(_ id: String, to parent: String = "shelf", _ more: String = "") -> String {
    #"{"id":1,"put":{"in":"\#(parent)","view":{"id":"\#(id)","frame":[0,0,9,9]\#(more)}}}"#
  }

  @Test func `what a program wants is counted once, and only as long as it is wanted`() throws {
    let stage = try stage(ownedViews: 4)
    let peer = try stage.connect(uid: 2000)
    for _ in 0..<20 {
      #expect(try stage.ask(peer, add("a")).element(0).contains("reply"))
      _ = try stage.ask(peer, #"{"id":1,"remove":{"view":"a"}}"#)
    }
    // Each lies in the one before, and one that waits counts as well.
    for (id, parent) in [("a", "shelf"), ("b", "a"), ("c", "b"), ("d", "nowhere")] {
      #expect(try stage.ask(peer, add(id, to: parent)).element(0).contains("reply"), "\(id)")
    }
    #expect(
      try stage.ask(peer, add("e")).element(0).contains(
        "a program may want 4 views, controllers and recognizers, this makes 5; remove some"))
  }

  @Test func `names of users and units are forgotten, and few are looked up for a request`() throws
  {
    let stage = try stage()
    let peer = try stage.connect(uid: 2000)
    for number in 0..<60 {
      let units = (0..<40).map { #"{"unit":"u\#(number)-\#($0).service"}"# }.joined(separator: ",")
      _ = try stage.ask(peer, add("a", #","mountPoint":[\#(units)]"#))
      _ = try stage.ask(peer, #"{"id":1,"remove":{"view":"a"}}"#)
    }
    #expect(stage.daemon.accessRules.rememberedNames <= 512)
    let users = (0..<40).map { #"{"user":"nobody-has-this-\#($0)"}"# }.joined(separator: ",")
    let answer = try stage.ask(peer, add("a", #","mountPoint":[\#(users)]"#)).element(0)
    #expect(answer.contains("this machine has no user named"))
    #expect(answer.contains("a request may name only a few"))
    #expect(stage.daemon.accessRules.rememberedNames <= 512)
  }

  @Test(arguments: ["pin\u{200B}", "\u{202E}nip", "a\u{AD}b", "x\u{1}", "\u{FEFF}y"])
  func `ids and names of programs have no invisible characters`(id: String) throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 2000)
    let escaped = id.replacing("\u{1}", with: #"\u0001"#)
    let answer = try stage.ask(peer, add(escaped)).element(0)
    #expect(answer.contains(#""code":"invalidEdit""#), "\(answer)")
    #expect(answer.contains("expected a name of visible characters"), "\(answer)")
    let identify = #"{"id":2,"identify":{"name":"\#(escaped)"}}"#
    #expect(try stage.ask(peer, identify).element(0).contains("expected visible characters"))
  }

  // MARK: Keys and fingers

  @Test func `a view under a mount point handles no keys and keeps no touches from other views`()
    throws
  {
    let stage = try stage(pad: "canBecomeFirstResponder: true")
    let peer = try stage.connect(uid: 2000)
    _ = try stage.ask(peer, add("a", #","canBecomeFirstResponder":true"#))
    let become = #"{"id":2,"becomeFirstResponder":{"responder":"a"}}"#
    let root = try stage.connect(uid: 0)
    _ = try stage.ask(root, become.replacing(#""a""#, with: #""map""#))
    #expect(
      try stage.ask(peer, become).element(0).contains(
        #"\"map\" is the first responder, and this connection may not edit it"#))
    let exclusive = #"{"id":2,"set":{"view":"a","isExclusiveTouch":true}}"#
    #expect(try stage.ask(peer, exclusive).element(0).contains("may not edit isExclusiveTouch"))
    let passing = #"{"id":2,"set":{"view":"a","passesOn":true}}"#
    #expect(try stage.ask(peer, passing).element(0).contains("may not edit passesOn"))
    #expect(
      try stage.ask(peer, add("b", #","passesOn":true"#)).element(0).contains(
        "may not edit passesOn"))
    // It takes the focus if there is none, or from itself.
    _ = try stage.ask(
      root, become.replacing(#""a""#, with: #""map""#).replacing("become", with: "resign"))
    for _ in 1...2 {
      #expect(try stage.ask(peer, become).element(0).contains(#""accepted":true"#))
    }
  }

  // MARK: Actors

  @Test func `an actor that is a unit is only that unit, whatever name a client gives itself`()
    throws
  {
    let stage = try stage(
      script: "1.0 down 1 450,50\n1.1 up 1\n60.0 wait\n", pad: "actor: { unit: map.service }")
    let program = try stage.connect(uid: 1000, unit: "map.service")
    let other = try stage.connect(uid: 1000)
    for name in ["map.service", "unit map.service", "map"] {
      _ = try stage.ask(other, #"{"id":1,"identify":{"name":"\#(name)"}}"#)
    }
    for peer in [program, other] { _ = try stage.ask(peer, #"{"id":1,"subscribe":{}}"#) }
    try stage.play(seconds: 2)
    let (plain, observed) = try (program.lines(), other.lines())
    #expect(plain.count == 2)
    #expect(plain.allSatisfy { !$0.contains("observed") })
    #expect(observed.count == 2)
    #expect(observed.allSatisfy { $0.hasSuffix(#","observed":true}"#) })
    #expect(
      try stage.ask(other, #"{"id":2,"status":{}}"#).element(0).contains(
        #""actors":[{"unit":"map.service","isConnected":true}]"#))
    #expect(
      try stage.ask(other, #"{"id":2,"tree":{"view":"map"}}"#).element(0).contains(
        #""actor":{"unit":"map.service"}"#))
  }
}
