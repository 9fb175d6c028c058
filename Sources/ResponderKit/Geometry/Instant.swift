// Time as the engine knows it: whole microseconds of the kernel's monotonic clock.

/// A length of time in seconds, as UIKit counts.
public typealias TimeInterval = Double

/// A moment on the kernel's monotonic clock.
public struct Instant: Comparable, Hashable, Sendable {
  /// Microseconds since the clock's own zero, usually the machine's start.
  public var microseconds: Int64

  /// The moment this many microseconds after the clock's zero.
  @inlinable
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The moment this many seconds after the clock's zero, to the nearest microsecond.
  public init(seconds: Double) {
    microseconds = Int64((seconds * 1_000_000).rounded())
  }

  /// Seconds since the clock's zero.
  @inlinable
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment an interval later, to the nearest microsecond.
  public static func + (moment: Instant, interval: TimeInterval) -> Instant {
    Instant(microseconds: moment.microseconds + Int64((interval * 1_000_000).rounded()))
  }

  /// The seconds from one moment to another.
  @inlinable
  public static func - (later: Instant, earlier: Instant) -> TimeInterval {
    Double(later.microseconds - earlier.microseconds) / 1_000_000
  }
}
