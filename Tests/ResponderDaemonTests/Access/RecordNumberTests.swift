// The numbers of records, which count only the records that a client may see.

import LinuxKit
import Testing
import Wire

@testable import ResponderDaemon

@Suite struct RecordNumberTests {
  private func stage() throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      socket: { rights: [subscribe] }
      limits: { history: 64 }
      application:
        windows:
          - id: main
            subviews:
              - { id: map, frame: [0, 0, 100, 100], actor: map }
              - { id: pad, frame: [100, 0, 100, 100], audience: [{ user: 2000 }], subviews: [{ id: pad.one, frame: [0, 0, 9, 9] }] }
      """)
  }

  /// A client that has subscribed with these members, and the count of its numbers.
  private func reader(_ stage: Stage, _ uid: UInt32, _ members: String = "") throws -> (
    Peer, String
  ) {
    let peer = try Peer(of: stage.daemon.server, uid: uid)
    try stage.play(seconds: 0)
    let hello = try JSON(parsing: peer.lines().first ?? "")
    #expect(hello["type"] == .string("hello"))
    try peer.send(#"{"id":1,"subscribe":{\#(members)}}"#)
    try stage.play(seconds: 0)
    return (peer, hello["connection"]?.string ?? "")
  }

  /// Changes a view so many times, as root.
  private func change(_ view: String, times: Int, _ stage: Stage) throws {
    let editor = try stage.connect(uid: 0)
    for time in 0..<times {
      _ = try stage.ask(editor, #"{"id":1,"set":{"view":"\#(view)","alpha":\#(time % 2)}}"#)
    }
  }

  // The records before have these numbers.
  private static let first = 2

  /// The numbers of the edits that a client has read, from 1.
  private func numbers(_ peer: Peer) throws -> [Int] {
    try resumed(peer).1
  }

  private func resumed(_ peer: Peer) throws -> (Bool?, [Int]) {
    let lines = try peer.lines().map { try JSON(parsing: $0, depth: 32) }
    let edits = lines.filter { $0["type"] == .string("edit") }.compactMap { $0["seq"]?.int }
      .map { $0 - Self.first }
    return (lines.first { $0["type"] == .string("reply") }?["result"]?["resumed"]?.bool, edits)
  }

  @Test
  func `no gap shows what is hidden, and a client that sees everything has the daemon's numbers`()
    throws
  {
    let stage = try stage()
    let (root, _) = try reader(stage, 0)
    let (insider, _) = try reader(stage, 2000)
    let (outsider, name) = try reader(stage, 1000)
    let (other, sameName) = try reader(stage, 1001)
    #expect(name != sameName)
    for round in 0..<15 {
      try change("pad.one", times: 9, stage)
      try change("map", times: 1, stage)
      let all = Array((10 * round + 1)...(10 * round + 10))
      #expect(try numbers(root) == all)
      #expect(try numbers(insider) == all)
      #expect(try numbers(outsider) == [round + 1])
      #expect(try numbers(other) == [round + 1])
    }
    let answer = try stage.ask(outsider, #"{"id":2,"subscribe":{"types":[]}}"#).element(0)
    #expect(answer.contains(#""seq":17"#), "\(answer)")
  }

  @Test func `a client that connects later reads numbers without gaps for hidden records`() throws {
    let stage = try stage()
    try change("pad.one", times: 5, stage)
    let (outsider, _) = try reader(stage, 1000)
    #expect(try JSON(parsing: outsider.lines().first ?? "")["result"]?["seq"]?.int == Self.first)
    try change("map", times: 2, stage)
    #expect(try numbers(outsider) == [1, 2])
  }

  @Test func `a client resumes with its own numbers`() throws {
    let stage = try stage()
    let (outsider, name) = try reader(stage, 1000)
    try change("pad.one", times: 7, stage)
    try change("map", times: 3, stage)
    try change("pad.one", times: 9, stage)
    try change("map", times: 3, stage)
    #expect(try numbers(outsider) == Array(1...6))
    func again(_ uid: UInt32, _ connection: String, _ seq: Int) throws -> (Bool?, [Int]) {
      let since =
        #""since":{"instance":"\#(stage.daemon.instance)","connection":"\#(connection)","seq":\#(seq + Self.first)}"#
      return try resumed(try reader(stage, uid, since).0)
    }
    for seq in 0...6 {
      let (isResumed, edits) = try again(1000, name, seq)
      #expect(isResumed == true)
      #expect(edits == Array(1...6).filter { $0 > seq })
    }
    #expect(try again(1000, name, 7).0 == false)
    #expect(try again(1000, "9999", 2).0 == false)
    // A connection of another user is unknown, like one that never existed.
    #expect(try again(2000, name, 4).0 == false)
    // The history has a number of records for all clients together.
    try change("pad.one", times: 64, stage)
    #expect(try again(1000, name, 6).0 == true)
    #expect(try again(1000, name, 5).0 == false)
  }

  @Test func `numbers never decrease when a client sees more or less, and it resumes with them`()
    throws
  {
    let stage = try stage()
    let (reader, name) = try reader(stage, 1000)
    try change("pad.one", times: 50, stage)
    try change("map", times: 2, stage)
    #expect(try numbers(reader) == [1, 2])
    let editor = try stage.connect(uid: 0)
    for audience in [#"[{"user":1000}]"#, #"[{"user":2000}]"#] {
      _ = try stage.ask(editor, #"{"id":1,"set":{"view":"pad","audience":\#(audience)}}"#)
      try change("map", times: 1, stage)
    }
    let told = try numbers(reader)
    #expect(told == Array(3..<(3 + told.count)))
    for last in told {
      let since =
        #""since":{"instance":"\#(stage.daemon.instance)","connection":"\#(name)","seq":\#(last + Self.first)}"#
      let again = try resumed(try self.reader(stage, 1000, since).0)
      #expect(again.0 == true)
      #expect(again.1.count == told.count { $0 > last })
      #expect(again.1.allSatisfy { $0 > last })
    }
  }

  @Test func `a client that resumes again and again uses no more memory`() throws {
    let stage = try stage()
    let (reader, name) = try reader(stage, 1000)
    #expect(try reader.lines().count == 1)
    let since =
      #""since":{"instance":"\#(stage.daemon.instance)","connection":"\#(name)","seq":\#(Self.first)}"#
    for number in 2...100 {
      let answer = try stage.ask(reader, #"{"id":2,"subscribe":{"types":[],\#(since)}}"#)
      #expect(answer.element(0).contains(#""resumed":true"#), "\(answer)")
      _ = try stage.ask(reader, #"{"id":3,"unsubscribe":{"subscription":\#(number)}}"#)
    }
    let connection = stage.daemon.server.connections.first { $0.peer.uid == 1000 }
    #expect((connection?.reading.spans(at: stage.daemon.server.lastSeq).count ?? 99) <= 17)
  }
}
