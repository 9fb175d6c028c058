// A big configuration is read while fingers move and clients are served.

import LinuxKit
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct ReloadTests {
  private static func configuration(_ name: String, views: Int = 300) -> String {
    let views = (0..<views).map { "{ id: \(name)\($0), frame: [0, 0, 9, 9] }" }
    return """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            handles: [touches]
            subviews: [\(views.joined(separator: ", "))]
      """
  }

  private func stage() throws -> Stage {
    let moves = (1...400).map { "0.\(String(1000 + $0).dropFirst()) move 1 \(300 + $0),200\n" }
    let stage = try Stage(
      ReloadTests.configuration("old"),
      script: "0 down 1 300,200\n\(moves.joined())0.5 up 1\n60.0 wait\n")
    try stage.start()
    // A breath for everything that is read.
    stage.daemon.readingSlice = -1
    return stage
  }

  private func first(_ stage: Stage) -> String {
    stage.daemon.configuration.application.windows[0].subviews[0].id
  }

  @Test func `fingers move and requests are answered while it is read`() throws {
    let stage = try stage()
    let reader = try stage.subscriber(#""types":["touches"]"#)
    try stage.write(ReloadTests.configuration("new"))
    let asking = try stage.peer()
    try asking.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 0)
    var turns = 0
    while stage.daemon.reading != nil {
      #expect(
        try stage.ask(reader, "{\"id\":\(turns),\"chain\":{\"responder\":\"old0\"}}").contains {
          $0.contains(#""chain":[{"id":"old0""#)
        })
      try stage.play(seconds: 0.000_1)
      turns += 1
    }
    #expect(turns > 10)
    #expect(
      try asking.lines() == [#"{"type":"reply","id":1,"result":{"isWaiting":true,"warnings":[]}}"#])
    #expect(first(stage) == "old0")
    var lines: [String] = []
    for _ in 0..<50 {
      try stage.play(seconds: 0.02)
      lines += try reader.lines()
    }
    #expect(first(stage) == "new0")
    #expect(stage.daemon.figures.reloads == 1)
    // The finger began and ended under the old one, and nothing was lost.
    #expect(lines.contains { $0.contains(#""phase":"ended""#) })
    #expect(!lines.contains { $0.contains(#""phase":"cancelled""#) })
    #expect(lines.last?.hasPrefix(#"{"type":"snapshot""#) == true)
    #expect(lines.last?.contains(#""id":"new299""#) == true)
  }

  @Test func `what is asked for meanwhile is read once more, and answered for all`() throws {
    let stage = try stage()
    try stage.write(ReloadTests.configuration("first"))
    let peers = try (0..<3).map { _ in try stage.peer() }
    try peers[0].send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 0.000_01)
    #expect(stage.daemon.reading != nil)
    try stage.write(ReloadTests.configuration("second"))
    try peers[1].send(#"{"id":2,"reload":{"force":true}}"#)
    try peers[2].send(#"{"id":3,"reload":{}}"#)
    try stage.play(seconds: 0.000_01)
    #expect(try peers.allSatisfy { try $0.lines() == [] })
    try stage.play(seconds: 0.2)
    let answers = try peers.map { try $0.lines() }
    #expect(answers[0] == [#"{"type":"reply","id":1,"result":{"isWaiting":true,"warnings":[]}}"#])
    #expect(answers[1] == [#"{"type":"reply","id":2,"result":{"isWaiting":false,"warnings":[]}}"#])
    #expect(answers[2] == [#"{"type":"reply","id":3,"result":{"isWaiting":false,"warnings":[]}}"#])
    #expect(first(stage) == "second0")
    #expect(stage.daemon.configuration.application.liveTouches.isEmpty)
  }

  @Test func `one that asked and went, and a file with mistakes, disturb nobody`() throws {
    let stage = try stage()
    try stage.write(ReloadTests.configuration("new") + "\n      nonsense: 1\n")
    let gone = try stage.peer()
    let stays = try stage.peer()
    try gone.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 0.000_01)
    try stays.send(#"{"id":2,"reload":{}}"#)
    gone.vanish()
    try stage.play(seconds: 1)
    #expect(try stays.lines().element(0).contains(#""code":"invalidEdit""#))
    #expect(stage.daemon.reading == nil)
    #expect(stage.daemon.figures.failedReloads == 2)
    #expect(first(stage) == "old0")
  }

  @Test func `a file of very many mistakes is refused a little at a time`() throws {
    let stage = try stage()
    let keys = (0..<20_000).map { "k\($0): 1\n" }
    try stage.write(ReloadTests.configuration("new") + "\n" + keys.joined())
    let peer = try stage.peer()
    try peer.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 0)
    var turns = 0
    while stage.daemon.reading != nil {
      try stage.play(seconds: 0.000_01)
      turns += 1
    }
    #expect(turns > 1_000)
    let answer = try peer.lines().element(0)
    #expect(answer.hasPrefix(#"{"type":"error","id":1,"code":"invalidEdit""#))
    #expect(answer.utf8.count < 65_536)
    #expect(first(stage) == "old0")
  }

  @Test func `a daemon that ends while it reads lets go of everything`() throws {
    let stage = try stage()
    try stage.write(ReloadTests.configuration("new"))
    stage.daemon.reload(force: false)
    #expect(stage.daemon.reading != nil)
    stage.daemon.end(reason: "a test")
    try stage.play(seconds: 1)
    #expect(stage.daemon.server.connections.isEmpty)
  }

  @Test func `a script holds so many fingers down at once`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    func script(_ count: Int) -> String {
      let fingers = (1...count).map { "down \($0) \($0),5" }.joined(separator: "; ")
      return "{\"id\":1,\"inject\":{\"script\":\"0 \(fingers)\\n0.1 wait\"}}"
    }
    #expect(try stage.ask(peer, script(64)).element(0).hasPrefix(#"{"type":"reply""#))
    #expect(
      try stage.ask(peer, script(65)).last?.contains(
        "inject.script: a script may hold 64 fingers down at once, this one holds 65") == true)
  }
}
