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

  /// Whether it can be right: no release of this program is older than 2025.
  package static var isSet: Bool { now() > 1_735_689_600_000_000 }
}
