// Counters of the daemon for the status.

import Linux
import ResponderKit

/// Counters since the start, besides those of the server.
final class Figures {
  /// Deadlines of recognizers that were served more than 1/60 s late.
  private(set) var missedDeadlines = 0
  /// How often the machine slept although that was not announced.
  private(set) var jumps = 0
  /// Number of reloads that were applied.
  private(set) var reloads = 0
  /// Number of reloads that were refused.
  private(set) var failedReloads = 0
  /// Time from the kernel's timestamp of a frame to the last write that it caused.
  private(set) var latency = LatencyHistogram()
  /// Processor time of the loop's turns.
  private(set) var turns = LatencyHistogram()
  /// The turn with the longest processor time.
  private(set) var longestTurn = TurnMeter.Turn()
  /// When a finger landed or lifted last, in microseconds since 1970; nil if none has.
  private(set) var lastTouch: Int64?

  // The times of the frames of this turn.
  private var frameTimes: ContiguousArray<Int64> = []

  /// The processor time above which a turn is logged, in microseconds: touches wait meanwhile.
  static let longTurn: Int64 = 10_000

  /// Counts a frame of a device.
  func count(_ frame: borrowing Frame) {
    frameTimes.append(frame.time.microseconds)
    if frame.contacts.contains(where: { $0.change != .move }) { lastTouch = WallClock.now() }
  }

  /// Counts a turn, and the latency of its frames, whose records are written.
  func count(_ turn: TurnMeter.Turn, endedAt time: Int64) {
    for index in frameTimes.indices { latency.count(time - frameTimes[index]) }
    frameTimes.empty()
    turns.count(turn.busy)
    if turn.busy > longestTurn.busy { longestTurn = turn }
  }

  /// Counts a deadline that was served late.
  func countMissedDeadline() { missedDeadlines += 1 }

  /// Counts a sleep that was not announced.
  func countJump() { jumps += 1 }

  /// Counts a reload that was applied.
  func countReload() { reloads += 1 }

  /// Counts a reload that was refused.
  func countFailedReload() { failedReloads += 1 }
}
