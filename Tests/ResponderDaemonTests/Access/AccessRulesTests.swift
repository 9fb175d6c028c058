// The rights of clients: the rules of the configuration, and changes while clients are connected.

import Configuration
import ConfigurationText
import Linux
import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct AccessRulesTests {
  private func doors(_ text: String, ownUser: UInt32 = 990) throws -> AccessRules {
    AccessRules(ownUser: ownUser, settings: try Blueprint.load(text, file: "f.yaml").settings)
  }

  private static let tree = """
    application: { windows: [{ id: w, subviews: [{ id: red, frame: [0, 0, 9, 9] }] }] }
    """

  @Test
  func `a client that is neither root nor the daemon's user may subscribe and read, and no more`()
    throws
  {
    let doors = try doors("{}")
    let other = PeerCredentials(pid: 1, uid: 1000, gid: 990)
    #expect(doors.grant(for: other, at: .records) == Grant(rights: [.subscribe]))
    #expect(doors.grant(for: other, at: .control) == .all)
    for uid: UInt32 in [0, 990] {
      let peer = PeerCredentials(pid: 1, uid: uid, gid: uid)
      let grant = doors.grant(for: peer, at: .records)
      #expect(grant.rights == Grant.all.rights)
      #expect(grant.under == nil)
    }
  }

  @Test func `rules give users, groups and units rights that other clients lack`() throws {
    let doors = try doors(
      """
      access:
        - { user: nobody, rights: [raw, inject] }
        - { group: root, rights: edit, under: [w] }
        - { group: 7, rights: edit, under: [red] }
        - { unit: kiosk.service, rights: all }
        - { user: nobody, rights: control }
        - { user: nobody-has-this, rights: all }
      \(Self.tree)
      """)
    let nobody = try #require(userNumber(named: "nobody"))
    func grant(_ uid: UInt32, _ groups: [UInt32] = [], _ unit: String? = nil) -> Grant {
      let peer = PeerCredentials(pid: 1, uid: uid, gid: 4242, groups: groups, unit: unit)
      return doors.grant(for: peer, at: .records)
    }
    #expect(grant(nobody) == Grant(rights: [.subscribe, .raw, .inject, .control]))
    #expect(grant(4242) == Grant(rights: [.subscribe]))
    #expect(grant(4242, [0]) == Grant(rights: [.subscribe, .edit], under: ["w"]))
    #expect(grant(4242, [7, 0]) == Grant(rights: [.subscribe, .edit], under: ["w", "red"]))
    #expect(
      grant(nobody, [0])
        == Grant(rights: [.subscribe, .raw, .inject, .control, .edit], under: ["w"]))
    // A rule without limits takes precedence over rules with limits.
    #expect(grant(4242, [7], "kiosk.service") == .all)
    #expect(grant(4242, [], "other.service") == Grant(rights: [.subscribe]))
    #expect(doors.isKnown(PeerSettings(.user, "nobody-has-this")) == .unknown)
    #expect(doors.isKnown(PeerSettings(.user, "nobody")) == .known)
  }

  @Test func `the rights of a socket apply to every client that connects to it`() throws {
    let peer = PeerCredentials(pid: 1, uid: 1000, gid: 990)
    #expect(
      try doors("socket: { rights: [] }").grant(for: peer, at: .records) == Grant())
    #expect(
      try doors("socket: { rights: [subscribe, raw] }").grant(for: peer, at: .records)
        == Grant(rights: [.subscribe, .raw]))
  }

  @Test func `an unknown user is reported at the start, and matches no client`() throws {
    let stage = try Stage(
      """
      access: [{ user: nobody-has-this, rights: all }]
      screens: { panel: { size: [800, 480] } }
      \(Self.tree)
      """)
    let lines = stage.logged()
    #expect(lines.count == 1)
    #expect(
      lines.element(0).contains(
        "a.yaml:1:18: warning: access[0].user: this machine has no user named "
          + "\"nobody-has-this\"; it matches no client"))
    try stage.start()
    let answer = try stage.ask(stage.peer(), #"{"id":1,"reload":{}}"#)
    #expect(answer.element(0).contains("this machine has no user named"))
  }

  @Test func `a right that is removed ends at once, with the subscriptions that need it`() throws {
    func text(_ rights: String) -> String { "socket: { rights: \(rights) }\n" + Self.tree }
    let stage = try Stage.started(text("[subscribe, raw]"), script: "60.0 wait\n")
    let peer = try Peer(of: stage.daemon.server, uid: 1000)
    let other = try Peer(of: stage.daemon.server, uid: 0)
    for each in [peer, other] {
      #expect(
        try stage.ask(each, #"{"id":1,"subscribe":{"raw":true}}"#).last
          == #"{"type":"reply","id":1,"result":{"subscription":1,"seq":1}}"#)
    }
    _ = try stage.ask(peer, #"{"id":2,"subscribe":{}}"#)
    func reload(_ rights: String) throws -> [String] {
      try stage.write(text(rights))
      stage.daemon.reload(force: true)
      try stage.play(seconds: 0)
      return try peer.lines()
    }
    let lines = try reload("[subscribe]")
    #expect(
      lines.element(0)
        == #"{"type":"error","code":"forbidden","message":"subscription 1 has ended: it needs the "#
        + #"right \"raw\", which the configuration no longer gives to this connection","#
        + #""subscription":1}"#)
    // The other request is served, and nothing in the tree has changed.
    #expect(lines.count == 1)
    #expect(try other.lines() == [])
    #expect(
      try stage.ask(peer, #"{"id":3,"subscribe":{"raw":true}}"#).element(0)
        .contains(#""code":"forbidden""#))
    let last = try reload("[]")
    #expect(last.count == 1)
    #expect(last.element(0).contains(#""subscription":2}"#))
    #expect(try stage.ask(peer, #"{"id":4,"tree":{}}"#).element(0).contains("forbidden"))
    _ = try reload("all")
    #expect(try stage.ask(peer, #"{"id":5,"tree":{}}"#).element(0).contains(#""windows":"#))
    #expect(try other.lines().allSatisfy { !$0.contains("forbidden") })
  }
}
