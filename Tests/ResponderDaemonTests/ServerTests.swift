// Connections of good and bad clients: none disturbs the others, and everything is bounded.

import Linux
import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct ServerTests {
  private let time = VirtualTime(now: 1_000_000)
  private let loop: EventLoop
  private let server: Server
  private let echo = EchoDelegate()
  private let log: Log
  private final class Lines { var all: [String] = [] }
  private let logged = Lines()

  init() throws {
    loop = try EventLoop(clock: MonotonicClock(time))
    log = Log(format: .journal, clock: MonotonicClock(time)) { [logged] in logged.all.append($0) }
    var limits = Limits.standard
    limits.connections = 4
    limits.connectionsOfUser = 3
    limits.allQueueBytes = 120_000
    server = Server(loop: loop, log: log, limits: limits)
    server.delegate = echo
  }

  private func turn() throws {
    try loop.play(until: time.now)
    server.deliver()
    try loop.play(until: time.now)
  }

  private func newcomer(uid: UInt32 = 1000) throws -> Peer {
    let peer = try Peer(of: server, uid: uid)
    try turn()
    #expect(try peer.lines() == ["{\"type\":\"hello\"}"])
    return peer
  }

  /// Reads until nothing more comes.
  private func everything(for peer: Peer) throws -> [String] {
    var lines: [String] = []
    repeat {
      lines += try peer.lines()
      try turn()
    } while try peer.read() > 0
    return try lines + peer.lines()
  }

  private func answer(_ id: Int) -> String {
    "{\"type\":\"reply\",\"id\":\(id),\"result\":{\"number\":\(id)}}"
  }

  private func question(_ id: Int) -> String {
    "{\"id\":\(id),\"unsubscribe\":{\"subscription\":\(id)}}"
  }

  @Test func `the turn after one that ran over belongs to what the request has caused`() throws {
    let peers = try (0..<2).map { _ in try newcomer() }
    echo.work = { [time] in time.now += Int64($0) }
    // How many are answered in each turn.
    func turns(_ microseconds: Int) throws -> [Int] {
      for peer in peers { try peer.send(#"{"unsubscribe":{"subscription":\#(microseconds)}}"#) }
      return try (0..<4).map { _ in
        try loop.runOnce(timeout: 0)
        return try peers.map { try $0.lines().count }.reduce(0, +)
      }
    }
    #expect(try turns(900) == [2, 0, 0, 0])
    #expect(try turns(1_500) == [1, 1, 0, 0])
    #expect(try turns(2_500) == [1, 0, 1, 0])
  }

  @Test func `requests in any pieces are answered in order`() throws {
    let peer = try newcomer()
    let text = (1...20).map { question($0) + "\n" }.joined()
    for piece in stride(from: 0, to: text.utf8.count, by: 7) {
      let bytes = Array(text.utf8)[piece..<min(piece + 7, text.utf8.count)]
      try peer.send(raw: String(decoding: bytes, as: UTF8.self))
      try turn()
    }
    #expect(try everything(for: peer) == (1...20).map(answer))
    #expect(logged.all == [])
  }

  @Test func `garbage is answered with words, and the connection lives on`() throws {
    let peer = try newcomer()
    try peer.send("hello?")
    try peer.send("[]")
    try peer.send("{\"id\":3,\"unsubscrib\":{}}")
    try peer.send(raw: String(repeating: "x", count: 65_537))
    try turn()
    try peer.send(raw: "yyy\n")
    try peer.send(question(5))
    try turn()
    let lines = try peer.lines()
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("{\"type\":\"error\",\"code\":\"badJSON\",\"message\":\""))
    #expect(lines[1].hasPrefix("{\"type\":\"error\",\"code\":\"badJSON\",\"message\":\""))
    #expect(lines[2].hasPrefix("{\"type\":\"error\",\"id\":3,\"code\":\"unknownRequest\""))
    #expect(lines[2].contains("did you mean"))
    #expect(lines[3].hasPrefix("{\"type\":\"error\",\"code\":\"lineTooLong\""))
    #expect(lines[4] == answer(5))
    #expect(server.figures.badRequests == 4)
  }

  @Test func `a flood is served within its budget, and others at once`() throws {
    let flooder = try newcomer()
    let other = try newcomer()
    var sent = ""
    for number in 1...3000 { sent += question(number) + "\n" }
    var bytes = Array(sent.utf8)
    var answers: [String] = []
    func push() throws {
      while !bytes.isEmpty {
        let count = try flooder.send(raw: String(decoding: bytes.prefix(4096), as: UTF8.self))
        bytes.removeFirst(count)
        let more = try everything(for: flooder)
        if count == 0, more.isEmpty { break }
        answers += more
      }
    }
    try push()
    // So many at once, and the rest as the second goes by.
    #expect((900...1100).contains(answers.count))
    try other.send(question(7))
    try turn()
    #expect(try other.lines() == [answer(7)])
    for _ in 0..<30 {
      try loop.play(until: time.now + 100_000)
      try push()
      answers += try everything(for: flooder)
    }
    #expect(answers == (1...3000).map(answer))
  }

  @Test func `who asks and does not read is not answered further`() throws {
    let peer = try newcomer()
    for number in 1...100 { try peer.send("{\"id\":\(number),\"tree\":{}}") }
    try turn()
    let waiting = server.connections[0].output.count
    #expect(waiting > 0)
    #expect(waiting < 65_536 + 2 * 20_100)
    let lines = try everything(for: peer)
    #expect(lines.count == 100)
    #expect(lines.allSatisfy { $0.utf8.count > 20_000 })
  }

  @Test func `the descriptors that devices may need are not given to programs`() throws {
    server.use(capacity: 1)
    let first = try newcomer()
    let second = try Peer(of: server, uid: 1001)
    try turn()
    let lines = try second.lines()
    #expect(lines.count == 1)
    #expect(lines[0].contains(#""code":"limit""#) && lines[0].contains("LimitNOFILE"))
    #expect(second.isClosed)
    first.vanish()
    try turn()
    _ = try newcomer(uid: 1001)
  }

  @Test
  func `when too much waits for all together, the slowest client is disconnected and no other`()
    throws
  {
    let first = try newcomer()
    let second = try newcomer()
    echo.answerBytes = 80_000
    for peer in [first, second] {
      #expect(server.figures.stalled == 0)
      try peer.send(#"{"id":1,"describe":{}}"#)
      try peer.send(question(2))
      try turn()
    }
    #expect(server.figures.stalled == 1)
    #expect(server.figures.queuedBytes <= 120_000)
    #expect(
      server.figures.queuedBytes == server.connections.reduce(0) { $0 + $1.output.count })
    let lines = [try everything(for: first), try everything(for: second)]
      .sorted { $0.count < $1.count }
    // A line that was begun is dropped where it alone is too much.
    #expect(lines[0] == [])
    #expect(lines[1].map(\.utf8.count) == [80_044, answer(2).utf8.count])
    #expect(server.connections.count == 1)
    #expect(server.figures.queuedBytes == 0)
    #expect(logged.all.contains { $0.contains("is the slowest client while") })
  }

  @Test func `one for whom more waits than for all may goes, though its line has been begun`()
    throws
  {
    let greedy = try newcomer()
    let other = try newcomer(uid: 1001)
    try greedy.send("{\"id\":1,\"describe\":{}}")
    try turn()
    #expect(server.figures.stalled == 1)
    #expect(server.figures.queuedBytes == 0)
    #expect(server.connections.count == 1)
    _ = try everything(for: greedy)
    #expect(greedy.isClosed)
    try other.send(question(1))
    try turn()
    #expect(try other.lines() == [answer(1)])
  }

  @Test
  func
    `a client that has sent all may still read while subscribed, but not without a subscription`()
    throws
  {
    let listener = try newcomer()
    try listener.send("{\"id\":1,\"subscribe\":{}}")
    listener.finish()
    let other = try newcomer()
    try other.send(question(1))
    other.finish()
    try turn()
    #expect(try other.lines() == [answer(1)])
    #expect(other.isClosed)
    #expect(echo.closed == [2])
    #expect(server.connections.count == 1)
    #expect(try !loop.runOnce(timeout: 0))
    server.connections[0].send { $0.raw("{}\n" as StaticString) }
    #expect(try listener.lines() == ["{}"])
    listener.vanish()
    try turn()
    #expect(echo.closed == [2, 1])
    #expect(server.connections.isEmpty)
  }

  @Test func `limits apply to all and to each user, and are reported`() throws {
    let peers = try (0..<3).map { _ in try newcomer(uid: 1000) }
    let fourth = try Peer(of: server, uid: 1000)
    #expect(
      try fourth.lines() == [
        "{\"type\":\"error\",\"code\":\"limit\",\"message\":\"user 1000 has 3 connections, "
          + "which is the limit; close some\"}"
      ])
    #expect(fourth.isClosed)
    let other = try newcomer(uid: 1001)
    let fifth = try Peer(of: server, uid: 1002)
    #expect(try fifth.lines().first?.contains("4 programs are connected") == true)
    peers[1].vanish()
    try turn()
    let again = try newcomer(uid: 1000)
    try again.send(question(1))
    try other.send(question(2))
    try turn()
    #expect(try again.lines() == [answer(1)])
    #expect(try other.lines() == [answer(2)])
    #expect(server.figures.refused == 2)
  }

  @Test func `a peer that vanishes in the middle of everything leaves nothing`() throws {
    let peer = try newcomer()
    for number in 1...50 { try peer.send("{\"id\":\(number),\"tree\":{}}") }
    try turn()
    peer.vanish()
    try turn()
    #expect(echo.closed == [1])
    #expect(server.connections.isEmpty)
    #expect(try !loop.runOnce(timeout: 0))
  }

  @Test func `a goodbye reaches those who read, and does not wait for those who do not`() throws {
    let good = try newcomer()
    let bad = try newcomer()
    for number in 1...10 { try bad.send("{\"id\":\(number),\"tree\":{}}") }
    try turn()
    server.closeAll(reason: "shutdown")
    try turn()
    #expect(try good.lines() == ["{\"type\":\"closing\",\"reason\":\"shutdown\"}"])
    #expect(good.isClosed)
    #expect(server.connections.count == 1)
    try loop.play(until: time.now + 5_000_000)
    #expect(server.connections.isEmpty)
    #expect(Set(echo.closed) == [1, 2])
  }
}
