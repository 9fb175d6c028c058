// Every limit is enforced, and the error names it.

import Linux
import Protocol
import Records
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct LimitsTests {
  private func stage(
    script: String = "60.0 wait\n", _ change: (inout Limits) -> Void = { _ in }
  ) throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows: [{ id: w, handles: [touches], subviews: [{ id: slot, frame: fill, mountPoint: true }] }]
      """, script: script, options: { change(&$0.limits) })
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
    #expect(
      try connect(stage()).first.hasSuffix(
        #""limits":{"views":8192,"viewDepth":64,"subviews":4096,"recognizersOfView":64,"#
          + #""recognizersOfTouch":256,"requirements":64,"viewsOfProgram":2000,"#
          + #""viewsOfUser":4000,"privateWindows":64,"viewsOfPrivateWindow":500,"#
          + #""movingScrollViews":64,"connections":1024,"#
          + #""connectionsOfUser":256,"subscriptions":16,"requestsPerSecond":1000,"#
          + #""lineBytes":65536,"lineDepth":160,"viewsOfRequest":300,"answerBytes":1048576,"#
          + #""allQueueBytes":67108864,"history":4096}}"#))
  }

  @Test func `the number of connections is limited, in all and for each user`() throws {
    let stage = try stage { ($0.connections, $0.connectionsOfUser) = (3, 2) }
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
    let stage = try stage { ($0.lineBytes, $0.lineDepth) = (300, 5) }
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
    let stage = try stage { $0.requestsPerSecond = 4 }
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
    let stage = try stage { $0.subscriptions = 2 }
    let peer = try connect(stage).peer
    for _ in 1...2 { _ = try stage.ask(peer, #"{"id":1,"subscribe":{}}"#) }
    #expect(
      try stage.ask(peer, #"{"id":3,"subscribe":{}}"#) == [
        limit(3, "a connection may have 2 subscriptions; unsubscribe one")
      ])
  }

  @Test func `the number of things that a program wants is limited`() throws {
    let stage = try stage { $0.viewsOfProgram = 3 }
    for uid: UInt32 in [0, 1000] {
      let peer = try connect(stage, uid).peer
      func put(_ id: String, in parent: String) throws -> String {
        try stage.ask(
          peer,
          "{\"id\":1,\"put\":{\"in\":\"\(parent)\",\"view\":{\"id\":\"\(id)\(uid)\","
            + "\"frame\":[0,0,9,9]}}}"
        ).element(0)
      }
      #expect(try put("a", in: "slot").contains("reply"))
      #expect(try put("b", in: "a\(uid)").contains("reply"))
      // What waits counts as well.
      #expect(try put("c", in: "nowhere").contains("waits"))
      let message =
        "a program may want 3 views, controllers and recognizers, this makes 4; remove some"
      #expect(try put("d", in: "slot") == limit(1, message))
      // One put again is none more.
      #expect(try put("c", in: "slot").contains("reply"))
      peer.vanish()
      try stage.play(seconds: 0)
    }
  }

  @Test func `what all programs of a user want together is limited`() throws {
    let stage = try stage { $0.viewsOfUser = 3 }
    func put(_ peer: Peer, _ id: String) throws -> String {
      try stage.ask(
        peer, #"{"id":1,"put":{"in":"slot","view":{"id":"\#(id)","frame":[0,0,9,9]}}}"#
      ).element(0)
    }
    let (one, named) = try (connect(stage, 1000).peer, connect(stage, 1000).peer)
    _ = try stage.ask(named, #"{"id":1,"identify":{"name":"clock"}}"#)
    #expect(try put(one, "a").contains("reply"))
    #expect(try put(named, "b").contains("reply"))
    #expect(try put(one, "c").contains("reply"))
    #expect(
      try put(named, "d")
        == limit(
          1,
          "the programs of user 1000 may want 3 views, controllers and recognizers together, "
            + "this makes 4; remove some"))
    #expect(try stage.ask(one, #"{"id":1,"tree":{"view":"d"}}"#).element(0).contains("notFound"))
    // Those of another user are counted apart, and root's are not.
    #expect(try put(connect(stage, 1001).peer, "e").contains("reply"))
    let root = try connect(stage, 0).peer
    for id in ["f", "g", "h", "i"] { #expect(try put(root, id).contains("reply")) }
    // What a program that has gone wanted leaves room.
    one.vanish()
    try stage.play(seconds: 0)
    #expect(try put(named, "d").contains("reply"))
  }

  @Test func `the number of all names is limited`() throws {
    // The application, the window and the slot have names.
    let stage = try stage { $0.views = 4 }
    let peer = try connect(stage).peer
    func add(_ id: String) throws -> String {
      try stage.ask(
        peer, #"{"id":1,"put":{"in":"slot","view":{"id":"\#(id)","frame":[0,0,9,9]}}}"#
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
    let stage = try stage()
    let peer = try connect(stage).peer
    func add(_ count: Int) throws -> String {
      let id = String(repeating: "i", count: count)
      return try stage.ask(
        peer, #"{"id":1,"put":{"in":"slot","view":{"id":"\#(id)","frame":[0,0,9,9]}}}"#
      ).element(0)
    }
    #expect(try add(128).contains("reply"))
    #expect(
      try add(60_000)
        == #"{"type":"error","id":1,"code":"invalidEdit","message":"put.view.id: expected a name "#
        + #"of at most 128 bytes, found one of 60000","path":"put.view"}"#)
  }

  @Test(arguments: [("[1,2]", "a list"), ("[]", "a list"), ("[{\"tree\":{}}]", "a list")])
  func `a line that is not an object is refused`(line: String, kind: String) throws {
    let stage = try stage()
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
      script: (1...6).map { "\($0).0 down 1 9,9\n\($0).1 up 1\n" }.joined() + "60.0 wait\n"
    ) { $0.history = 3 }
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

  @Test func `a configuration that sets limits is refused`() {
    let error = #expect(throws: StartError.self) {
      try Stage("limits: { connections: 9 }\napplication: { windows: [{ id: w }] }")
    }
    let text = error?.description ?? ""
    #expect(
      text.contains(
        ":1:1: limits: unknown key; the limits are fixed, and the first line of a connection lists "
          + "them"), "\(text)")
  }

  @Test func `a configuration with too many views is refused`() throws {
    func configuration(_ count: Int) -> String {
      let columns = (0..<count).map { "{ id: v\($0), frame: [0, 0, 9, 9] }" }
      let half = count / 2
      return """
        screens: { panel: { size: [800, 480] } }
        application:
          id: app
          windows:
            - { id: one, subviews: [\(columns[..<half].joined(separator: ", "))] }
            - { id: two, level: 1, subviews: [\(columns[half...].joined(separator: ", "))] }
        """
    }
    // The application and the windows are counted, too.
    _ = try Stage(configuration(8_189))
    let error = #expect(throws: StartError.self) { try Stage(configuration(8_190)) }
    let text = error?.description ?? ""
    #expect(
      text.contains(
        "expected at most 8192 views, controllers and recognizers, found 8193"), "\(text)")
  }
}
