// The time of a turn that clients share, after frames and timers.
//
//     ready ──enqueue──► queue ──its turn──► served for one share ──there is more──► queue
//                                                └──nothing more──► waits for the kernel

import LinuxKit
import Wire

extension Server {
  /// The time for which clients are served in one turn, in microseconds.
  static let slice: Int64 = 2_000
  /// The length of a turn after which no client is served, if frames and timers leave so much.
  static let turn: Int64 = 6_000

  /// The time until which clients are served, at most a slice; a little in any turn.
  func end(ofSlice slice: Int64, from now: Int64) -> Int64 {
    max(now + slice / 4, min(now + slice, loop.turnBegan + Server.turn))
  }

  /// Queues a connection to be served.
  func enqueue(_ connection: Connection) {
    guard queue.append(connection) else { return }
    newlyQueued.append(connection)
    loop.hasWork = true
  }

  /// Serves connections in turn until the time of this turn is over.
  func serveQueue() {
    resumeDelayed()
    let now = loop.clock.now()
    let slice = end(ofSlice: Server.slice, from: now) - now
    var spent: Int64 = 0
    // A long answer uses one half of the time.
    while spent < (longAnswer == nil ? slice : slice / 2) {
      let began = loop.clock.now()
      guard let connection = queue.next(now: began) else { break }
      spent += serve(connection, from: began)
    }
    proceedLongAnswer(until: now + min(slice, answerSlice))
    for connection in newlyQueued where connection.isQueued { connection.updateInterest() }
    newlyQueued.removeAll(keepingCapacity: true)
    resumeDelayed()
    loop.hasWork = !queue.isEmpty || longAnswer != nil
  }

  /// Serves one connection for one share; returns the cost, in microseconds.
  private func serve(_ connection: Connection, from began: Int64) -> Int64 {
    causedRecords.beginService()
    let isOver = connection.isClosed
    if isOver, longAnswer != nil {
      // Its views stay until then.
      holdBack(connection)
      return 1
    }
    let hasMore =
      isOver
      ? !finish(connection) : connection.serve(until: began + TimeShare.quantum)
    // A connection that was closed meanwhile waits in the queue for its end.
    switch (hasMore, longAnswer) {
    case (true, nil): enqueue(connection)
    case (true, _?): holdBack(connection)
    case (false, _): break
    }
    if !hasMore || longAnswer != nil { connection.updateInterest() }
    let cost = max(1, loop.clock.now() - began)
    loop.record(isOver ? "the end of a client" : connection.latestWork, took: cost)
    connection.account.share.spend(cost)
    connection.share.spend(cost + causedRecords.cost)
    return cost + causedRecords.cost
  }

  // MARK: Long answers

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
      connection.spend(answerBytes: figures.bytes - before)
    }
    let cost = max(1, loop.clock.now() - began)
    loop.record(answer.work, took: cost)
    connection.account.share.spend(cost)
    connection.share.spend(cost)
  }

  /// Holds a connection back until the long answer is sent.
  func holdBack(_ connection: Connection) {
    guard !connection.isHeldBack else { return }
    connection.isHeldBack = true
    heldBack.append(connection)
  }

  /// Ends the long answer, so that the connections that were held back are served again.
  func endLongAnswer() {
    longAnswer = nil
    for connection in heldBack {
      connection.isHeldBack = false
      enqueue(connection)
    }
    heldBack.removeAll(keepingCapacity: true)
  }

  /// Cleans up after a closed connection; returns whether that is complete.
  private func finish(_ connection: Connection) -> Bool {
    guard delegate?.server(self, didClose: connection) ?? true else { return false }
    remove(connection)
    return true
  }

  /// Counts the records that a request has caused.
  func charge(recordBytes: Int, to connection: Connection) {
    causedRecords.append(bytes: recordBytes, of: connection.account, readers: readers)
  }

  private func resumeDelayed() {
    let next = queue.resume(now: loop.clock.now())
    guard next != nil || resumeTimer != nil else { return }
    if resumeTimer == nil { resumeTimer = loop.timer { [unowned self] in loop.hasWork = true } }
    resumeTimer?.deadline = next
  }
}
