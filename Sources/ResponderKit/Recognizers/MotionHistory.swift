// Recent positions, for velocities.

/// The positions within the velocity window, newest last; the first of all is the landing. It allocates
/// only to grow.
struct MotionHistory {
  /// The length of the velocity window, in seconds.
  var window: TimeInterval = 0.05 {
    didSet { windowLength = MotionHistory.microseconds(reaching: window) }
  }
  // Moments are compared in whole microseconds: a division for each would cost more than all else.
  private var windowLength: Int64 = 50_000

  private struct Sample {
    var time: Instant
    var position: Point
  }
  private var samples: ContiguousArray<Sample> = []
  private var first = 0
  private var start = Instant(microseconds: 0)
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
    self.position = position
    samples.append(Sample(time: time, position: position))
  }

  /// Adds a position.
  mutating func move(to position: Point, at time: Instant) {
    self.position = position
    let last = samples.count - 1
    if last > first, samples[last].time == time {
      samples[last].position = position
      return
    }
    // One sample older than the window stays: it is the position at the start of the window. So do
    // the latest ones, for the usual gap between reports.
    while last - first > Self.countedGaps,
      time.microseconds(since: samples[first + 1].time) >= windowLength
    {
      first += 1
    }
    if first >= 32 {
      samples.removeSubrange(..<first)
      first = 0
    }
    samples.append(Sample(time: time, position: position))
  }

  /// The number of latest gaps between reports from which the usual one is taken.
  private static let countedGaps = 8
  /// A position that moved less in this time before a lift is a standstill, in seconds and points.
  private static let standstill = (time: 0.04, way: 2.0)

  /// The change per second at a time: the slope of the straight line nearest by squares to the path
  /// in the window before the last report, or before the time if reports have stopped.
  @inline(__always)
  func velocity(at time: Instant) -> Point {
    let last = samples.count - 1
    guard last > first else { return .zero }
    let end = samples[last].time
    return slope(until: time != end && hasStopped(at: time) ? time : end)
  }

  /// The velocity with which fingers lift: none if they stood still before.
  func velocity(atLift time: Instant) -> Point {
    guard samples.count - 1 > first else { return .zero }
    let still = max(Self.standstill.time, 1.5 * usualGap)
    let way = (position - self.position(at: -still, from: time)).length
    return way < Self.standstill.way - 1e-9 ? .zero : velocity(at: time)
  }

  /// The largest velocity of fingers, in points per second.
  private static let maximumSpeed = 8000.0

  /// A velocity that fingers can have.
  static func limited(_ speed: Point) -> Point {
    let most = maximumSpeed
    return speed.squaredLength > most * most ? speed * (most / speed.length) : speed
  }

  private func hasStopped(at time: Instant) -> Bool {
    time - samples[samples.count - 1].time > 1.5 * usualGap
  }

  /// The median of the latest gaps between reports, the landing included; the lower one of two.
  var usualGap: TimeInterval {
    let end = samples.count
    let from = max(first + 1, end - Self.countedGaps)
    let count = end - from
    func gap(_ index: Int) -> Int64 {
      samples[index].time.microseconds(since: samples[index - 1].time)
    }
    for index in from..<end {
      let each = gap(index)
      var smaller = 0
      var equal = 0
      for other in from..<end {
        let second = gap(other)
        if second < each { smaller += 1 } else if second == each { equal += 1 }
      }
      let middle = (count - 1) / 2
      if smaller <= middle, middle < smaller + equal { return Double(each) / 1_000_000 }
    }
    return 0
  }

  /// The position at a time relative to another, on the straight way between reports.
  private func position(at offset: TimeInterval, from time: Instant) -> Point {
    var index = samples.count - 1
    while index > first {
      let there = samples[index].time - time
      if there <= offset { break }
      let before = samples[index - 1].time - time
      if before <= offset {
        let previous = samples[index - 1].position
        let part = there > before ? (offset - before) / (there - before) : 1
        return previous + (samples[index].position - previous) * part
      }
      index -= 1
    }
    return samples[index].position
  }

  /// The slope over the window that ends at a time.
  ///
  /// It is 12/w³ · ∫ t · p dt, with t from the window's middle. By parts, each straight step of the
  /// path has the mean of t² over it as its weight.
  @inline(__always)
  private func slope(until end: Instant) -> Point {
    let length = min(window, end - start)
    guard length > 0 else { return .zero }
    let half = length / 2
    let newest = position.vector
    var sum = SIMD2<Double>.zero
    var index = samples.count - 1
    var later = samples[index].time - end + half
    var laterPlace = newest
    while later > -half {
      index -= 1
      var earlier = samples[index].time - end + half
      var place = samples[index].position.vector
      if earlier < -half {
        // Of the step into the window only the part within it counts.
        place += (laterPlace - place) * ((-half - earlier) / (later - earlier))
        earlier = -half
      }
      let both = later + earlier
      sum += (laterPlace - place) * (both * both - later * earlier)
      later = earlier
      laterPlace = place
    }
    let slope =
      ((newest - laterPlace) * (length * length / 8) - sum / 6) * (12 / (length * length * length))
    return Point(slope)
  }
}
