// Who has changed what: each change by a client is in one line of the journal, and nothing else is.

import Glibc
import Protocol
import Testing

@testable import Linux
@testable import ResponderDaemon

@Suite struct AuditTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe] }
    access: [{ user: 7, rights: all }, { unit: desk.service, rights: [edit] }]
    application:
      windows:
        - id: main
          subviews: [{ id: red, frame: [0, 0, 100, 100], handles: [touches] }]
        - { id: pad, private: [{ user: 7 }], frame: [400, 0, 400, 400] }
    """
  private static let set = #"{"id":1,"set":{"view":"red","alpha":0.5}}"#

  private func started(_ script: String = "9999.0 wait\n") throws -> (Stage, Peer) {
    let stage = try Stage.started(Self.configuration, script: script)
    let peer = try stage.connect(uid: 7)
    _ = stage.logged()
    return (stage, peer)
  }

  private func line(_ changes: String, by who: String = "client 1 (pid 4711, user 7)") -> String {
    "<5>client: \(who): \(changes)\n"
  }

  /// The lines about changes.
  private func changes(_ stage: Stage) -> [String] {
    stage.logged().filter { $0.hasPrefix("<5>client: ") }
  }

  @Test func `the first change is a line at once, with fields`() throws {
    let (stage, _) = try started()
    let peer = try stage.connect(uid: 8, unit: "desk.service")
    _ = try stage.ask(peer, #"{"id":1,"identify":{"origin":"https://desk.example"}}"#)
    _ = try stage.ask(peer, #"{"id":1,"identify":{"name":"desk"}}"#)
    #expect(stage.logged() == [])
    _ = try stage.ask(peer, Self.set)
    let who =
      #"client 2 ("desk", pid 4711, user 8) of desk.service, https://desk.example"#
    #expect(stage.logged() == [line("set 1", by: who)])
    #expect(
      stage.loggedFields() == [
        [
          "MESSAGE=client: \(who): set 1", "PRIORITY=5", "RESPONDERD_USER=8",
          "RESPONDERD_PID=4711", "RESPONDERD_CLIENT=2", "RESPONDERD_NAME=desk",
          "RESPONDERD_UNIT=desk.service", "RESPONDERD_ORIGIN=https://desk.example",
          "RESPONDERD_CHANGE=set", "RESPONDERD_COUNT=1",
        ]
      ])
  }

  @Test func `a client that animates is one line a minute, and no change is missing`() throws {
    let (stage, peer) = try started()
    for _ in 0..<3 {
      for step in 100..<300 {
        _ = try stage.ask(peer, #"{"id":1,"set":{"view":"red","alpha":0.\#(step)}}"#)
        try stage.play(seconds: 0.25)
      }
      try stage.play(seconds: 10)
    }
    #expect(
      stage.logged() == [line("set 1"), line("set 199"), line("set 200"), line("set 200")])
    // After a quiet minute, the next change is the first again.
    try stage.play(seconds: 120)
    #expect(stage.logged() == [])
    _ = try stage.ask(peer, Self.set)
    #expect(stage.logged() == [line("set 1")])
    try stage.play(seconds: 120)
    #expect(stage.logged() == [])
  }

  @Test func `a batch counts by its members, and all kinds are in one line`() throws {
    let (stage, peer) = try started()
    let put = #"{"put":{"in":"red","view":{"id":"clock","frame":[0,0,9,9]}}}"#
    let set = #"{"set":{"view":"red","alpha":0.5}}"#
    _ = try stage.ask(peer, #"{"id":1,"batch":[\#(set),\#(put),\#(set)]}"#)
    _ = try stage.ask(peer, #"{"id":1,"batch":[]}"#)
    #expect(changes(stage) == [line("put 1, set 2")])
    _ = stage.loggedFields()
    for request in [
      #""remove":{"view":"clock"}"#, #""reload":{"confirmWithin":60}"#, #""confirm":{}"#,
      #""inject":{"script":"0 down 1 10,10\n0.1 up 1"}"#,
      #""inject":{"device":"table","isLasting":true}"#,
      #""inject":{"device":"table","actions":"down 1 10,10"}"#,
      #""set":{"view":"red","alpha":0.5}"#,
    ] {
      let answer = try stage.ask(peer, "{\"id\":2,\(request)}")
      #expect(answer.contains { $0.hasPrefix(#"{"type":"reply","id":2"#) }, "\(answer)")
    }
    #expect(changes(stage) == [])
    try stage.play(seconds: 60)
    #expect(changes(stage) == [line("confirm 1, inject 3, reload 1, remove 1, set 1")])
    #expect(
      stage.loggedFields().map { $0.suffix(6) } == [
        [
          "RESPONDERD_CHANGE=confirm", "RESPONDERD_CHANGE=inject", "RESPONDERD_CHANGE=reload",
          "RESPONDERD_CHANGE=remove", "RESPONDERD_CHANGE=set", "RESPONDERD_COUNT=7",
        ]
      ])
  }

  @Test func `what is refused, and what changes nothing, is in no line`() throws {
    let (stage, peer) = try started()
    let guest = try stage.connect(uid: 9)
    try stage.write("windos: []\n")
    let unknown = #"{"set":{"view":"gone","alpha":0.5}}"#
    for request in [
      #""set":{"view":"gone","alpha":0.5}"#, #""batch":[{"set":{"view":"red"}},\#(unknown)]"#,
      #""reload":{}"#, #""confirm":{}"#, #""inject":{"script":"dwon"}"#, #""tree":{}"#,
      #""status":{}"#, #""subscribe":{}"#, #""cancel":{}"#, #""identify":{"name":"desk"}"#,
    ] { _ = try stage.ask(peer, "{\"id\":1,\(request)}") }
    _ = try stage.ask(guest, Self.set)
    _ = try stage.ask(guest, #"{"id":1,"reload":{}}"#)
    guest.vanish()
    peer.vanish()
    try stage.play(seconds: 120)
    #expect(changes(stage) == [])
    #expect(stage.loggedFields().isEmpty)
  }

  @Test func `what is left is written when the client ends, and when the daemon does`() throws {
    let (stage, peer) = try started()
    let other = try stage.connect(uid: 0)
    for _ in 0..<3 { for each in [peer, other] { _ = try stage.ask(each, Self.set) } }
    let root = "client 2 (pid 4711, user 0)"
    #expect(stage.logged() == [line("set 1"), line("set 1", by: root)])
    peer.vanish()
    try stage.play(seconds: 0)
    #expect(stage.logged() == [line("set 2")])
    stage.daemon.end(reason: "shutdown")
    #expect(changes(stage) == [line("set 2", by: root)])
    try stage.play(seconds: 120)
    #expect(changes(stage) == [])
  }

  @Test func `a reload counts although its client has gone before the file is read`() throws {
    let (stage, peer) = try started("1.0 down 1 50,50\n2.0 up 1\n9999.0 wait\n")
    try stage.play(seconds: 1.5)
    try peer.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 0)
    peer.vanish()
    try stage.play(seconds: 0)
    #expect(stage.daemon.server.connections.isEmpty)
    #expect(changes(stage) == [])
    try stage.play(seconds: 120)
    #expect(changes(stage) == [line("reload 1")])
  }

  @Test func `a signal is in the journal with who has sent it`() throws {
    let (stage, _) = try started()
    let signal = ReceivedSignal(number: SIGHUP, pid: 12, user: 0)
    stage.daemon.reload(by: signal)
    try stage.play(seconds: 0)
    #expect(changes(stage) == [line("reload 1", by: "SIGHUP of pid 12, user 0")])
    #expect(
      stage.loggedFields().map { $0.dropFirst(2) } == [
        [
          "RESPONDERD_USER=0", "RESPONDERD_PID=12", "RESPONDERD_CHANGE=reload",
          "RESPONDERD_COUNT=1",
        ]
      ])
    try stage.write("windos: []\n")
    stage.daemon.reload(by: signal)
    try stage.play(seconds: 0)
    #expect(changes(stage) == [])
  }

  @Test func `a name forges no field, and no line`() throws {
    let (stage, peer) = try started()
    for name in [#"a\nRESPONDERD_USER=0"#, "a b", #"\u001b[2J"#, #"a\u2028b"#] {
      let answer = try stage.ask(peer, #"{"id":1,"identify":{"name":"\#(name)"}}"#)
      #expect(answer.element(0).contains("badRequest"), "\(answer)")
    }
    _ = try stage.ask(peer, #"{"id":1,"identify":{"name":"\",RESPONDERD_USER=0"}}"#)
    _ = try stage.ask(peer, Self.set)
    #expect(
      stage.logged() == [
        line("set 1", by: #"client 1 ("",RESPONDERD_USER=0", pid 4711, user 7)"#)
      ])
    let fields = stage.loggedFields().joined()
    #expect(fields.filter { $0.hasPrefix("RESPONDERD_USER=") } == ["RESPONDERD_USER=7"])
    #expect(fields.contains(#"RESPONDERD_NAME=",RESPONDERD_USER=0"#))
  }

  @Test func `changes in a private window are counted, and nothing in it is named`() throws {
    let (stage, peer) = try started()
    let put = #""put":{"window":"pad","in":"pad","view":{"id":"secret","frame":"fill"}}"#
    let answer = try stage.ask(peer, "{\"id\":1,\(put)}")
    #expect(answer.contains { $0.hasPrefix(#"{"type":"reply","id":1"#) }, "\(answer)")
    #expect(stage.logged() == [line("put 1")])
    #expect(
      !stage.loggedFields().joined().contains { $0.contains("pad") || $0.contains("secret") })
  }
}
