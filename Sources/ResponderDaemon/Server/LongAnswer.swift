// An answer that takes long to write: a little of it in each turn.
//
//     writing ──all is written──► said
//        ├──what it tells of has changed──► writing, from the beginning
//        └──nobody waits for it──► given up
//
// It tells of one moment. So the requests of clients, which could change the tree, wait until it has
// been said; fingers, timers and records do not.

import LinuxKit
import Wire

/// The writing of a long line for one client, which proceeds when it is told to.
final class LongAnswer {
  /// Who waits for it.
  let connection: Connection
  /// Whether what it tells of has changed since it was begun.
  var isStale = false

  /// What was asked for, for the figures.
  let work: String
  private let clock: MonotonicClock
  private let write: (LineWriter) -> Void
  private let then: (LineWriter) -> Void
  private let writer = LineWriter(capacity: 65_536)
  private var fiber: Fiber?
  private var attempts = 0
  private var end = Int64.max
  private var isGivenUp = false

  // Content that a finger scrolls may change it again and again.
  private static let attemptsInSlices = 8

  /// An answer that `write` writes, and `then` says.
  init(
    to connection: Connection, _ clock: MonotonicClock, write: @escaping (LineWriter) -> Void,
    then: @escaping (LineWriter) -> Void
  ) {
    self.connection = connection
    work = connection.latestWork
    self.clock = clock
    self.write = write
    self.then = then
    writer.breathe = { [unowned self] in breathe() }
  }

  /// Writes on until this time; returns whether it is over.
  func proceed(until end: Int64) -> Bool {
    if isGivenUp { return true }
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

  /// Writes no more of it, and does not say it.
  func giveUp() {
    abandonAttempt()
    isGivenUp = true
  }

  // What lies on the stack of the writing goes when that comes to its end.
  private func abandonAttempt() {
    isStale = true
    fiber?.proceed()
    fiber = nil
    writer.removeAll()
    isStale = false
  }

  private func breathe() -> Bool {
    if !isStale, clock.now() > end { fiber?.pause() }
    return !isStale
  }
}
