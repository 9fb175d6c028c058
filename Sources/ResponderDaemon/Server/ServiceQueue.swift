// The time of a turn that clients share, after frames and timers.
//
//     ready ──append──► queue ──its turn──► served for one share ──there is more──► queue
//                                               └──nothing more──► waits for the kernel

import LinuxKit
import Wire

/// The connections that wait to be served, and the long answer that they may have to wait for.
final class ServiceQueue {
  /// The time for which clients are served in one turn, in microseconds.
  static let slice: Int64 = 2_000

  /// A long answer that is being written; until it is sent, other clients receive records, but
  /// their requests are not served.
  private(set) var longAnswer: LongAnswer?
  /// The time for which it is written in one turn, in microseconds.
  var answerSlice = ServiceQueue.slice

  private let loop: EventLoop
  private let figures: ServerFigures
  private var queue = FairQueue()
  // Connections that were queued in this turn and are still watched.
  private var newlyQueued: ContiguousArray<Connection> = []
  // The connections that wait for the long answer, and their numbers.
  private var heldBack: ContiguousArray<Connection> = []
  private var heldBackNumbers: Set<Int> = []
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
    // A long answer uses one half of the time.
    while spent < (longAnswer == nil ? slice : slice / 2) {
      let began = loop.clock.now()
      guard let connection = queue.next(now: began) else { break }
      spent += serve(connection, from: began, finish)
    }
    proceedLongAnswer(until: now + min(slice, answerSlice))
    // Most clients that wait for their records send nothing meanwhile, and stay watched.
    for connection in newlyQueued where connection.place.isQueued && connection.hasReport {
      connection.updateInterest()
    }
    newlyQueued.removeAll(keepingCapacity: true)
    resumeDelayed()
    loop.hasWork = !queue.isEmpty || longAnswer != nil
  }

  /// Serves one connection for one share; returns the cost, in microseconds.
  private func serve(
    _ connection: Connection, from began: Int64, _ finish: (Connection) -> Bool
  ) -> Int64 {
    causedRecords.beginService()
    let isOver = connection.isClosed
    if isOver, longAnswer != nil {
      // Its views stay until then.
      holdBack(connection)
      return 1
    }
    let hasMore =
      isOver ? !finish(connection) : connection.serve(until: began + TimeShare.quantum)
    // A connection that was closed meanwhile waits in the queue for its end.
    switch (hasMore, longAnswer) {
    case (true, nil): append(connection)
    case (true, _?): holdBack(connection)
    case (false, _): break
    }
    if !hasMore || longAnswer != nil { connection.updateInterest() }
    let cost = max(1, loop.clock.now() - began)
    loop.record(isOver ? "the end of a client" : connection.latestWork, took: cost)
    connection.account.spend(cost)
    connection.place.spend(cost + causedRecords.cost)
    return cost + causedRecords.cost
  }

  // MARK: Long answers

  /// Begins to write a long answer.
  func begin(_ answer: LongAnswer) { longAnswer = answer }

  /// Continues the long answer, if there is one.
  private func proceedLongAnswer(until end: Int64) {
    guard let answer = longAnswer else { return }
    let began = loop.clock.now()
    let connection = answer.connection
    let before = figures.bytes
    // The client is gone.
    if connection.isClosed { answer.cancel() }
    if answer.proceed(until: end) {
      endLongAnswer()
      connection.input.spend(answerBytes: figures.bytes - before)
    }
    let cost = max(1, loop.clock.now() - began)
    loop.record(answer.work, took: cost)
    connection.account.spend(cost)
    connection.place.spend(cost)
  }

  /// Holds a connection back until the long answer is sent.
  func holdBack(_ connection: Connection) {
    guard heldBackNumbers.insert(connection.number).inserted else { return }
    heldBack.append(connection)
  }

  /// Stops the long answer, which is not sent.
  func cancelLongAnswer() {
    longAnswer?.cancel()
    endLongAnswer()
  }

  // The connections that were held back are served again.
  private func endLongAnswer() {
    longAnswer = nil
    heldBackNumbers.removeAll(keepingCapacity: true)
    for connection in heldBack { append(connection) }
    heldBack.removeAll(keepingCapacity: true)
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
