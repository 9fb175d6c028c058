// The pause between two attempts to connect: longer each time, and different on each panel.

/// Random pauses, so that panels that lost the broker at the same time do not reconnect at the same
/// time.
struct Backoff {
  /// The shortest and the longest pause, in microseconds.
  let range: ClosedRange<Int64>
  private var attempt = 0

  /// Pauses within these limits.
  init(range: ClosedRange<Int64>) { self.range = range }

  /// The next pause: between the shortest one and a limit that doubles up to the longest.
  mutating func next(using generator: inout some RandomNumberGenerator) -> Int64 {
    let (bound, isOver) = range.lowerBound.multipliedReportingOverflow(
      by: 4 << Int64(min(attempt, 20)))
    attempt += 1
    let upper = isOver ? range.upperBound : min(bound, range.upperBound)
    return Int64.random(in: range.lowerBound...upper, using: &generator)
  }

  /// Starts with short pauses again.
  mutating func reset() { attempt = 0 }
}
