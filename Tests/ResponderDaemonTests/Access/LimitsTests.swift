// Every limit of the configuration is enforced, and the error names it.

import LinuxKit
import Testing
import Wire

@testable import Blueprint
@testable import ResponderDaemon

@Suite struct LimitsTests {
  private func stage(_ limits: String, script: String = "60.0 wait\n") throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      limits: { \(limits) }
      application:
        windows: [{ id: w, handles: [touches], subviews: [{ id: slot, frame: fill, mountPoint: true }] }]
      """, script: script)
  }

  private func connect(_ stage: Stage, _ uid: UInt32 = 0) throws -> (peer: Peer, first: String) {
    let peer = try Peer(of: stage.daemon.server, uid: uid)
    try stage.play(seconds: 0)
    return (peer, try peer.lines().element(0))
  }

  private func limit(_ id: Int?, _ message: String) -> String {
    let number = id.map { "\"id\":\($0)," } ?? ""
    return "{\"type\":\"error\",\(number)\"code\":\"limit\",\"message\":\"\(message)\"}"
  }

  @Test func `the first line lists the limits`() throws {
    let stage = try stage(
      "lineBytes: 300, depth: 5, queueBytes: 5000, subscriptions: 2, requestsPerSecond: 7, "
        + "history: 9, ownedViews: 3, views: 50")
    #expect(
      try connect(stage).first.hasSuffix(
        #""limits":{"lineBytes":300,"depth":5,"queueBytes":5000,"subscriptions":2,"#
          + #""requestsPerSecond":7,"history":9,"ownedViews":3,"views":50}}"#))
  }

  @Test func `the number of connections is limited, in all and for each user`() throws {
    let stage = try stage("connections: 3, connectionsPerUser: 2")
    let kept = try [connect(stage, 1), connect(stage, 1)]
    #expect(
      try connect(stage, 1).first
        == limit(nil, "user 1 has 2 connections, which is the limit; close some"))
    let other = try connect(stage, 2)
    #expect(other.first.contains("hello"))
    #expect(
      try connect(stage, 3).first
        == limit(nil, "3 programs are connected, which is the limit; close some"))
    #expect(kept.allSatisfy { $0.first.contains("hello") })
  }

  @Test func `the length and the depth of lines are limited`() throws {
    let stage = try stage("lineBytes: 300, depth: 5")
    let peer = try connect(stage).peer
    let long = String(repeating: " ", count: 270)
    #expect(
      try stage.ask(peer, "{\(long)\"id\":1,\"tree\":{}}").element(0).hasPrefix(
        #"{"type":"reply","id":1"#))
    #expect(
      try stage.ask(peer, "{\(long)             \"id\":1,\"tree\":{}}").element(0).contains(
        #""code":"lineTooLong","message":"a line of more than 300 bytes"#))
    #expect(
      try stage.ask(peer, "\n{\"id\":\"a\",\(long)             \"tree\":{}}").element(0)
        .hasSuffix(#""line":4}"#))
    #expect(
      try stage.ask(peer, #"{"id":7,"tree":{]}"#).element(0).hasPrefix(
        #"{"type":"error","id":7,"code":"badJSON""#))
    #expect(try stage.ask(peer, "no").element(0).hasSuffix(#""line":6}"#))
    #expect(
      try stage.ask(peer, #"{"id":1,"tree":{"view":[[[1]]]}}"#).element(0).hasPrefix(
        #"{"type":"error","id":1,"code":"badRequest""#))
    #expect(
      try stage.ask(peer, #"{"id":1,"tree":{"x":[[[[1]]]]}}"#).element(0).contains(
        #""code":"tooDeep","message":"nested deeper than 5 levels"#))
  }

  @Test func `requests above the rate are served later`() throws {
    let stage = try stage("requestsPerSecond: 4")
    let peer = try connect(stage).peer
    for number in 1...12 { try peer.send("{\"id\":\(number),\"chain\":{\"responder\":\"w\"}}") }
    try stage.play(seconds: 0)
    var counts = [try peer.lines().count]
    for _ in 1...2 {
      try stage.play(seconds: 1)
      counts.append(try peer.lines().count)
    }
    #expect((4...6).contains(counts[0]))
    #expect(counts[1] >= 3)
    #expect(counts[1] <= 5)
    try stage.play(seconds: 2)
    #expect(try counts.reduce(0, +) + peer.lines().count == 12)
  }

  @Test func `the number of subscriptions of a connection is limited`() throws {
    let stage = try stage("subscriptions: 2")
    let peer = try connect(stage).peer
    for _ in 1...2 { _ = try stage.ask(peer, #"{"id":1,"subscribe":{}}"#) }
    #expect(
      try stage.ask(peer, #"{"id":3,"subscribe":{}}"#) == [
        limit(3, "a connection may have 2 subscriptions; unsubscribe one")
      ])
  }

  @Test func `the number of views of a program is limited, owned or not`() throws {
    let stage = try stage("ownedViews: 3")
    for uid: UInt32 in [0, 1000] {
      let peer = try connect(stage, uid).peer
      let own = "\"own\":true"
      func add(_ id: String, to parent: String, _ more: String) throws -> String {
        try stage.ask(
          peer,
          "{\"id\":1,\"add\":{\"to\":\"\(parent)\",\"view\":{\"id\":\"\(id)\(uid)\","
            + "\"frame\":[0,0,9,9]},\(more)}}"
        ).element(0)
      }
      #expect(try add("a", to: "slot", own).contains("reply"))
      #expect(try add("b", to: "a\(uid)", "\"own\":false").contains("reply"))
      #expect(try add("c", to: "slot", own).contains("reply"))
      let message = "a connection may own 3 views and recognizers, this makes 4; remove some"
      #expect(try add("d", to: "slot", own) == limit(1, message))
      // A client that may edit everywhere may also add views that it does not own.
      let last = try add("e", to: "a\(uid)", "\"own\":false")
      #expect(uid == 0 ? last.contains("reply") : last == limit(1, message))
      peer.vanish()
      try stage.play(seconds: 0)
    }
  }

  @Test func `the number of all names is limited`() throws {
    // The application, the window and the slot have names.
    let stage = try stage("views: 4")
    let peer = try connect(stage).peer
    func add(_ id: String) throws -> String {
      try stage.ask(
        peer, #"{"id":1,"add":{"to":"slot","view":{"id":"\#(id)","frame":[0,0,9,9]}}}"#
      ).element(0)
    }
    let names = stage.daemon.configuration.tree.registry.count
    for number in names..<4 { #expect(try add("v\(number)").contains("reply")) }
    #expect(
      try add("more")
        == limit(
          1, "there may be 4 views, controllers and recognizers in all, this makes 5; remove some"))
    #expect(
      try stage.ask(peer, #"{"id":1,"tree":{"view":"more"}}"#).element(0).contains("notFound"))
  }

  @Test func `the length of an id is limited`() throws {
    let stage = try stage("")
    let peer = try connect(stage).peer
    func add(_ count: Int) throws -> String {
      let id = String(repeating: "i", count: count)
      return try stage.ask(
        peer, #"{"id":1,"add":{"to":"slot","view":{"id":"\#(id)","frame":[0,0,9,9]}}}"#
      ).element(0)
    }
    #expect(try add(128).contains("reply"))
    #expect(
      try add(60_000)
        == #"{"type":"error","id":1,"code":"invalidEdit","message":"add.view.id: expected a name "#
        + #"of at most 128 bytes, found one of 60000","path":"add.view"}"#)
  }

  @Test(arguments: [("[1,2]", "a list"), ("[]", "a list"), ("[{\"tree\":{}}]", "a list")])
  func `a line that is not an object is refused`(line: String, kind: String) throws {
    let stage = try stage("")
    let peer = try connect(stage).peer
    #expect(
      try stage.ask(peer, line) == [
        #"{"type":"error","code":"badJSON","message":"expected one JSON object, found \#(kind)","#
          + #""line":1}"#
      ])
    #expect(try stage.ask(peer, #"{"id":1,"chain":{"responder":"slot"}}"#).count == 1)
  }

  @Test func `the number of records in the history is limited`() throws {
    let stage = try stage(
      "history: 3",
      script: (1...6).map { "\($0).0 down 1 9,9\n\($0).1 up 1\n" }.joined() + "60.0 wait\n")
    try stage.play(seconds: 10)
    let peer = try connect(stage).peer
    let last = Int(stage.daemon.encoder.seq)
    func resumed(after seq: Int) throws -> Bool {
      try stage.ask(
        peer,
        #"{"id":1,"subscribe":{"since":{"instance":"\#(stage.daemon.instance)","seq":\#(seq)}}}"#
      ).element(0).contains(#""resumed":true"#)
    }
    #expect(try resumed(after: last - 3))
    #expect(try !resumed(after: last - 4))
  }

  @Test func `the number of bytes that wait for a client that does not read is limited`() throws {
    let stage = try stage(
      "queueBytes: 4096",
      script: (10...400).map { "\(Double($0) / 10) down 1 9,9\n\(Double($0) / 10 + 0.05) up 1\n" }
        .joined() + "60.0 wait\n")
    let peer = try connect(stage).peer
    _ = try stage.ask(peer, #"{"id":1,"subscribe":{}}"#)
    try stage.play(seconds: 45)
    #expect(stage.daemon.server.figures.overflows == 1)
    #expect(stage.daemon.server.connections.isEmpty)
    #expect(try peer.lines().count < 780)
  }

  @Test func `after a reload the limits apply to new connections`() throws {
    let stage = try stage("subscriptions: 1")
    let old = try connect(stage).peer
    try stage.write("limits: { subscriptions: 2 }\napplication: { windows: [{ id: w }] }")
    stage.daemon.reload(force: true)
    try stage.play(seconds: 0)
    let (new, first) = try connect(stage)
    #expect(first.contains(#""subscriptions":2"#))
    for (peer, most) in [(old, 1), (new, 2)] {
      for number in 1...3 {
        let answer = try stage.ask(peer, "{\"id\":\(number),\"subscribe\":{}}").element(0)
        #expect(answer.contains("reply") == (number <= most))
      }
    }
  }

  @Test func `an error names its line and column`() {
    let error = #expect(throws: StartError.self) {
      try self.stage("connections: 0, linebytes: 9, depth: two, history: 0")
    }
    let text = error?.description ?? ""
    for part in [
      "limits.connections: expected a whole number from 1 to 100000, found 0",
      #"limits.linebytes: unknown key; did you mean "lineBytes"?"#,
      "limits.depth: expected a whole number from 4 to 256, found \"two\"",
      "limits.history: expected a whole number from 1 to 1000000, found 0",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }
}
