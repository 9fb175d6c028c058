// Sleep of the machine, which the kernel reports: no turn of the loop looks for it.

internal import CLinux
import Glibc

/// Notices that the machine slept, by how far boot time has run ahead of the monotonic clock.
///
/// The kernel expires a timer that is to be cancelled when the wall clock is set. It sets that clock
/// when the machine wakes up, before programs run again.
package final class SleepDetector {
  private let clock: MonotonicClock
  private var ahead: Int64
  private let descriptor: Descriptor
  private let handler: (Int64) -> Void

  /// Calls back with the microseconds that the machine has slept; under 100 ms is no sleep.
  package init(
    on loop: EventLoop, _ handler: @escaping (Int64) -> Void
  ) throws(SystemError) {
    clock = loop.clock
    self.handler = handler
    ahead = clock.bootTime() - clock.now()
    descriptor = Descriptor(
      owning: try systemCall("timerfd_create") {
        timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      })
    var never = itimerspec()
    never.it_value.tv_sec = Int(Int32.max) << 8
    let raw = descriptor.raw
    try systemCall("timerfd_settime") {
      unsafe timerfd_settime(
        raw, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &never, nil)
    }
    // It is never read: each time that the clock is set is news.
    _ = try loop.watch(raw, [.readable, .onlyNews]) { [unowned self] _ in look() }
    clock.virtualTime?.didSleep = { [unowned self] in look() }
  }

  private func look() {
    let ahead = clock.bootTime() - clock.now()
    let slept = ahead - self.ahead
    guard slept >= 100_000 else { return }
    self.ahead = ahead
    handler(slept)
  }
}
