// How long things take: from the kernel's stamp of a frame to the last write of what it caused, or
// a turn of the loop.

/// Counts of delays by upper bounds that grow by about two and a half each.
struct LatencyHistogram {
  /// The upper bounds in microseconds; what is above the last is counted beyond them.
  static let bounds: [Int64] = [
    20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000,
  ]

  /// How many delays lie up to each bound and above the one before; the last is beyond all.
  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// The sum of all delays in microseconds.
  private(set) var sum: Int64 = 0
  /// The longest delay in microseconds.
  private(set) var longest: Int64 = 0
  /// How many delays were counted.
  private(set) var count = 0

  /// Counts a delay in microseconds; a clock that runs ahead counts as none.
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

  /// The bound below which this share of the delays lies; the longest delay beyond all bounds.
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
