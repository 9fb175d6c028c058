// Time is shared by users, then by connections; what costs more waits longer.

import LinuxKit
import Permissions
import Testing
import Wire

@testable import ResponderDaemon

/// Answers each request after as many microseconds as it names.
private final class Worker: ServerDelegate {
  let time: VirtualTime
  var served: [(uid: UInt32, number: Int)] = []
  var recordBytes = 0
  var readers = 0

  init(_ time: VirtualTime) { self.time = time }

  func server(_ server: Server, didAccept connection: Connection) {}

  func server(_ server: Server, didReceive request: Request, from connection: Connection) {
    guard case .unsubscribe(let cost) = request.kind else { return }
    time.now += Int64(cost)
    served.append((connection.peer.uid, connection.number))
    server.service.charge(recordBytes: recordBytes, to: connection)
    // As if all of them were sent to every reader at once.
    server.service.chargeCaused(encodedBytes: 1, sentBytes: readers)
  }

  func server(_ server: Server, finds peer: PeerCredentials, toBe actor: String) -> Bool { false }

  func server(
    _ server: Server, shouldSendSnapshotOf paced: PacedSubscription, to connection: Connection
  ) {}

  func server(_ server: Server, didClose connection: Connection) -> Bool { true }
}

@Suite struct FairQueueTests {
  private let time = VirtualTime(now: 1_000_000)
  private let loop: EventLoop
  private let server: Server
  private let worker: Worker

  init() throws {
    loop = try EventLoop(clock: MonotonicClock(time))
    var limits = Limits()
    limits.requestsPerSecond = 1_000_000
    server = Server(
      loop: loop, log: Log(format: .journal, clock: MonotonicClock(time)) { _ in }, limits: limits)
    worker = Worker(time)
    server.delegate = worker
  }

  private func request(_ cost: Int, _ count: Int) -> String {
    String(repeating: "{\"unsubscribe\":{\"subscription\":\(cost)}}\n", count: count)
  }

  @Test func `a user with many connections gets as much time as one with a single one`() throws {
    let crowd = try (0..<50).map { _ in try Peer(of: server, uid: 1) }
    let single = try Peer(of: server, uid: 2)
    for peer in crowd { try peer.send(raw: request(100, 40)) }
    try single.send(raw: request(100, 40))
    while !worker.served.contains(where: { $0.uid == 2 }) { try loop.runOnce(timeout: 0) }
    while worker.served.count(where: { $0.uid == 2 }) < 40 { try loop.runOnce(timeout: 0) }
    #expect((35...60).contains(worker.served.count(where: { $0.uid == 1 })))
    // Of the many connections each gets its turn.
    try loop.play(until: time.now)
    #expect(worker.served.count == 51 * 40)
    #expect(Set(worker.served.prefix(400).map(\.number)).count > 45)
  }

  @Test func `big requests wait for as long as they took, while small ones of others are served`()
    throws
  {
    let big = try Peer(of: server, uid: 1)
    let small = try Peer(of: server, uid: 2)
    try big.send(raw: request(5_000, 20))
    try small.send(raw: request(50, 400))
    while worker.served.count(where: { $0.uid == 2 }) < 400 { try loop.runOnce(timeout: 0) }
    // 400 times 50 µs are as long as four of the others.
    #expect((3...6).contains(worker.served.count(where: { $0.uid == 1 })))
    try loop.play(until: time.now)
    #expect(worker.served.count == 420)
  }

  @Test func `input and timers come between slices of requests`() throws {
    let flooder = try Peer(of: server, uid: 1)
    try flooder.send(raw: request(300, 200))
    var expired: [Int64] = []
    var timer: LinuxKit.Timer?
    timer = loop.timer {
      expired.append(time.now - loop.moment)
      timer?.deadline = loop.moment + 1_000
    }
    timer?.deadline = time.now
    while worker.served.count < 200 { try loop.runOnce(timeout: 0) }
    timer?.deadline = nil
    #expect(expired.count >= 50)
    #expect(expired.allSatisfy { $0 <= ServiceQueue.slice + 300 })
  }

  @Test func `who causes records for many readers waits until they can have been read`() throws {
    server.service.use(readers: 500)
    worker.readers = 500
    worker.recordBytes = 3_000
    let editor = try Peer(of: server, uid: 1)
    let other = try Peer(of: server, uid: 2)
    try editor.send(raw: request(10, 100))
    try loop.play(until: time.now)
    // The burst of 8 MiB is spent by six records for 500 readers.
    let first = worker.served.count
    #expect((5...8).contains(first))
    worker.recordBytes = 0
    try other.send(raw: request(10, 1))
    try loop.play(until: time.now)
    #expect(worker.served.last?.uid == 2)
    worker.recordBytes = 3_000
    try loop.play(until: time.now + 1_000_000)
    // 32 MiB a second are 22 of them.
    #expect((20...26).contains(worker.served.count - first - 1))
    try loop.play(until: time.now + 5_000_000)
    #expect(worker.served.count == 101)
  }

  @Test func `without readers records cost nothing`() throws {
    worker.recordBytes = 1_000_000
    let editor = try Peer(of: server, uid: 1)
    try editor.send(raw: request(10, 100))
    try loop.play(until: time.now)
    #expect(worker.served.count == 100)
  }
}
