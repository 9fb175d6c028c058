// Recent positions, for velocities.

/// The positions within the velocity window, newest last; it allocates only to grow.
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
    guard first < samples.count else { return .zero }
    let last = samples[samples.count - 1].time
    return slope(until: time != last && hasStopped(at: time) ? time : last)
  }

  /// The velocity with which fingers lift: none if they stood still before.
  func velocity(atLift time: Instant) -> Point {
    guard first < samples.count else { return .zero }
    let last = samples[samples.count - 1].time
    let gap = usualGap
    let still = max(Self.standstill.time, 1.5 * gap)
    if (position - self.position(at: -still, from: time)).length < Self.standstill.way {
      return .zero
    }
    return slope(until: time - last > 1.5 * gap ? time : last)
  }

  private func hasStopped(at time: Instant) -> Bool {
    time - samples[samples.count - 1].time > 1.5 * usualGap
  }

  /// The median of the latest gaps between reports, the landing included; the lower one of two.
  private var usualGap: TimeInterval {
    let end = samples.count
    let from = max(first, end - Self.countedGaps)
    let count = end - from
    func gap(_ index: Int) -> Int64 {
      samples[index].time.microseconds(since: index > first ? samples[index - 1].time : start)
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
    while index >= first {
      let there = samples[index].time - time
      if there <= offset { break }
      let isFirst = index == first
      let before = (isFirst ? start : samples[index - 1].time) - time
      if before <= offset {
        let previous = isFirst ? origin : samples[index - 1].position
        let part = there > before ? (offset - before) / (there - before) : 1
        return previous + (samples[index].position - previous) * part
      }
      index -= 1
    }
    return index < first ? origin : samples[index].position
  }

  /// The slope over the window that ends at a time.
  @inline(__always)
  private func slope(until end: Instant) -> Point {
    let length = min(window, end - start)
    guard length > 0 else { return .zero }
    let middle = -length / 2
    var sum = Point.zero
    var later = -middle
    var laterPosition = Point.zero
    var index = samples.count - 1
    // Relative to the middle of the window and to the last position.
    while later > middle, index >= first - 1 {
      let isSample = index >= first
      var earlier = (isSample ? samples[index].time : start) - end - middle
      var earlierPosition = (isSample ? samples[index].position : origin) - position
      if earlier < middle {
        let part = (middle - earlier) / (later - earlier)
        earlierPosition += (laterPosition - earlierPosition) * part
        earlier = middle
      }
      sum +=
        (earlierPosition * (2 * earlier + later) + laterPosition * (earlier + 2 * later))
        * ((later - earlier) / 6)
      later = earlier
      laterPosition = earlierPosition
      index -= 1
    }
    return sum * (12 / (length * length * length))
  }
}
