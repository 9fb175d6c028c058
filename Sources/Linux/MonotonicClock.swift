// The clocks: monotonic time, time with sleep of the machine, and virtual time of tests.

internal import CLinux
import Glibc

/// The clock of a loop: the kernel's, or that of a test.
package struct MonotonicClock {
  private let virtual: VirtualTime?

  /// The kernel's CLOCK_MONOTONIC.
  package init() { virtual = nil }

  /// A clock that a test moves.
  package init(_ virtual: VirtualTime) { self.virtual = virtual }

  /// Microseconds of CLOCK_MONOTONIC, which stops while the machine sleeps.
  package func now() -> Int64 { virtual?.read() ?? MonotonicClock.read(CLOCK_MONOTONIC) }

  /// Microseconds of CLOCK_BOOTTIME, which advances while the machine sleeps.
  package func bootTime() -> Int64 {
    guard let virtual else { return MonotonicClock.read(CLOCK_BOOTTIME) }
    return virtual.read() + virtual.slept
  }

  /// Microseconds that this thread has been on a processor; a test's time when a test sets it.
  package func threadTime() -> Int64 {
    virtual?.read() ?? MonotonicClock.read(CLOCK_THREAD_CPUTIME_ID)
  }

  /// The test's time, when a test sets it.
  var virtualTime: VirtualTime? { virtual }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}

/// Time that only a test moves.
package final class VirtualTime {
  /// Microseconds of the monotonic clock.
  package var now: Int64
  /// Microseconds that the machine has slept, by which boot time is ahead.
  package var slept: Int64 = 0 { didSet { didSleep?() } }
  /// Called when it has slept.
  var didSleep: (() -> Void)?
  /// How often a program has read a clock.
  package private(set) var readings = 0

  /// A clock that shows this time.
  package init(now: Int64 = 0) { self.now = now }

  fileprivate func read() -> Int64 {
    readings += 1
    return now
  }
}
