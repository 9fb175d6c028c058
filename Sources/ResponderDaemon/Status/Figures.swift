// Counters of the daemon for the status.

import LinuxKit

/// Counters since the start, besides those of the server.
struct Figures {
  /// Frames of the sources.
  var frames = 0
  /// Touches that began.
  var touches = 0
  /// Deadlines of recognizers that were served more than 1/60 s late.
  var missedDeadlines = 0
  /// Number of reloads that were applied.
  var reloads = 0
  /// Number of reloads that were refused.
  var failedReloads = 0
  /// Time from the kernel's timestamp of a frame to the last write that it caused.
  var latency = LatencyHistogram()
  /// Processor time of the loop's turns.
  private(set) var turns = LatencyHistogram()
  /// The turn with the longest processor time.
  private(set) var longestTurn = TurnMeter.Turn()

  /// The processor time above which a turn is logged, in microseconds: touches wait meanwhile.
  static let longTurn: Int64 = 10_000

  /// Counts a turn.
  mutating func count(_ turn: TurnMeter.Turn) {
    turns.count(turn.busy)
    if turn.busy > longestTurn.busy { longestTurn = turn }
  }
}
