// An answer that takes long to write: a slice of it in each turn.
//
//     writing ──complete──► sent
//        ├──the tree has changed──► writing, from the beginning
//        └──the client is gone──► dropped
//
// It describes one moment. So requests of clients, which could change the tree, wait until it is
// sent; touches, timers and records do not.

import LinuxKit
import Wire

/// The writing of a long line for one client, which continues when `proceed` is called.
final class LongAnswer {
  /// The client that waits for the answer.
  let connection: Connection
  /// Whether the tree has changed since the writing began.
  private(set) var isStale = false
  /// The name of the request, for the counters.
  let work: String
  private let clock: MonotonicClock
  private let write: (LineWriter) -> Void
  private let then: (LineWriter) -> Void
  private let writer = LineWriter(capacity: 65_536)
  private var fiber: Fiber?
  private var attempts = 0
  private var end = Int64.max
  private var isCancelled = false

  // Content that a finger scrolls may change the tree again and again.
  private static let attemptsInSlices = 8

  /// An answer that `write` writes, and `then` sends.
  init(
    to connection: Connection, _ clock: MonotonicClock, write: @escaping (LineWriter) -> Void,
    then: @escaping (LineWriter) -> Void
  ) {
    self.connection = connection
    work = connection.latestWork
    self.clock = clock
    self.write = write
    self.then = then
    writer.pauseIfDue = { [unowned self] in pauseIfDue() }
  }

  /// Marks the answer to be written again, because the tree has changed.
  func markStale() { isStale = true }

  /// Continues to write until this time; returns whether the answer is done.
  func proceed(until end: Int64) -> Bool {
    if isCancelled { return true }
    if isStale { abandonAttempt() }
    if fiber == nil {
      attempts += 1
      fiber = try? Fiber { [unowned self] in write(writer) }
    }
    self.end = attempts > LongAnswer.attemptsInSlices ? .max : end
    if let fiber {
      fiber.proceed()
      guard fiber.isOver else { return false }
      self.fiber = nil
    } else {
      // There is no memory for a second stack.
      self.end = .max
      write(writer)
    }
    then(writer)
    return true
  }

  /// Stops writing; the answer is not sent.
  func cancel() {
    abandonAttempt()
    isCancelled = true
  }

  // Objects on the stack of the writing are released when it comes to its end.
  private func abandonAttempt() {
    isStale = true
    fiber?.proceed()
    fiber = nil
    writer.removeAll()
    isStale = false
  }

  private func pauseIfDue() -> Bool {
    if !isStale, clock.now() > end { fiber?.pause() }
    return !isStale
  }
}
