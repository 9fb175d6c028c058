// The one thread's loop: descriptors, then timers, then the owner's hook, then waiting.

internal import CLinux
import Glibc

/// Waits for descriptors, timers and signals, and calls back; it never wakes without cause.
///
/// In each turn the descriptors are served before the timers, and once more after the time was
/// taken by which timers are judged: what happened before a deadline is known when it expires.
package final class EventLoop {
  /// Where the time comes from.
  package let clock: MonotonicClock
  /// Called before each wait: the place to flush what the turn produced, and to set timers.
  package var beforeWait: (() -> Void)?
  /// Called after each wait, before anything is served.
  package var afterWait: (() -> Void)?

  private let epoll: Epoll
  private let timerDescriptor: Descriptor
  private let timers = TimerHeap()
  private var armed: Int64?
  private var watches: ContiguousArray<Watch?> = []
  private var lastRegistration: UInt32 = 0
  private var isRunning = false
  private var signals: SignalDescriptor?

  /// A loop by this clock.
  package init(clock: MonotonicClock = MonotonicClock()) throws(SystemError) {
    self.clock = clock
    epoll = try Epoll()
    timerDescriptor = Descriptor(
      owning: try systemCall("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      })
    // Arming it again forgets that it expired, so nobody need read it.
    _ = try watch(timerDescriptor.raw, [.readable, .onlyNews]) { [unowned self] _ in armed = nil }
  }

  // MARK: Descriptors

  /// Calls the handler when the descriptor is ready, until the watch is cancelled.
  package func watch(
    _ descriptor: Int32, _ interest: Interest, _ handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    lastRegistration &+= 1
    let watch = Watch(
      loop: self, descriptor: descriptor, registration: lastRegistration, interest: interest,
      handler: handler)
    try epoll.add(descriptor, lastRegistration, interest)
    while watches.count <= Int(descriptor) { watches.append(nil) }
    watches[Int(descriptor)] = watch
    return watch
  }

  func modify(_ watch: Watch, to interest: Interest) throws(SystemError) {
    try epoll.modify(watch.descriptor, watch.registration, interest)
  }

  func forget(_ watch: Watch) {
    let index = Int(watch.descriptor)
    guard watches[index] === watch else { return }
    watches[index] = nil
    epoll.remove(watch.descriptor)
  }

  // MARK: Timers

  /// A timer that is not set yet.
  package func timer(_ handler: @escaping () -> Void) -> Timer { timers.timer(handler) }

  /// The earliest deadline of all timers.
  package var nextDeadline: Int64? { timers.earliest }

  // Arming costs a system call, so a deadline that moved later only wakes once too early.
  private func armTimer() {
    guard clock.virtualTime == nil else { return }
    let earliest = timers.earliest
    if earliest == armed { return }
    if let earliest, let armed, armed < earliest { return }
    armed = earliest
    var value = itimerspec()
    if let earliest {
      let time = max(earliest, 1)
      value.it_value.tv_sec = Int(time / 1_000_000)
      value.it_value.tv_nsec = Int(time % 1_000_000) * 1000
    }
    _ = unsafe timerfd_settime(
      timerDescriptor.raw, Int32(TFD_TIMER_ABSTIME), &value, nil)
  }

  // MARK: Signals

  /// Calls the handler for each of these signals instead of what they would do; call it once.
  package func handleSignals(
    _ numbers: [Int32], _ handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    precondition(signals == nil, "bug: signals are handled already")
    let descriptor = try SignalDescriptor(numbers)
    signals = descriptor
    _ = try watch(descriptor.raw, .readable) { [unowned descriptor] _ in
      while let number = descriptor.next() { handler(number) }
    }
  }

  // MARK: Turning

  /// Turns until `stop`.
  package func run() throws(SystemError) {
    isRunning = true
    while isRunning { try turn(timeout: -1) }
  }

  /// Lets `run` return after the present turn.
  package func stop() { isRunning = false }

  /// One turn that waits at most so many milliseconds; says whether anything happened.
  @discardableResult
  package func runOnce(timeout milliseconds: Int32) throws(SystemError) -> Bool {
    try turn(timeout: milliseconds)
  }

  /// For tests with virtual time: turns without waiting, from deadline to deadline, until the
  /// time has come and nothing more happens.
  package func play(until end: Int64) throws(SystemError) {
    guard let time = clock.virtualTime else { preconditionFailure("bug: play needs virtual time") }
    while true {
      if try turn(timeout: 0) { continue }
      guard let next = timers.earliest, next <= end else { break }
      time.now = max(time.now, next)
    }
    time.now = max(time.now, end)
    beforeWait?()
  }

  @discardableResult
  private func turn(timeout: Int32) throws(SystemError) -> Bool {
    beforeWait?()
    armTimer()
    // The hook may have stopped the loop, and then nothing is waited for.
    var served = try serveDescriptors(timeout: timeout < 0 && !isRunning ? 0 : timeout)
    if let earliest = timers.earliest {
      let now = clock.now()
      if earliest <= now {
        // Bounded, so that a descriptor that is always ready cannot hold the timers up.
        for _ in 0..<4 where try !serveDescriptors(timeout: 0) { break }
        served = timers.expire(until: now) || served
      }
    }
    return served
  }

  private func serveDescriptors(timeout: Int32) throws(SystemError) -> Bool {
    let count = try epoll.wait(timeout: timeout)
    afterWait?()
    for index in 0..<count {
      let (descriptor, registration, readiness) = epoll.ready(index)
      // The descriptor may have been closed, and its number used again, earlier in this batch.
      guard let watch = watches[descriptor], watch.registration == registration else { continue }
      watch.handler?(readiness)
    }
    return count > 0
  }
}
