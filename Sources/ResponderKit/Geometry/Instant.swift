// Time in whole microseconds of the kernel's monotonic clock.

/// A length of time in seconds, as in UIKit.
public typealias TimeInterval = Double

/// A moment on the kernel's monotonic clock, at most 10^12 seconds from the clock's zero.
///
/// A moment outside of this range becomes the nearest one in it, so that sums of moments and
/// intervals cannot overflow. Readers of text refuse such a moment with `init(exactly:)`.
public struct Instant: Comparable, Hashable, Sendable {
  @usableFromInline var count: Int64

  /// The microseconds that a moment can have.
  @inlinable public static var range: ClosedRange<Int64> {
    -1_000_000_000_000_000_000...1_000_000_000_000_000_000
  }

  /// The clock's zero.
  @inlinable public static var zero: Instant { Instant(microseconds: 0) }

  /// The earliest moment.
  @inlinable public static var distantPast: Instant { Instant(microseconds: range.lowerBound) }

  /// The latest moment.
  @inlinable public static var distantFuture: Instant { Instant(microseconds: range.upperBound) }

  /// Microseconds since the clock's zero, usually the start of the machine.
  @inlinable public var microseconds: Int64 {
    get { count }
    set { count = Instant.nearest(newValue) }
  }

  /// The moment this many microseconds after the clock's zero.
  @inlinable
  public init(microseconds: Int64) { count = Instant.nearest(microseconds) }

  /// The moment this many microseconds after the clock's zero; nil outside of the range.
  @inlinable
  public init?(exactly microseconds: Int64) {
    guard Instant.range.contains(microseconds) else { return nil }
    count = microseconds
  }

  /// The moment this many seconds after the clock's zero, to the nearest microsecond.
  public init(seconds: TimeInterval) { count = Instant.microseconds(in: seconds) }

  /// The moment of a clock that counts seconds and microseconds.
  public init(seconds: Int64, microseconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, carry) = product.addingReportingOverflow(microseconds)
    self.init(microseconds: overflow || carry ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Seconds since the clock's zero.
  @inlinable
  public var seconds: Double { Double(count) / 1_000_000 }

  /// The whole microseconds nearest to an interval, at most 10^18; 0 for NaN.
  public static func microseconds(in interval: TimeInterval) -> Int64 {
    let scaled = (interval * 1_000_000).rounded()
    // `Int64(_:)` of a number outside of its range would trap.
    if scaled.magnitude < 1e18 { return Int64(scaled) }
    return scaled.isNaN ? 0 : scaled < 0 ? range.lowerBound : range.upperBound
  }

  @inlinable
  static func nearest(_ microseconds: Int64) -> Int64 {
    min(max(microseconds, range.lowerBound), range.upperBound)
  }

  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool { left.count < right.count }

  /// The moment that is an interval later, to the nearest microsecond.
  public static func + (moment: Instant, interval: TimeInterval) -> Instant {
    Instant(microseconds: moment.count + microseconds(in: interval))
  }

  /// The microseconds from an earlier moment; the range of moments leaves room for every difference.
  func microseconds(since earlier: Instant) -> Int64 { count &- earlier.count }

  /// The seconds from one moment to another.
  @inlinable
  public static func - (later: Instant, earlier: Instant) -> TimeInterval {
    Double(later.count - earlier.count) / 1_000_000
  }
}
