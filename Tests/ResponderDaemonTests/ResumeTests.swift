// Clients that connect again, and continue where they were.

import Linux
import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct ResumeTests {
  @Test
  func `a client that connects again receives what it needs of what was missed, once and in order`()
    throws
  {
    let stage = try Stage.started(
      SubscriberTests.configuration, script: SubscriberTests.wander(200))
    let first = try stage.subscriber(#""types":["touches"]"#)
    try stage.play(seconds: 1.5)
    let heard = SubscriberTests.numbers(of: try first.lines())
    #expect(heard == Array(2...52))
    first.vanish()
    try stage.play(seconds: 0.5)
    let second = try stage.peer()
    let instance = stage.daemon.instance
    let lines = try stage.ask(
      second,
      #"{"id":1,"subscribe":{"types":["touches"],"since":{"instance":"\#(instance)","seq":52}}}"#)
    #expect(
      lines.first
        == #"{"type":"reply","id":1,"result":{"subscription":1,"seq":102,"resumed":true}}"#)
    try stage.play(seconds: 3)
    // Of the moves that it has missed it reads the latest.
    #expect(
      lines.element(1).hasPrefix(#"{"seq":102,"#) && lines.element(1).hasSuffix(#""coalesced":49}"#)
    )
    #expect(SubscriberTests.numbers(of: lines + (try second.lines())) == Array(102...203))
  }

  @Test func `a client that cannot resume is notified and sees the state instead`() throws {
    let stage = try Stage.started(
      SubscriberTests.configuration, script: SubscriberTests.wander(200))
    try stage.play(seconds: 2)
    let peer = try stage.peer()
    for since in [
      #"{"instance":"another","seq":52}"#,
      #"{"instance":"\#(stage.daemon.instance)","seq":100000}"#,
    ] {
      let lines = try stage.ask(peer, #"{"id":1,"subscribe":{"types":[],"since":\#(since)}}"#)
      #expect(lines.count == 2)
      #expect(lines.first?.hasSuffix(#""resumed":false}}"#) == true)
      #expect(lines.last?.hasPrefix(#"{"type":"snapshot","seq":102,"#) == true)
    }
  }

  @Test func `a client that connects again to some views receives records of them alone`() throws {
    let stage = try Stage.started(
      SubscriberTests.configuration,
      script: "1.0 down 1 50,60; down 2 500,60\n2.0 up 1; up 2\n9.0 wait\n")
    try stage.play(seconds: 5)
    let peer = try stage.peer()
    let since = #""since":{"instance":"\#(stage.daemon.instance)","seq":1}"#
    let lines = try stage.ask(peer, #"{"id":1,"subscribe":{"views":["red"],\#(since)}}"#)
    #expect(lines.count == 3)
    #expect(lines.dropFirst().allSatisfy { $0.contains(#""view":"red""#) })
  }

  @Test
  func `of the moves that a client has not read it reads the latest, and no other client notices`()
    throws
  {
    let stage = try Stage.started(
      SubscriberTests.configuration, script: SubscriberTests.wander(2_400))
    let healthy = try stage.subscriber(#""types":["touches"]"#)
    let stopped = try stage.subscriber(#""types":["touches","raw","explain"]"#)
    var heard: [Int] = []
    for _ in 0..<27 {
      try stage.play(seconds: 1)
      heard += SubscriberTests.numbers(of: try healthy.lines())
    }
    #expect(heard.count == 2402)
    #expect(heard == heard.sorted())
    #expect(stage.daemon.server.connections.count == 2)
    #expect(stage.daemon.server.connections.map(\.output.count).max() ?? 0 <= 65_536)
    var lines: [String] = []
    for _ in 0..<2000 {
      lines += try stopped.lines()
      try stage.play(seconds: 0)
      if stage.daemon.server.connections.allSatisfy({ $0.output.count == 0 }) { break }
    }
    lines += try stopped.lines()
    #expect(lines.contains { $0.contains(#""phase":"began""#) })
    #expect(lines.contains { $0.contains(#""phase":"ended""#) })
    #expect(lines.contains { $0.contains(#","coalesced":"#) })
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }
}
