// A rate with a burst.

/// A bucket of tokens that fills with time. Spending may reduce its level below zero.
struct TokenBucket {
  private let rate: Double
  private let capacity: Double
  private var level: Double
  private var time: Int64

  /// A full bucket with a rate in tokens per second and a capacity.
  init(rate: Double, capacity: Double, now: Int64) {
    self.rate = rate
    self.capacity = capacity
    level = capacity
    time = now
  }

  /// Removes tokens.
  mutating func spend(_ tokens: Double) { level -= tokens }

  /// The time at which the level is back at zero, in microseconds; nil if it is not below zero.
  mutating func delay(now: Int64) -> Int64? {
    level = min(capacity, level + Double(now - time) * rate / 1_000_000)
    time = now
    return level >= 0 ? nil : now + Int64((-level / rate * 1_000_000).rounded(.up)) + 1
  }
}
