// Answers about a big tree are written in slices, and describe one moment all the same.

import LinuxKit
import ResponderKit
import Testing
import Wire

@testable import ResponderDaemon

@Suite struct LongAnswerTests {
  private static func configuration(_ prefix: String = "v") -> String {
    let rows = (0..<60).map { row in
      let cells = (0..<50).map { "{ id: \(prefix)\(row).\($0), frame: [0, 0, 9, 9] }" }
      return "        - { id: \(prefix)\(row), frame: [700, 0, 9, 9], subviews: "
        + "[\(cells.joined(separator: ", "))] }"
    }
    return """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            handles: [touches]
            subviews:
              - { id: one, frame: [0, 0, 100, 100], handles: [touches] }
              - id: list
                scrollView: { frame: [200, 0, 300, 400], contentSize: [300, 9000] }
      \(rows.joined(separator: "\n"))
      """
  }

  /// A stage where a finger drags at this place for a second, with a breath for all that is written.
  private func stage(dragging x: Int = 300) throws -> Stage {
    let moves = (1...100).map {
      "\(Double($0) / 100) move 1 \(x),\(390 - $0)\n"
    }
    let stage = try Stage.started(
      LongAnswerTests.configuration(),
      script: "0 down 1 \(x),390\n\(moves.joined())1.5 up 1\n60.0 wait\n")
    stage.daemon.server.service.answerSlice = -1
    return stage
  }

  /// Turns until an answer is being written.
  private func begin(_ stage: Stage) throws {
    for _ in 0..<20 where stage.daemon.server.service.longAnswer == nil {
      try stage.loop.runOnce(timeout: 0)
    }
    #expect(stage.daemon.server.service.longAnswer != nil)
  }

  /// Turns until the answer is written, with so much time for each; returns the number of turns.
  private func finish(_ stage: Stage, microseconds: Int64 = 0) throws -> Int {
    var turns = 0
    while stage.daemon.server.service.longAnswer != nil, turns < 10_000 {
      stage.time.now += microseconds
      try stage.loop.runOnce(timeout: 0)
      turns += 1
    }
    return turns
  }

  /// Reads so many long lines to their end.
  private func lines(_ stage: Stage, _ peer: Peer, _ count: Int = 1) throws -> [String] {
    var lines: [String] = []
    for _ in 0..<2_000 where lines.count < count {
      lines += try peer.lines()
      try stage.loop.runOnce(timeout: 0)
    }
    #expect(lines.count == count)
    return lines
  }

  @Test(arguments: [
    #"{"id":1,"tree":{}}"#, #"{"id":1,"tree":{"as":"yaml"}}"#,
    #"{"id":1,"tree":{"as":"configuration"}}"#,
    #"{"id":1,"subscribe":{"types":["control"],"snapshot":true}}"#,
  ])
  func `what is written in slices is what would be written at once`(request: String) throws {
    let stage = try stage()
    try stage.play(seconds: 0)
    func answer(slice: Int64) throws -> (text: String, turns: Int) {
      stage.daemon.server.service.answerSlice = slice
      let peer = try stage.peer()
      try peer.send(request)
      try stage.loop.runOnce(timeout: 0)
      let turns = try finish(stage)
      let count = request.contains("snapshot") ? 2 : 1
      return (try lines(stage, peer, count).joined(), turns)
    }
    let whole = try answer(slice: 1_000_000)
    #expect(whole.turns == 0)
    let sliced = try answer(slice: -1)
    #expect(sliced.turns > 50)
    #expect(sliced.text == whole.text)
    #expect(whole.text.contains("v59.49"))
  }

  @Test func `fingers are reported while it is written, and what others want waits`() throws {
    let stage = try stage(dragging: 600)
    let reader = try stage.subscriber(#""types":["touches"]"#)
    let asking = try stage.peer()
    let editor = try stage.peer()
    try asking.send(#"{"id":1,"tree":{}}"#)
    try begin(stage)
    try editor.send(#"{"id":2,"set":{"view":"v0.0","alpha":0.5}}"#)
    #expect(try finish(stage, microseconds: 2_000) > 100)
    #expect(try reader.lines().count { $0.contains(#""phase":"moved""#) } > 10)
    #expect(try !lines(stage, asking)[0].contains(#""alpha""#))
    try stage.play(seconds: 0)
    #expect(try editor.lines().element(0).hasPrefix(#"{"type":"reply","id":2"#))
    #expect(
      try stage.ask(asking, #"{"id":3,"tree":{"view":"v0.0"}}"#).element(0).contains(
        #""alpha":0.5"#))
  }

  @Test func `what changes meanwhile is reported as it is in the end`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    // The content follows the finger soon.
    try stage.play(seconds: 0.1)
    try peer.send(#"{"id":1,"subscribe":{"types":["scroll"],"snapshot":true}}"#)
    try begin(stage)
    _ = try finish(stage, microseconds: 1_000)
    let offset = stage.offset
    let sequence = stage.daemon.encoder.seq
    #expect(offset > 0)
    let answers = try lines(stage, peer, 2)
    #expect(answers[0].contains(#""seq":\#(sequence)"#))
    let snapshot = answers[1]
    #expect(snapshot.hasPrefix(#"{"type":"snapshot","seq":\#(sequence),"#))
    #expect(snapshot.contains(#""id":"list","kind":"scrollView","frame":[200.0,0.0,300.0,400.0],"#))
    #expect(snapshot.contains(#""offset":[0.0,\#(offset)]"#))
    // The next records arrive, and none in between is missing.
    try stage.play(seconds: 0.02)
    #expect(
      try peer.lines().first { $0.contains(#""type":"scroll""#) } != nil)
  }

  @Test func `a new configuration is reported completely`() throws {
    let stage = try stage()
    try stage.play(seconds: 2)
    let peer = try stage.peer()
    try peer.send(#"{"id":1,"tree":{}}"#)
    try begin(stage)
    try stage.write(LongAnswerTests.configuration("w"))
    stage.daemon.reload(force: true)
    _ = try finish(stage)
    let answer = try lines(stage, peer)[0]
    #expect(answer.contains(#""id":"w59.49""#) && !answer.contains(#""id":"v"#))
  }

  @Test func `a view that is gone when it was to be written is not found`() throws {
    let stage = try stage()
    try stage.play(seconds: 2)
    let peer = try stage.peer()
    try peer.send(#"{"id":1,"tree":{"view":"v7"}}"#)
    try begin(stage)
    try stage.write(LongAnswerTests.configuration("w"))
    stage.daemon.reload(force: true)
    _ = try finish(stage)
    #expect(try lines(stage, peer)[0].hasPrefix(#"{"type":"error","id":1,"code":"notFound""#))
  }

  @Test func `who has gone is not waited for`() throws {
    let stage = try stage()
    let asking = try stage.peer()
    let other = try stage.peer()
    try asking.send(#"{"id":1,"tree":{}}"#)
    try begin(stage)
    asking.vanish()
    try stage.play(seconds: 0)
    #expect(stage.daemon.server.connections.count == 1)
    #expect(try stage.ask(other, #"{"id":2,"chain":{"responder":"one"}}"#).count == 1)
  }

  @Test func `it ends with the daemon`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    try peer.send(#"{"id":1,"tree":{}}"#)
    try begin(stage)
    try stage.loop.runOnce(timeout: 0)
    stage.daemon.end(reason: "a test")
    #expect(stage.daemon.server.service.longAnswer == nil)
    #expect(try lines(stage, peer) == [#"{"type":"bye","reason":"a test"}"#])
  }
}

extension Stage {
  /// How far the list is scrolled.
  fileprivate var offset: Double {
    daemon.configuration.application.windows[0].subviews[1].bounds.origin.y
  }
}
