// Recent positions, for velocities.

/// The positions within the velocity window, newest last; it allocates only to grow.
struct MotionHistory {
  /// The length of the velocity window, in seconds.
  var window: TimeInterval = 0.1

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
    if first < samples.count, samples[samples.count - 1].time == time {
      samples[samples.count - 1].position = position
      return
    }
    // One sample older than the window stays: it is the position at the start of the window.
    while first + 1 < samples.count, time - samples[first + 1].time >= window { first += 1 }
    if first >= 32 {
      samples.removeSubrange(..<first)
      first = 0
    }
    samples.append(Sample(time: time, position: position))
  }

  /// The change per second over the window that ends at a time.
  @inline(__always)
  func velocity(at time: Instant) -> Point {
    let length = min(window, time - start)
    guard length > 0 else { return .zero }
    var before = first == 0 ? origin : samples[first].position
    var index = first
    while index < samples.count, time - samples[index].time >= length {
      before = samples[index].position
      index += 1
    }
    return (position - before) / length
  }
}
