// Durations: from the kernel's timestamp of a frame to the last write that it caused, or of
// a turn of the loop.

/// Counts of durations by upper bounds that grow by a factor of about two and a half.
struct LatencyHistogram {
  /// The upper bounds in microseconds; longer durations are counted beyond the last one.
  static let bounds: [Int64] = [
    20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000,
  ]

  /// The number of durations up to each bound and above the one before; the last is beyond all.
  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// The sum of all durations in microseconds.
  private(set) var sum: Int64 = 0
  /// The longest duration in microseconds.
  private(set) var longest: Int64 = 0
  /// The number of durations.
  private(set) var count = 0

  /// Counts a duration in microseconds; a negative one counts as zero.
  mutating func count(_ delay: Int64) {
    let delay = max(0, delay)
    var index = 0
    while index < LatencyHistogram.bounds.count, delay > LatencyHistogram.bounds[index] {
      index += 1
    }
    counts[index] += 1
    sum += delay
    longest = max(longest, delay)
    count += 1
  }

  /// The bound below which this share of the durations is; the longest duration beyond all bounds.
  func bound(below share: Double) -> Int64 {
    guard count > 0 else { return 0 }
    let wanted = Int((Double(count) * share).rounded(.up))
    var seen = 0
    for (index, bound) in LatencyHistogram.bounds.enumerated() {
      seen += counts[index]
      if seen >= wanted { return min(bound, longest) }
    }
    return longest
  }
}
