// What the daemon counts for the status.

import LinuxKit

/// Counters since the start, besides those of the server.
struct Figures {
  /// Frames that sources gave.
  var frames = 0
  /// Touches that began.
  var touches = 0
  /// Moments that recognizers waited for and that were served later than a frame lasts.
  var missedDeadlines = 0
  /// How often the configuration was read again and put in force.
  var reloads = 0
  /// How often a configuration that was read again was refused.
  var failedReloads = 0
  /// From the kernel's stamp of a frame to the last write of what it caused.
  var latency = LatencyHistogram()
  /// How long the loop's turns have kept the processor.
  private(set) var turns = LatencyHistogram()
  /// The turn that kept it longest.
  private(set) var longestTurn = TurnMeter.Turn()

  /// No turn is meant to keep the processor for longer, in microseconds: a finger waits meanwhile.
  static let longTurn: Int64 = 10_000

  /// Counts a turn.
  mutating func count(_ turn: TurnMeter.Turn) {
    turns.count(turn.busy)
    if turn.busy > longestTurn.busy { longestTurn = turn }
  }
}
