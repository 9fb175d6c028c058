// Recent positions, for velocities.

/// The positions within the velocity window, newest last; it allocates only to grow.
struct MotionHistory {
  /// The length of the velocity window, in seconds.
  var window: TimeInterval = 0.1 {
    didSet { windowLength = MotionHistory.microseconds(reaching: window) }
  }
  // Moments are compared in whole microseconds: a division for each would cost more than all else.
  private var windowLength: Int64 = 100_000

  private struct Sample {
    var time: Instant
    var position: Point
  }
  private var samples: ContiguousArray<Sample> = []
  private var first = 0
  private var start = Instant(microseconds: 0)
  private var origin = Point.zero
  /// The latest position.
  private(set) var position = Point.zero

  /// The smallest number of microseconds that is not shorter than an interval.
  private static func microseconds(reaching interval: TimeInterval) -> Int64 {
    let nearest = Instant.microseconds(in: interval)
    return Instant(microseconds: nearest).seconds < interval ? nearest + 1 : nearest
  }

  /// Restarts the history at a time and position.
  mutating func begin(at time: Instant, position: Point = .zero) {
    samples.removeAll(keepingCapacity: true)
    first = 0
    start = time
    origin = position
    self.position = position
  }

  /// Adds a position.
  mutating func move(to position: Point, at time: Instant) {
    self.position = position
    let last = samples.count - 1
    if first <= last {
      if samples[last].time == time {
        samples[last].position = position
        return
      }
      // One sample older than the window stays: it is the position at the start of the window.
      while first < last, time.microseconds(since: samples[first + 1].time) >= windowLength {
        first += 1
      }
      if first >= 32 {
        samples.removeSubrange(..<first)
        first = 0
      }
    }
    samples.append(Sample(time: time, position: position))
  }

  /// The change per second over the window that ends at a time.
  @inline(__always)
  func velocity(at time: Instant) -> Point {
    let age = time.microseconds(since: start)
    let isYoung = age < windowLength
    let length = isYoung ? time - start : window
    guard length > 0 else { return .zero }
    let limit = isYoung ? age : windowLength
    var before = first == 0 ? origin : samples[first].position
    var index = first
    while index < samples.count, time.microseconds(since: samples[index].time) >= limit {
      before = samples[index].position
      index += 1
    }
    return (position - before) / length
  }
}
