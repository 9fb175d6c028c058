// Nothing that clients do keeps the loop for long: what is much is refused, shared out or put off.

import Configuration
import ConfigurationText
import Linux
import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct TurnTests {
  private func stage() throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            handles: [touches]
            subviews:
              - { id: shelf, frame: [0, 0, 300, 80], mountPoint: true }
              - { id: one, frame: [0, 90, 9, 9] }
      """, script: "9999.0 wait\n", options: { $0.limits.requestsPerSecond = 100_000 })
  }

  private func sets(_ count: Int) -> String {
    (0..<count).map { "{\"set\":{\"view\":\"one\",\"alpha\":0.\($0 % 9)}}" }.joined(separator: ",")
  }

  private func views(_ count: Int, _ more: String = "") -> String {
    (0..<count).map { "{\"id\":\"v\($0)\",\"frame\":[0,0,9,9]\(more)}" }.joined(separator: ",")
  }

  // MARK: Edits

  private let most = Limits.standard.viewsOfRequest

  @Test func `a batch holds so many edits and no more, and says where it is too long`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    #expect(
      try stage.ask(peer, "{\"id\":1,\"batch\":[\(sets(most))]}").element(0)
        .hasPrefix(#"{"type":"reply","id":1"#))
    #expect(
      try stage.ask(peer, "{\"id\":2,\"batch\":[\(sets(most + 1))]}") == [
        #"{"type":"error","id":2,"code":"limit","message":"batch[\#(most)].set: the edits of a request and "#
          + #"the views, controllers and recognizers in them may be \#(most) in all, this makes "#
          + #"\#(most + 1); use "#
          + #"several requests","path":"batch[\#(most)].set"}"#
      ])
  }

  @Test func `what is put counts as well, and nothing of what is too much stays`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    let before = stage.daemon.configuration.tree.nameCount
    let tap = #","gestureRecognizers":[{"id":"t","tap":{}}]"#
    // The request, the view around them, and the views.
    for (count, more) in [(most - 2, ""), (most - 1, ""), (most - 2, tap)] {
      let all = "{\"id\":\"all\",\"frame\":[0,0,9,9]\(more),\"subviews\":[\(views(count))]}"
      let line = try stage.ask(peer, "{\"id\":1,\"put\":{\"in\":\"shelf\",\"view\":\(all)}}")
        .element(0)
      if count == most - 2, more.isEmpty {
        #expect(line.hasPrefix(#"{"type":"reply""#), "\(line)")
        _ = try stage.ask(peer, #"{"id":9,"remove":{"view":"all"}}"#)
      } else {
        #expect(line.contains(#""code":"limit""#), "\(line)")
        #expect(line.contains("this makes \(most + 1); use several requests"), "\(line)")
      }
      #expect(stage.daemon.configuration.tree.nameCount == before)
    }
  }

  @Test func `of the errors in a request the first few are reported`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    let wrong =
      "{\"id\":\"all\",\"frame\":[0,0,9,9],\"subviews\":[\(views(most - 2, ",\"alhpa\":1"))]}"
    let answer = try stage.ask(
      peer, "{\"id\":1,\"put\":{\"in\":\"shelf\",\"view\":\(wrong)}}"
    ).element(0)
    #expect(answer.split(separator: "alhpa").count == 33)
    #expect(answer.contains(#"put.view.subviews[0].alhpa: unknown key; did you mean \"alpha\"?"#))
    #expect(answer.contains("put.view.subviews[31].alhpa: "))
  }

  @Test(arguments: [
    ("\"alpha\":5e-1", "\"alpha\":0.5"), ("\"alpha\":1", nil),
    ("\"frame\":[1e2,2.0,3E1,4]", "100.0,2.0,30.0,4.0"),
    ("\"isHidden\":true", "\"isHidden\":true"),
  ])
  func `values are taken as JSON means them`(value: String, told: String?) throws {
    let stage = try stage()
    let peer = try stage.subscriber(#""types":["edit"]"#)
    let lines = try stage.ask(peer, "{\"id\":1,\"set\":{\"view\":\"one\",\(value)}}")
    #expect(lines.contains { $0.hasPrefix(#"{"type":"reply""#) }, "\(lines)")
    #expect(lines.contains { $0.contains(told ?? "\"node\"") }, "\(lines)")
  }

  @Test(arguments: [
    (#""alpha":"0.5""#, #"expected a number from 0 to 1, found \"0.5\""#),
    (#""isHidden":"true""#, #"expected true or false, found \"true\""#),
    (#""frame":{"<<":[1,2,3,4]}"#, "expected"),
  ])
  func `a text is no number, and words of YAML mean nothing`(value: String, told: String) throws {
    let stage = try stage()
    let peer = try stage.peer()
    let line = try stage.ask(peer, "{\"id\":1,\"set\":{\"view\":\"one\",\(value)}}").element(0)
    #expect(line.contains(#""code":"invalidEdit""#) && line.contains(told), "\(line)")
  }

  @Test(arguments: [(158, "set.frame: expected"), (159, "nested deeper than 160 levels")])
  func `a value nests as deep as a line may`(levels: Int, told: String) throws {
    let stage = try stage()
    let peer = try stage.peer()
    let deep = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let line = try stage.ask(peer, "{\"id\":1,\"set\":{\"view\":\"one\",\"frame\":\(deep)}}")
    #expect(line.element(0).contains(told), "\(line)")
  }

  // MARK: Callers and readers

  @Test func `of a crowd of callers a few are looked at in each turn`() throws {
    let stage = try stage()
    let crowd = try (0..<100).map { _ in try Peer(path: "\(stage.folder)/socket") }
    var counts = [0]
    while counts.last! < 100 {
      try stage.loop.runOnce(timeout: 0)
      counts.append(stage.daemon.server.connections.count)
    }
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $1 - $0 <= 16 })
    #expect(try crowd.allSatisfy { try $0.lines().count == 1 })
  }

  // Each subscription of a reader is asked for each record.
  @Test(arguments: [(1, served: 7, turns: 4...9), (4, 2, 10...20)])
  func `many records go to a few readers in each turn, and no reader has fewer of them for it`(
    subscriptions: Int, served: Int, turns: ClosedRange<Int>
  ) throws {
    let stage = try stage()
    let (server, loop) = (stage.daemon.server, stage.loop)
    let device = try #require(stage.daemon.sources.devices.first?.device)
    let types = #""types":["edit","touches"]"#
    let readers = try (0..<30).map { _ in try stage.subscriber(types) }
    for reader in readers {
      for _ in 1..<subscriptions { _ = try stage.ask(reader, "{\"subscribe\":{\(types)}}") }
    }
    let writer = try stage.peer()
    func touch(_ change: Contact.Change, at x: Double) {
      var frame = Frame(time: Instant(microseconds: stage.time.now), device: device)
      frame.contacts.append(Contact(id: 1, change: change, position: Point(x: x, y: 300)))
      stage.daemon.feed(frame)
    }
    touch(.down, at: 400)
    try stage.play(seconds: 0)
    let all = "{\"id\":\"all\",\"frame\":[0,0,9,9],\"subviews\":[\(views(most - 2))]}"
    _ = try stage.ask(writer, "{\"id\":0,\"put\":{\"in\":\"shelf\",\"view\":\(all)}}")
    let changes = (0..<most - 2).map { "{\"set\":{\"view\":\"v\($0)\",\"alpha\":0.5}}" }
    try writer.send("{\"id\":1,\"batch\":[\(changes.joined(separator: ","))]}")
    for _ in 0..<9 where !server.isSharing { try loop.runOnce(timeout: 0) }
    try #require(server.isSharing)
    #expect(server.connections.count { !$0.isUpToDate } == readers.count - served)
    try writer.send(#"{"id":2,"hitTest":{"point":[1,1]}}"#)
    var moves = 0
    while server.isSharing, moves < 99 {
      moves += 1
      touch(.move, at: 400 + Double(moves))
      try loop.runOnce(timeout: 0)
      #expect(!writer.linesSoFar().contains { $0.contains(#""id":2"#) }, "before all have read")
    }
    #expect(turns.contains(moves))
    try stage.play(seconds: 0)
    #expect(try writer.lines().contains { $0.contains(#""id":2"#) })
    let read = try readers.map { reader in
      try reader.lines().filter {
        $0.contains(#""type":"edit""#) || $0.contains(#""type":"touches""#)
      }
    }
    #expect(read[0].count { $0.contains(#""alpha":0.5"#) } == most - 2)
    #expect(read[0].count { $0.contains(#""type":"touches""#) } == 1 + moves)
    #expect(!read[0].contains { $0.contains("coalesced") })
    #expect(read.allSatisfy { $0 == read[0] })
  }

  // MARK: The clock

  @Test
  func `a turn with a frame reads the clock when its wait ends and when its records are written`()
    throws
  {
    let machine = MadeUpMachine([HealthStage.panel])
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows: [{ id: main, handles: [touches], gestureRecognizers: [{ id: p, pan: {} }] }]
      """, on: machine)
    let program = try stage.subscriber(#""types":["touches","gesture"]"#)
    let device = try #require(stage.daemon.sources.devices.first?.device)
    let (near, far) = try UnixStream.pair()
    let panel = UnixStream(owning: near)
    let kernel = UnixStream(owning: far)
    var frames = 0
    let watch = try stage.loop.watch(panel.raw, .readable) { _ in
      var bytes: ContiguousArray<UInt8> = []
      _ = try? panel.receive(into: &bytes, atMost: 1)
      var frame = Frame(time: Instant(microseconds: stage.time.now), device: device)
      let change: Contact.Change = frames == 0 ? .down : frames == 9 ? .up : .move
      frame.contacts.append(
        Contact(id: 1, change: change, position: Point(x: 100 + Double(frames) * 20, y: 100)))
      stage.daemon.feed(frame)
      frames += 1
    }
    try stage.loop.runOnce(timeout: 0)
    for number in 1...10 {
      stage.time.now += 10_000
      _ = try kernel.send([1], 0..<1)
      let before = stage.time.readings
      try stage.loop.runOnce(timeout: 0)
      #expect(frames == number)
      #expect(stage.time.readings - before == 2, "frame \(number)")
    }
    try stage.play(seconds: 0)
    let lines = try program.lines()
    // The pan takes the touch from the window.
    #expect(lines.count { $0.contains(#""type":"touches""#) } == 2, "\(lines)")
    #expect(lines.count { $0.contains(#""type":"gesture""#) } == 9, "\(lines)")
    watch.cancel()
  }

  // MARK: Figures

  @Test func `the longest turn is reported with what was served in it`() throws {
    let time = VirtualTime(now: 1_000_000)
    let loop = try EventLoop(clock: MonotonicClock(time))
    var turns: [TurnMeter.Turn] = []
    loop.afterTurn = { turn, _ in turns.append(turn) }
    let first = loop.timer {
      time.now += 700
      loop.record("cooking", took: 700)
    }
    let second = loop.timer {
      time.now += 300
      loop.record("washing", took: 300)
    }
    first.deadline = time.now
    second.deadline = time.now
    try loop.play(until: time.now)
    let longest = turns.max { $0.wall < $1.wall }
    #expect(longest?.wall == 1_000)
    #expect(longest?.busy == 1_000)
    // The timers as a whole have taken longer than each.
    #expect(longest?.work == "timers")
    #expect(longest?.workTook == 1_000)
    #expect(turns.filter { $0.wall > 0 }.count == 1)
  }

  @Test func `the figures of turns are in the status`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    let status = try stage.ask(peer, #"{"id":1,"status":{}}"#).element(0)
    #expect(status.contains(#""turns":{"count":"#))
    #expect(
      status.contains(
        #""longestTurn":{"busyMicroseconds":0,"microseconds":0,"work":"nothing","workMicroseconds":0}"#
      ))
    let text = stage.daemon.prometheusText(for: stage.daemon.server.connections[0])
    #expect(text.contains("# TYPE responderd_turn_seconds histogram\n"))
  }
}
