// A rate with a burst: so much at once, and so much a second.

/// A bucket of tokens that fills with time. Spending may take its level below zero.
struct TokenBucket {
  private let rate: Double
  private let capacity: Double
  private var level: Double
  private var time: Int64

  /// A full bucket that gets so many tokens a second and holds at most its capacity.
  init(rate: Double, capacity: Double, now: Int64) {
    self.rate = rate
    self.capacity = capacity
    level = capacity
    time = now
  }

  /// Removes tokens.
  mutating func spend(_ tokens: Double) { level -= tokens }

  /// When the level is back at zero, in microseconds of the clock; nil if it is not below zero.
  mutating func delay(now: Int64) -> Int64? {
    level = min(capacity, level + Double(now - time) * rate / 1_000_000)
    time = now
    return level >= 0 ? nil : now + Int64((-level / rate * 1_000_000).rounded(.up)) + 1
  }
}
