// Subscribers of all kinds: slow, modest, curious.

import Glibc
import Linux
import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct SubscriberTests {
  @Test func `force, size and angle come while a client asks for them, and no longer`() throws {
    let stage = try Stage.started(
      Self.configuration,
      script: """
        1.000 down 1 30,30 force=0.5 major=8 minor=7.5 orientation=0.25 distance=3
        2.000 move 1 31,30 force=0.75
        3.000 move 1 32,30 force=1
        """)
    let plain = try stage.subscriber(#""types":["touches"]"#)
    let curious = try stage.subscriber(#""types":["touches"],"detail":true"#)
    try stage.play(seconds: 1.5)
    let detail =
      #""force":0.5,"majorRadius":8.0,"minorRadius":7.5,"orientation":0.25,"distance":3.0}"#
    let began = try curious.lines()
    #expect(began.count == 1)
    #expect(began[0].contains(detail), "\(began)")
    // One line serves all.
    #expect(try plain.lines() == began)
    try stage.play(seconds: 1)
    #expect(try plain.lines().first?.contains(#""force":0.75"#) == true)
    _ = try curious.lines()
    _ = try stage.ask(curious, #"{"id":2,"unsubscribe":{"subscription":1}}"#)
    try stage.play(seconds: 1)
    let moved = try plain.lines()
    #expect(moved.first?.contains(#""phase":"moved""#) == true)
    #expect(moved.first?.contains("force") == false)
  }

  @Test func `a finger that stays is moved only for who asks for its force, and for no recognizer`()
    throws
  {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            isMultipleTouchEnabled: true
            handles: [touches]
            gestureRecognizers: [{ id: pan, pan: { cancelsTouchesInView: false } }]
      """,
      script: """
        1.000 down 1 30,30 force=0.5; down 2 90,30 force=0.5
        1.100 move 1 60,30 force=0.5
        2.000 move 1 60,30 force=0.6; move 2 90,30 force=0.6
        3.000 move 1 70,30 force=0.6; move 2 90,30 force=0.7
        4.000 move 1 70,30 force=0.8; move 2 90,30 force=0.8
        5.000 move 1 70,30 force=0.8; move 2 90,30 force=0.8
        9.000 wait
        """)
    let plain = try stage.subscriber(#""types":["touches","gesture"]"#)
    try stage.play(seconds: 1.5)
    _ = try plain.lines()
    try stage.play(seconds: 1)
    #expect(try plain.lines() == [])
    try stage.play(seconds: 1)
    var lines = try plain.lines()
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { !$0.contains(#""id":2,"x""#) }, "\(lines)")
    let curious = try stage.subscriber(#""types":["touches","gesture"],"detail":true"#)
    try stage.play(seconds: 1)
    lines = try curious.lines()
    #expect(lines.count == 1, "\(lines)")
    #expect(lines[0].contains(#""phase":"moved""#))
    #expect(lines[0].contains(#""id":1,"x":70.0"#) && lines[0].contains(#""id":2,"x":90.0"#))
    #expect(lines[0].contains(#""force":0.8"#))
    try stage.play(seconds: 1)
    #expect(try curious.lines() == [])
  }

  static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          handles: [touches]
          rootViewController:
            id: home
            view: { id: home.view, subviews: [{ id: red, frame: [20, 20, 200, 120] }] }
    """

  /// A finger that wanders for a while, 100 times a second.
  static func wander(_ count: Int, from start: Double = 1) -> String {
    var script = "\(start) down 1 50,60\n"
    for step in 1...count {
      let time = (start * 1000 + Double(step * 10)) / 1000
      script += "\(time) move 1 \(50 + step % 100),\(60 + step % 50)\n"
    }
    return script
      + "\(start + Double(count + 1) / 100) up 1\n\(start + Double(count + 1) / 100 + 9) wait\n"
  }

  /// The numbers of the records among these lines.
  static func numbers(of lines: [String]) -> [Int] {
    lines.compactMap { line in
      guard line.hasPrefix("{\"seq\":") else { return nil }
      return Int(line.dropFirst(7).prefix { $0 != "," })
    }
  }

  private static func taps(_ count: Int, from start: Double = 1) -> String {
    (0..<count).map { index in
      let time = start + Double(index) / 100
      return "\(time) down 1 50,60\n\(time + 0.005) up 1\n"
    }.joined() + "\(start + 99 + Double(count) / 100) wait\n"
  }

  @Test func `who is late reads every tap, and of the moves of each finger the latest`() throws {
    let stage = try Stage.started(
      SubscriberTests.configuration, script: Self.wander(1_500) + Self.taps(300, from: 26))
    let late = try stage.subscriber(#""types":["touches"]"#)
    let all = try stage.subscriber(#""types":["touches"]"#)
    var lines: [String] = []
    for _ in 0..<300 {
      try stage.play(seconds: 0.1)
      lines += try all.lines()
    }
    let few = try stage.everything(for: late)
    func others(_ lines: [String]) -> [String] { lines.filter { !$0.contains(#""moved""#) } }
    #expect(others(few) == others(lines))
    #expect(few.count < lines.count)
    let counts = try few.map { try JSON(parsing: $0)["coalesced"]?.int ?? 0 }
    #expect(few.count + counts.reduce(0, +) == lines.count)
    #expect(stage.daemon.server.figures.lost == 0)
  }

  @Test func `who reads nothing for ten seconds under ten fingers has every tap`() throws {
    var script = "0.9 wait\n"
    for step in 0...1_200 {
      let word = step == 0 ? "down" : "move"
      var acts = (1...10).map { "\(word) \($0) \(20 + ($0 * 7 + step) % 190),\(30 + step % 90)" }
      // Twice a second an eleventh finger taps.
      if step % 60 == 30 { acts.append("down 11 100,100") }
      if step % 60 == 36 { acts.append("up 11") }
      script += "\(1 + Double(step) / 120) \(acts.joined(separator: "; "))\n"
    }
    script += "11.5 " + (1...10).map { "up \($0)" }.joined(separator: "; ") + "\n20 wait\n"
    let stage = try Stage.started(
      SubscriberTests.configuration.replacing(
        "id: red,", with: "id: red, isMultipleTouchEnabled: true,"), script: script)
    let stalled = try stage.subscriber(#""types":["touches"]"#)
    let others = try [
      #""types":["touches"]"#, #""types":["raw","touches"]"#, #""explain":true"#,
    ].map { try stage.subscriber($0) }
    var lines: [String] = []
    for _ in 0..<1_200 {
      try stage.play(seconds: 0.01)
      lines += try others[0].lines()
      for other in others.dropFirst() { _ = try other.lines() }
    }
    func taps(_ lines: [String]) -> [String] { lines.filter { !$0.contains(#""moved""#) } }
    let read = try stage.everything(for: stalled)
    #expect(taps(read) == taps(lines) && taps(read).count >= 42)
    #expect(read.count < lines.count)
    #expect(stage.daemon.server.figures.lost == 0)
  }

  @Test func `who falls out of the history reads so, a snapshot, and what comes then`() throws {
    let stage = try Stage.started(SubscriberTests.configuration, script: Self.taps(6_000))
    let slow = try stage.subscriber(#""types":["touches"]"#)
    // Now and then it reads a little.
    for _ in 0..<70 {
      try stage.play(seconds: 1)
      try slow.read(atMost: 4_096)
    }
    let lines = try stage.everything(for: slow)
    let places = lines.indices.filter { lines[$0] == #"{"type":"lost","subscription":1}"# }
    #expect(places.count == stage.daemon.server.figures.lost && !places.isEmpty)
    // Before and after each loss nothing is missing, and a snapshot has where it continues.
    var next = 2
    for (index, line) in lines.enumerated() {
      if places.contains(index) { continue }
      let number = try JSON(parsing: line)["seq"]?.int ?? 0
      if places.contains(index - 1) {
        #expect(line.hasPrefix(#"{"type":"snapshot","seq":"#) && number >= next)
      } else {
        #expect(number == next)
      }
      next = number + 1
    }
    #expect(stage.daemon.server.figures.stalled == 0)
  }

  @Test func `a peer that reads nothing for 30 s is disconnected, and no other`() throws {
    let stage = try Stage.started(SubscriberTests.configuration, script: Self.taps(6_000))
    let stopped = try stage.subscriber(#""types":["touches"]"#)
    let sleeping = try stage.subscriber(#""types":["control"]"#)
    var ages: [Double] = []
    for _ in 0..<100 {
      try stage.play(seconds: 1)
      let text = stage.daemon.prometheusText(for: stage.daemon.server.connections[0])
      let start = "responderd_queue_age_seconds "
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(start) })
      ages.append(try #require(Double(line.dropFirst(start.count))))
    }
    #expect(ages.first == 0 && ages.last == 0)
    #expect(ages.contains { $0 > 28 } && ages.allSatisfy { $0 <= 30 })
    #expect(stage.daemon.server.figures.stalled == 1)
    #expect(stage.daemon.server.connections.count == 1)
    #expect(stage.logged().contains { $0.hasPrefix("<4>client: client 1 (pid ") })
    let seqs = Self.numbers(of: try stopped.lines())
    #expect(seqs == Array(2..<(2 + seqs.count)))
    #expect(stopped.isClosed)
    #expect(try sleeping.lines() == [])
  }

  @Test func `a rate limits moves for one peer, and the last place is reported`() throws {
    let stage = try Stage.started(
      SubscriberTests.configuration, script: SubscriberTests.wander(100))
    let all = try stage.subscriber(#""types":["touches"]"#)
    let modest = try stage.subscriber(#""types":["touches"],"rate":10"#)
    try stage.play(seconds: 1.995)
    let some = try modest.lines()
    #expect(try all.lines().count == 100)
    #expect((9...12).contains(some.count))
    #expect(some.last?.contains(#""coalesced":"#) == true)
    try stage.play(seconds: 3)
    let rest = try modest.lines()
    #expect(rest.last?.contains(#""phase":"ended""#) == true)
    #expect(rest.filter { $0.contains(#""phase":"moved""#) }.count <= 2)
    let numbers = Self.numbers(of: some + rest)
    #expect(numbers == numbers.sorted())
    #expect(try all.lines().count == 2)
  }

  @Test func `raw contacts and explanations come only to who asked`() throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            gestureRecognizers: [{ id: main.tap, tap: {} }]
      """, script: "1.0 down 1 50,60\n1.1 move 1 300,60\n1.2 up 1\n")
    let curious = try stage.subscriber(#""types":["gesture"],"explain":true,"raw":true"#)
    let other = try stage.subscriber()
    try stage.play(seconds: 5)
    let lines = try curious.lines()
    #expect(
      lines.filter { $0.contains(#""type":"raw""#) }.map { $0.drop { $0 != "[" } } == [
        #"[{"id":1,"change":"down","x":50.0,"y":60.0}]}"#,
        #"[{"id":1,"change":"move","x":300.0,"y":60.0}]}"#,
        #"[{"id":1,"change":"up","x":300.0,"y":60.0}]}"#,
      ])
    #expect(
      lines.contains { $0.contains(#""recognizer":"main.tap""#) && $0.contains(#""failed""#) })
    #expect(try other.lines().allSatisfy { !$0.contains(#""raw""#) && !$0.contains(#""explain""#) })
  }

  @Test func `subscriptions of one connection add up, and no record comes twice`() throws {
    let stage = try Stage.started(SubscriberTests.configuration, script: SubscriberTests.wander(10))
    let peer = try stage.subscriber(#""types":["touches"],"phases":["began"]"#)
    let second = try stage.ask(
      peer, #"{"id":2,"subscribe":{"types":["touches"],"phases":["began","ended"]}}"#)
    #expect(second == [#"{"type":"reply","id":2,"result":{"subscription":2,"seq":1}}"#])
    try stage.play(seconds: 5)
    #expect(try peer.lines().count == 2)
  }

  @Test
  func `clients that ask for the same get the same, while other clients connect and disconnect`()
    throws
  {
    let stage = try Stage.started(
      SubscriberTests.configuration, script: SubscriberTests.wander(300))
    var peers = try (0..<4).map { _ in try stage.subscriber(#""types":["touches"]"#) }
    // With two kinds that lie apart, lines are put together.
    let apart = try (0..<2).map { _ in
      try stage.subscriber(#""types":["touches","raw"],"phases":["began","ended"]"#)
    }
    try stage.play(seconds: 1.505)
    let first = try peers.map { try $0.lines() }
    #expect(first[0].count == 51)
    #expect(Set(first).count == 1)
    peers.removeLast().vanish()
    _ = try stage.ask(peers[0], #"{"id":2,"unsubscribe":{"subscription":1}}"#)
    peers.append(try stage.subscriber(#""types":["touches"]"#))
    var second = [[String]](repeating: [], count: peers.count)
    for _ in 0..<50 {
      try stage.play(seconds: 0.1)
      for (index, peer) in peers.enumerated() { second[index] += try peer.lines() }
    }
    #expect(second.map(\.count) == [0, 251, 251, 251])
    #expect(Set(second.dropFirst()).count == 1)
    let rest = try apart.map { try $0.lines() }
    #expect(rest[0].map { $0.contains(#""raw""#) } == [true, false, true, false])
    #expect(rest[0] == rest[1])
  }

  @Test func `who asks for the same views gets the same, alone, beside others and with a rate`()
    throws
  {
    let stage = try Stage.started(SubscriberTests.configuration, script: SubscriberTests.wander(20))
    let red = #""types":["touches","edit"],"views":["red"]"#
    let peers = try (0..<4).map { _ in try stage.subscriber(red) }
    for (peer, more) in zip(
      peers.dropFirst(),
      [
        #""types":["control"]"#, #""types":["scroll"],"views":["main"]"#,
        #""types":["scroll"],"rate":1"#,
      ])
    {
      _ = try stage.ask(peer, "{\"id\":2,\"subscribe\":{\(more)}}")
    }
    try stage.play(seconds: 3)
    let lines = try peers.map { try $0.lines() }
    #expect(lines[0].count == 22)
    #expect(lines.allSatisfy { $0 == lines[0] })
    // A view that changes twice in a turn is reported once.
    _ = try stage.ask(
      stage.peer(),
      #"{"id":3,"batch":[{"set":{"view":"red","alpha":0.5}},{"set":{"view":"home.view","alpha":0.5}},"#
        + #"{"set":{"view":"red","alpha":0.7}}]}"#)
    let edits = try peers.map { try $0.lines() }
    #expect(edits[0].count == 1)
    #expect(edits.allSatisfy { $0 == edits[0] })
  }

  @Test func `clients between others end, and the rest read what their filters choose`() throws {
    let stage = try Stage.started(Self.configuration, script: Self.wander(40))
    // Neighbours have other filters, so that none of them can be served with the next one.
    let filters = [#""types":["touches"]"#, #""types":["touches"],"phases":["ended"]"#, ""]
    let peers = try (0..<12).map { try stage.subscriber(filters[$0 % 3]) }
    let alike = try (0..<4).map { _ in try stage.subscriber(filters[0]) }
    for gone in [9, 3, 0] {
      try stage.play(seconds: 0.01)
      peers[gone].vanish()
    }
    try stage.play(seconds: 2)
    let all = try alike[0].lines()
    let ends = all.filter { $0.contains(#""phase":"ended""#) }
    #expect(all.count == 42 && ends.count == 1)
    for peer in alike.dropFirst() { #expect(try peer.lines() == all) }
    for (index, peer) in peers.enumerated() where ![9, 3, 0].contains(index) {
      let touches = try peer.lines().filter { $0.contains(#""type":"touches""#) }
      #expect(touches == (index % 3 == 1 ? ends : all), "client \(index)")
    }
  }

  @Test func `names that are not there are reported, and too many subscriptions refused`() throws {
    let stage = try Stage.started(SubscriberTests.configuration)
    let peer = try stage.peer()
    #expect(
      try stage.ask(peer, #"{"id":1,"subscribe":{"views":["red","rde"]}}"#).first?
        .hasSuffix(#""unknown":["rde"]}}"#) == true)
    for id in 2...16 { _ = try stage.ask(peer, #"{"id":\#(id),"subscribe":{}}"#) }
    #expect(
      try stage.ask(peer, #"{"id":17,"subscribe":{}}"#).first?.contains(#""code":"limit""#) == true)
  }

  @Test func `a hundred healthy clients receive everything beside every kind of bad one`() throws {
    let stage = try Stage.started(
      SubscriberTests.configuration, script: SubscriberTests.wander(300))
    let healthy = try (0..<100).map { _ in try stage.subscriber(#""types":["touches"]"#) }
    let stopped = try stage.subscriber()
    let trickling = try stage.subscriber()
    let half = try stage.peer()
    try half.send(raw: #"{"id":1,"subscr"#)
    let garbage = try stage.peer()
    let flooding = try stage.peer()
    var heard = [[Int]](repeating: [], count: healthy.count)
    for step in 0..<50 {
      if step < 40 {
        try garbage.send(raw: "\u{1}\u{7F}[[[{{\\ \(step)\n")
        try flooding.send(raw: String(repeating: "{\"id\":1,\"tree\":{}}\n", count: 20))
        try trickling.read(atMost: 1)
      }
      try stage.play(seconds: 0.1)
      for (index, peer) in healthy.enumerated() {
        heard[index] += Self.numbers(of: try peer.lines())
      }
    }
    for list in heard { #expect(list == Array(2...303)) }
    #expect(stage.daemon.server.connections.count == 105)
    for peer in [stopped, trickling, half, garbage, flooding] + healthy { peer.vanish() }
    try stage.play(seconds: 0)
    #expect(stage.daemon.server.connections.isEmpty)
  }
}
