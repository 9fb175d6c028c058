// The time of a turn that clients share, after frames and timers.
//
//     ready ──append──► queue ──its turn──► one request ──there is more──► queue
//                                               └──nothing more──► waits for the kernel

import Linux
import Protocol

/// The connections that wait to be served, each for one request in turn.
final class ServiceQueue {
  /// The time for which clients are served between two frames, in microseconds.
  static let slice: Int64 = 1_000

  /// Whether a request of the latest turn took longer than that by as long again.
  private(set) var hasRunOver = false

  private let loop: EventLoop
  private var waiting: ContiguousArray<Connection> = []
  // Those before it were served.
  private var first = 0

  init(_ loop: EventLoop) { self.loop = loop }

  /// Queues a connection, unless it waits already.
  func append(_ connection: Connection) {
    guard !connection.isQueued else { return }
    connection.isQueued = true
    waiting.append(connection)
    loop.hasWork = true
  }

  /// Serves connections in turn until the time of this turn is over; `finish` cleans up after a
  /// closed one, and returns whether that is complete. The turn after one that ran over belongs to
  /// devices and the records of the long request.
  func serve(_ finish: (Connection) -> Bool) {
    guard !hasRunOver else {
      hasRunOver = false
      return
    }
    var now = loop.clock.now()
    let began = now
    let end = began + ServiceQueue.slice
    while first < waiting.count, now < end {
      let connection = waiting[first]
      // A long request is the first of a turn.
      if now > began, connection.hasLongRequest { break }
      first += 1
      connection.isQueued = false
      let isOver = connection.isClosed
      let hasMore = isOver ? !finish(connection) : connection.serve()
      // A connection that was closed meanwhile waits in the queue for its end.
      if hasMore { append(connection) } else { connection.updateInterest() }
      let before = now
      now = loop.clock.now()
      loop.record(isOver ? "the end of a client" : connection.latestWork, took: now - before)
    }
    if first == waiting.count || first > 256 {
      waiting.removeFirst(first)
      first = 0
    }
    hasRunOver = now > end + ServiceQueue.slice
    loop.hasWork = first < waiting.count
  }
}
