// Work grows with what there is, and never with its square.

import Configuration
import Glibc
import Linux
import Protocol
import Records
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite(.serialized) struct GrowthTests {
  // Eight times as many may cost eight times as much, somewhat more for n log n and for what the
  // processor's caches hold no longer. A square would cost 64 times as much.
  private static let factor = 8
  private static let most = 24.0

  private func time() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  /// The processor time of this thread for a body, the least of several runs.
  private func cost(_ runs: Int = 3, _ body: () throws -> Void) rethrows -> Double {
    try least(of: runs) {
      let began = time()
      try body()
      return time() - began
    }
  }

  private func least(of runs: Int, _ measure: () throws -> Double) rethrows -> Double {
    try (0..<runs).reduce(.infinity) { least, _ in min(least, try measure()) }
  }

  // What happens once on a stage is measured on several.
  private func check(
    _ name: String, from count: Int, stages: Int = 1, _ measure: (Int) throws -> Double
  ) throws {
    let few = try least(of: stages) { try measure(count) }
    let many = try least(of: stages) { try measure(count * GrowthTests.factor) }
    #expect(
      many / max(few, 20) < GrowthTests.most,
      "\(name): \(few) µs for \(count), \(many) µs for \(GrowthTests.factor) times as many")
  }

  private func stage() throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            handles: [touches]
            subviews: [{ id: shelf, frame: [0, 0, 300, 80], mountPoint: true }, { id: one, frame: [0, 90, 9, 9] }]
      """, script: "9999.0 wait\n"
    ) {
      $0.limits.connections = 2_000
      $0.limits.connectionsOfUser = 2_000
      $0.limits.requestsPerSecond = 100_000
    }
  }

  private func peers(_ count: Int, of stage: Stage) throws -> [Peer] {
    try (0..<count).map { _ in try Peer(of: stage.daemon.server, uid: 7) }
  }

  private func edit(_ stage: Stage, _ root: Peer) throws -> Double {
    try cost { _ = try stage.ask(root, #"{"id":1,"set":{"view":"one","alpha":0.5}}"#) }
  }

  @Test
  func `keeping a record for clients that connect again costs the same however many are kept`() {
    // Lines of two lengths, so that now none and now two old ones go for a new one.
    let devices = [4, 60].map {
      Device(name: String(repeating: "d", count: $0), kind: .recording, screen: nil)
    }
    func measure(_ bytes: Int) -> Double {
      let (stream, encoder) = (RecordStream(limit: bytes / 100), RecordEncoder())
      func append(_ count: Int) {
        for number in 0..<count {
          encoder.device(devices[number * number % 3 % 2], .added, at: Instant(microseconds: 7))
        }
        stream.append(encoder)
      }
      append(bytes / 50)
      return cost { append(2_000) }
    }
    let few = measure(1 << 15)
    let many = measure(1 << 20)
    #expect(many / max(few, 200) < 4, "\(few) µs, \(many) µs with 32 times as many")
  }

  @Test func `refusing a misspelt name, not at all in how many names there are`() throws {
    func measure(_ count: Int) throws -> Double {
      let views = stride(from: 0, to: count, by: 500).map { first in
        let names = (first..<(first + 500)).map { "{ id: v\($0), frame: [0, 0, 9, 9] }" }
        return
          "        - { id: p\(first), frame: fill, subviews: [\(names.joined(separator: ", "))] }\n"
      }.joined()
      let stage = try Stage.started(
        """
        screens: { panel: { size: [800, 480] } }
        application:
          windows:
            - id: main
              subviews:
        \(views)
        """, script: "9999.0 wait\n")
      let root = try Peer(of: stage.daemon.server, uid: 0)
      _ = try stage.ask(root, #"{"id":1,"status":{}}"#)
      return try cost {
        let said = try stage.ask(root, #"{"id":1,"chain":{"responder":"mian"}}"#).element(0)
        #expect(said.contains(#"did you mean \"main\"?"#))
      }
    }
    let few = try measure(500)
    let many = try measure(8_000)
    #expect(many / max(few, 100) < 4, "\(few) µs, \(many) µs for 16 times as many")
  }

  @Test func `a move, not at all in how many a late reader has not read`() throws {
    func measure(_ count: Int) -> Double {
      let (stream, encoder) = (RecordStream(), RecordEncoder())
      let device = Device(name: "d", kind: .recording, screen: nil)
      let late = Subscription(id: 1, filter: Filter(), to: stream, for: ActorNames())
      func append(_ count: Int) {
        for _ in 0..<count {
          encoder.device(device, .added, at: Instant(microseconds: 7))
          stream.append(encoder)
        }
      }
      append(count)
      #expect(late.peek(beside: []) != nil)
      return cost { append(500) }
    }
    let few = measure(10)
    let many = measure(3_000)
    #expect(many / max(few, 200) < 10, "\(few) µs, \(many) µs with 300 times as much")
  }

  @Test func `an edit, in subscribers with one filter`() throws {
    try check("subscribers", from: 25) { count in
      let stage = try stage()
      let all = try peers(count, of: stage)
      for peer in all { try peer.send(#"{"id":1,"subscribe":{}}"#) }
      try stage.play(seconds: 1)
      let cost = try edit(stage, stage.peer())
      #expect(try all.allSatisfy { try $0.lines().last?.contains(#""type":"edit""#) == true })
      return cost
    }
  }

  @Test func `an edit, in filters by views that differ`() throws {
    try check("filters", from: 25) { count in
      let stage = try stage()
      let all = try peers(count, of: stage)
      for (index, peer) in all.enumerated() {
        let names = (0..<50).map { "\"n\(index).\($0)\"" }.joined(separator: ",")
        try peer.send("{\"id\":1,\"subscribe\":{\"views\":[\(names)]}}")
      }
      try stage.play(seconds: 1)
      let cost = try edit(stage, stage.peer())
      #expect(try all.allSatisfy { try $0.lines().last?.contains(#""type":"reply""#) == true })
      return cost
    }
  }

  @Test func `connections that end together`() throws {
    try check("connections that end", from: 25, stages: 3) { count in
      let stage = try stage()
      let all = try peers(count, of: stage)
      for (index, peer) in all.enumerated() {
        try peer.send("{\"id\":1,\"identify\":{\"name\":\"n\(index)\"}}")
        try peer.send(#"{"id":2,"subscribe":{"types":["question"]}}"#)
      }
      try stage.play(seconds: 1)
      for peer in all { peer.vanish() }
      let cost = try cost(1) { try stage.play(seconds: 0) }
      #expect(stage.daemon.server.connections.isEmpty)
      return cost
    }
  }

  @Test(arguments: [
    #""tree":{}"#, #""status":{}"#, #""subscribe":{"types":["control"],"snapshot":true}"#,
    #""chain":{"responder":"v0.1_"}"#, #""hitTest":{"point":[5,5],"trace":true}"#,
    #""set":{"view":"v0.7","alpha":0.5}"#, #""describe":{}"#, #""unsubscribe":{"subscription":99}"#,
  ])
  func `a request, in views`(request: String) throws {
    try check(request, from: 100) { count in
      let stage = try stage()
      let owner = try stage.peer()
      try add(count, to: stage, owner)
      return try cost { _ = try stage.ask(owner, "{\"id\":1,\(request)}") }
    }
  }

  // The program that has put them, or another one, may move them beside one in their middle.
  @Test(arguments: [true, false])
  func `an edit, in views that name a sibling`(isOwn: Bool) throws {
    try check("views that name a sibling", from: 200) { count in
      let stage = try stage()
      let owner = try stage.peer()
      try add(count, to: stage, owner)
      let other = isOwn ? owner : try stage.peer()
      for part in 0..<(count / 100) {
        let sets = (0..<100).map {
          "{\"set\":{\"view\":\"v\(part).\($0)\",\"above\":\"v\(count / 200).50\"}}"
        }
        let batch = "{\"id\":1,\"batch\":[\(sets.joined(separator: ","))]}"
        #expect(try stage.ask(other, batch).last?.hasPrefix(#"{"type":"reply""#) == true)
      }
      return try edit(stage, stage.peer())
    }
  }

  private func add(_ count: Int, to stage: Stage, _ owner: Peer) throws {
    for part in 0..<(count / 100) {
      let puts = (0..<100).map {
        "{\"put\":{\"in\":\"shelf\",\"view\":{\"id\":\"v\(part).\($0)\",\"frame\":[0,0,9,9]}}}"
      }
      let answer = try stage.ask(
        owner, "{\"id\":1,\"batch\":[\(puts.joined(separator: ","))]}")
      #expect(answer.last?.hasPrefix(#"{"type":"reply""#) == true)
    }
  }

  @Test(arguments: ["set", "remove", "put"])
  func `a batch, in its edits`(kind: String) throws {
    // A put counts as two.
    try check("batch of \(kind)", from: kind == "put" ? 15 : 30, stages: 3) { count in
      let stage = try stage()
      let owner = try stage.peer()
      try add(400, to: stage, owner)
      let edits = (0..<count).map { index in
        let view = "\"view\":\"v\(index / 100).\(index % 100)\""
        switch kind {
        case "set": return "{\"set\":{\(view),\"alpha\":0.5}}"
        case "put":
          return "{\"put\":{\"in\":\"one\",\"view\":{\"id\":\"p\(index)\",\"frame\":[0,0,9,9]}}}"
        default: return "{\"remove\":{\(view)}}"
        }
      }
      return try cost(1) {
        let batch = edits.joined(separator: ",")
        let answer = try stage.ask(owner, "{\"id\":1,\"batch\":[\(batch)]}")
        #expect(answer.last?.hasPrefix(#"{"type":"reply""#) == true)
      }
    }
  }

  @Test func `the end of a client, in its views`() throws {
    try check("views of a client that ends", from: 100, stages: 3) { count in
      let stage = try stage()
      let owner = try stage.peer()
      try add(count, to: stage, owner)
      owner.vanish()
      // On a busy machine the views go in several turns.
      let cost = try cost(1) {
        for _ in 0..<1_000 where stage.daemon.configuration.viewCount > 3 {
          try stage.play(seconds: 0.000_01)
        }
      }
      #expect(stage.daemon.configuration.viewCount == 3)
      return cost
    }
  }
}
