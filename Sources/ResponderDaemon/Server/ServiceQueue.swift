// The time of a turn that clients share, after frames and timers.
//
//     ready ──append──► queue ──its turn──► served for one share ──there is more──► queue
//                                               └──nothing more──► waits for the kernel

import LinuxKit
import Wire

/// The connections that wait to be served.
final class ServiceQueue {
  /// The time for which clients are served in one turn, in microseconds.
  static let slice: Int64 = 2_000

  private let loop: EventLoop
  private let figures: ServerFigures
  private var queue = FairQueue()
  // Connections that were queued in this turn and are still watched.
  private var newlyQueued: ContiguousArray<Connection> = []
  private var resumeTimer: Timer?
  private var causedRecords = CausedRecords()
  private var readers = 0

  init(_ loop: EventLoop, _ figures: ServerFigures) {
    self.loop = loop
    self.figures = figures
  }

  /// Queues a connection to be served.
  func append(_ connection: Connection) {
    guard queue.append(connection) else { return }
    newlyQueued.append(connection)
    loop.hasWork = true
  }

  /// Serves connections in turn until the time of this turn is over; `finish` cleans up after a
  /// closed one, and returns whether that is complete.
  func serve(_ finish: (Connection) -> Bool) {
    resumeDelayed()
    let now = loop.clock.now()
    let slice = loop.end(ofSlice: ServiceQueue.slice, from: now) - now
    var spent: Int64 = 0
    while spent < slice {
      let began = loop.clock.now()
      guard let connection = queue.next(now: began) else { break }
      spent += serve(connection, from: began, finish)
    }
    // Most clients that wait for their records send nothing meanwhile, and stay watched.
    for connection in newlyQueued where connection.place.isQueued && connection.hasReport {
      connection.updateInterest()
    }
    newlyQueued.removeAll(keepingCapacity: true)
    resumeDelayed()
    loop.hasWork = !queue.isEmpty
  }

  /// Serves one connection for one share; returns the cost, in microseconds.
  private func serve(
    _ connection: Connection, from began: Int64, _ finish: (Connection) -> Bool
  ) -> Int64 {
    causedRecords.beginService()
    let isOver = connection.isClosed
    let hasMore =
      isOver ? !finish(connection) : connection.serve(until: began + TimeShare.quantum)
    // A connection that was closed meanwhile waits in the queue for its end.
    if hasMore { append(connection) } else { connection.updateInterest() }
    let cost = max(1, loop.clock.now() - began)
    loop.record(isOver ? "the end of a client" : connection.latestWork, took: cost)
    connection.account.spend(cost)
    connection.place.spend(cost + causedRecords.cost)
    return cost + causedRecords.cost
  }

  // MARK: Records that requests cause

  /// The cost of the records that the requests in this service have caused, in microseconds.
  var causedCost: Int64 { causedRecords.cost }

  /// Uses this number of connections with a subscription: a record is sent to no more than these.
  func use(readers: Int) { self.readers = readers }

  /// Counts one more connection with a subscription.
  func addReader() { readers += 1 }

  /// Counts the records that a request has caused.
  func charge(recordBytes: Int, to connection: Connection) {
    causedRecords.append(bytes: recordBytes, of: connection.account, readers: readers)
  }

  /// Charges those records to their users: of so many bytes, so many were sent.
  func chargeCaused(encodedBytes: Int, sentBytes: Int) {
    causedRecords.charge(encodedBytes: encodedBytes, sentBytes: sentBytes)
  }

  private func resumeDelayed() {
    let next = queue.resume(now: loop.clock.now())
    guard next != nil || resumeTimer != nil else { return }
    if resumeTimer == nil { resumeTimer = loop.timer { [unowned self] in loop.hasWork = true } }
    resumeTimer?.deadline = next
  }
}

extension EventLoop {
  // The length of a turn after which no client is served, if frames and timers leave so much.
  private static let turnOfClients: Int64 = 6_000

  /// The time until which clients are served, at most a slice; a little in any turn.
  func end(ofSlice slice: Int64, from now: Int64) -> Int64 {
    max(now + slice / 4, min(now + slice, turnBegan + EventLoop.turnOfClients))
  }
}
