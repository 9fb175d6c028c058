// The time of day, for programs on other machines; the engine has its own.

internal import CLinux
import Glibc

/// The real clock, which people may set.
package enum WallClock {
  /// Microseconds since 1970.
  package static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
