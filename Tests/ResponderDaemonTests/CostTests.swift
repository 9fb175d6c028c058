// What clients may cause is bounded, and what they leave is cleared up.

import Glibc
import Linux
import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct CostTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe, inject] }
    application:
      windows:
        - id: main
          handles: [touches]
          isMultipleTouchEnabled: true
          subviews:
            - { id: pad, frame: [0, 0, 100, 100], handles: [touches], isMultipleTouchEnabled: true }
            - { id: shelf, frame: [0, 400, 300, 80], mountPoint: true }
    """

  private func stage(script: String = "9999.0 wait\n") throws -> Stage {
    try Stage.started(CostTests.configuration, script: script)
  }

  @Test func `the filters of a connection hold so many names and no more`() throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 7)
    func subscribe(_ id: Int, _ count: Int) throws -> String {
      let names = (0..<count).map { "\"n\(id).\($0)\"" }.joined(separator: ",")
      return try stage.ask(peer, "{\"id\":\(id),\"subscribe\":{\"views\":[\(names)]}}").element(0)
    }
    #expect(try subscribe(1, 1_000).hasPrefix(#"{"type":"reply","id":1"#))
    #expect(
      try subscribe(2, 25)
        == #"{"type":"error","id":2,"code":"limit","message":"subscribe: the filters of a connection "#
        + #"may hold 1024 views, recognizers and devices in all, this makes 1025; name a view above "#
        + #"them, or unsubscribe one","path":"subscribe"}"#)
    #expect(try subscribe(3, 24).hasPrefix(#"{"type":"reply","id":3"#))
    _ = try stage.ask(peer, #"{"id":4,"unsubscribe":{"subscription":1}}"#)
    #expect(try subscribe(5, 1_000).hasPrefix(#"{"type":"reply","id":5"#))
  }

  @Test func `many filters by views choose the same records as each alone`() throws {
    let stage = try stage(
      script:
        "0.05 down 1 50,50; down 2 300,200\n0.1 move 1 51,50; move 2 301,200\n0.2 up 1; up 2\n")
    let all = try stage.subscriber(#""types":["touches","edit"]"#)
    let filters = [
      #""views":["pad"]"#, #""views":["main"]"#, #""views":["shelf","pad"]"#, #""views":["none"]"#,
      #""views":["pad"],"rate":1000"#, #""views":["main"],"observed":false"#,
    ]
    let peers = try filters.map { try stage.subscriber(#""types":["touches","edit"],\#($0)"#) }
    let both = try stage.subscriber(#""types":["touches"],"views":["pad"]"#)
    _ = try stage.ask(both, #"{"id":2,"subscribe":{"types":["touches"],"views":["none"]}}"#)
    try stage.play(seconds: 0.3)
    let editor = try stage.peer()
    _ = try stage.ask(editor, #"{"id":2,"set":{"view":"shelf","alpha":0.5}}"#)
    _ = try stage.ask(editor, #"{"id":3,"put":{"in":"pad","view":{"id":"one","frame":[0,0,9,9]}}}"#)
    _ = try stage.ask(
      editor, #"{"id":4,"put":{"in":"shelf","view":{"id":"one","frame":[0,0,9,9]}}}"#)
    let records = try all.lines().filter { $0.hasPrefix("{\"seq\"") }
    let ofPad = records.filter { $0.contains(#""view":"pad""#) && $0.contains("touches") }
    #expect(ofPad.count == 3)
    let read = try peers.map { try $0.lines().filter { $0.hasPrefix("{\"seq\"") } }
    #expect(read[0].prefix(3) == ofPad[...])
    #expect(read[0].count == 5, "what came into it, and left it, as well")
    #expect(read[1].count == 9)
    #expect(read[2].count == 6)
    #expect(read[3] == [])
    #expect(read[4] == read[0])
    #expect(read[5] == read[1])
    #expect(try both.lines().filter { $0.hasPrefix("{\"seq\"") } == ofPad)
  }

  @Test func `a connection plays so many scripts at once, which end with it`() throws {
    let stage = try stage()
    let watcher = try stage.subscriber(#""types":["touches","device"]"#)
    let peer = try stage.connect(uid: 7)
    let script = #"{"id":1,"inject":{"script":"0 down 1 50,50\n3000 up 1"}}"#
    for _ in 1...16 {
      #expect(try stage.ask(peer, script).element(0).hasPrefix(#"{"type":"reply""#))
    }
    #expect(
      try stage.ask(peer, script) == [
        #"{"type":"error","id":1,"code":"limit","message":"inject: a connection may play 16 scripts at "#
          + #"once; wait for one of them to end","path":"inject"}"#
      ])
    try stage.play(seconds: 1)
    #expect(stage.daemon.sources.devices.count == 17)
    let other = try stage.connect(uid: 8)
    #expect(
      try stage.ask(other, #"{"id":2,"inject":{"script":"0 wait\n3601 wait"}}"#).element(0)
        .contains(
          #""code":"limit","message":"inject.script: a script may last 3600 seconds, this one lasts 3601"#
        ))
    _ = try watcher.lines()
    peer.vanish()
    try stage.play(seconds: 0)
    let lines = try watcher.lines()
    #expect(lines.count(where: { $0.contains(#""phase":"cancelled""#) }) == 16)
    #expect(lines.count(where: { $0.contains(#""event":"removed""#) }) == 16)
    #expect(lines.count == 32)
    #expect(stage.daemon.sources.devices.count == 1)
    #expect(stage.daemon.sources.injected.scripts.isEmpty)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `the views of a client that is gone go until none is left`() throws {
    let stage = try stage()
    let before = stage.daemon.configuration.viewCount
    let peer = try stage.connect(uid: 7)
    for round in 0..<10 {
      let puts = (0..<100).map {
        "{\"put\":{\"in\":\"shelf\",\"view\":{\"id\":\"v\(round).\($0)\",\"frame\":[0,0,9,9]}}}"
      }
      _ = try stage.ask(peer, "{\"id\":1,\"batch\":[\(puts.joined(separator: ","))]}")
    }
    #expect(stage.daemon.configuration.viewCount == before + 1_000)
    peer.vanish()
    try stage.play(seconds: 0)
    #expect(stage.daemon.configuration.viewCount == before)
    #expect(stage.daemon.server.connections.isEmpty)
  }

  @Test func `describe gives the schema as it is written`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    let first = try stage.ask(peer, #"{"id":1,"describe":{}}"#)
    let answer = try JSON(parsing: first.element(0), depth: 64)
    #expect(try answer["result"]?["schema"] == ProtocolSchema.value)
    #expect(try stage.ask(peer, #"{"id":1,"describe":{}}"#) == first)
  }

  @Test func `a configuration that is a pipe is refused at once, at the start and later`() throws {
    let stage = try stage()
    let path = "\(stage.folder)/a.yaml"
    unsafe unlink(path)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    _ = stage.logged()
    var isRefused = false
    stage.daemon.reload(force: false) { if case .failure = $0 { isRefused = true } }
    try stage.play(seconds: 0)
    #expect(isRefused)
    #expect(
      stage.logged().joined().contains(
        "read \(path): Invalid argument (EINVAL); expected a file, found a pipe, a socket or a device"
      ))
    var options = stage.daemon.options
    options.configuration = path
    #expect(throws: StartError.self) {
      try Daemon(
        options: options, environment: Environment([:]), loop: stage.loop, log: stage.daemon.log)
    }
  }
}
