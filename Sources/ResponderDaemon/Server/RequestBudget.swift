// How much a peer may ask: so much at once, and so much a second.

/// A bucket of requests that fills with time.
struct RequestBudget {
  private let rate: Double
  private var level: Double
  private var time: Int64

  /// A full bucket for so many requests a second.
  init(requestsPerSecond: Int, now: Int64) {
    rate = Double(requestsPerSecond)
    level = rate
    time = now
  }

  /// Takes a request out, and more for a long answer, which costs the daemon as much.
  mutating func spend(answerBytes: Int) { level -= 1 + Double(answerBytes) / 4096 }

  /// When the next request may be served; nil for now.
  mutating func delay(now: Int64) -> Int64? {
    level = min(rate, level + Double(now - time) * rate / 1_000_000)
    time = now
    return level >= 0 ? nil : now + Int64((-level / rate * 1_000_000).rounded(.up)) + 1
  }
}
