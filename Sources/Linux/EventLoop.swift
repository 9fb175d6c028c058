// The one thread's loop, turn by turn.
//
//     beforeWait ─► wait ─► input descriptors ─► timers that are due ─► patient descriptors ─┐
//         ▲                                                                                   │
//         └───────────────────────────────────────────────────────────────────────────────────┘

internal import CLinux
import Glibc

/// Waits for descriptors, timers and signals, and calls back; it never wakes without cause.
///
/// The clock is read when the wait ends: that is the time of the turn. Input descriptors are served
/// before the timers: events before a deadline are known when it expires. So they are looked at once
/// more after the clock was read, unless the timer's own descriptor woke the loop. Patient
/// descriptors come last, and their owner limits their time, so that they delay neither input nor
/// timers.
package final class EventLoop {
  /// The clock of the loop.
  package let clock: MonotonicClock
  /// Called before each wait: the place to flush what the turn produced, and to set timers.
  package var beforeWait: (() -> Void)?
  /// Called after patient descriptors were served, or when some of their work is left, to do it.
  package var afterPatient: (() -> Void)?
  /// Whether some of that work is left, so that the next turn must not wait for anything.
  package var hasWork = false
  /// The time that is being served: the deadline of the timer that expires, or the time at which
  /// the loop examined its descriptors. When the loop is late, it is before the present time.
  package private(set) var moment: Int64

  /// Called after each turn, before the wait, with how long it has taken and the time.
  package var afterTurn: ((TurnMeter.Turn, Int64) -> Void)?

  /// The time of the present turn, at which its wait ended; it never decreases.
  package private(set) var turnBegan: Int64

  /// The number of the present turn.
  package private(set) var turnNumber = 0

  /// The time for the timers of one turn, after which the loop examines its input again.
  package static let timerSlice: Int64 = 4_000

  // The lateness up to which timers of later deadlines may wait for the next turn.
  private static let punctual: Int64 = 1_000

  private let epoll: Epoll
  // It is a descriptor of the other one, which so reports that a patient descriptor is ready.
  private let patientEpoll: Epoll
  private var isPatientReady = false
  private let timerDescriptor: Descriptor
  private let timers = TimerHeap()
  private var armed: Int64?
  // The deadline for which the timer's descriptor was ready in this turn.
  private var wokenFor: Int64?
  private var watches: ContiguousArray<Watch?> = []
  private var lastRegistration: UInt32 = 0
  private var isRunning = false
  private var signals: SignalDescriptor?
  private var meter: TurnMeter

  /// A loop by this clock.
  package init(clock: MonotonicClock = MonotonicClock()) throws(SystemError) {
    self.clock = clock
    moment = clock.now()
    meter = TurnMeter(clock)
    turnBegan = moment
    epoll = try Epoll()
    patientEpoll = try Epoll()
    timerDescriptor = Descriptor(
      owning: try systemCall("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      })
    // Arming the timer again resets its expiry, so the descriptor is not read.
    _ = try watch(timerDescriptor.raw, [.readable, .onlyNews]) { [unowned self] _ in
      wokenFor = armed
      armed = nil
    }
    _ = try watch(patientEpoll.raw, .readable) { [unowned self] _ in isPatientReady = true }
  }

  // MARK: Descriptors

  /// Calls the handler when the descriptor is ready, until the watch is cancelled.
  package func watch(
    _ descriptor: Int32, _ interest: Interest, _ urgency: Urgency = .input,
    _ handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    lastRegistration &+= 1
    let watch = Watch(
      loop: self, descriptor: descriptor, registration: lastRegistration, urgency: urgency,
      interest: interest, handler: handler)
    try epoll(of: urgency).add(descriptor, lastRegistration, interest)
    while watches.count <= Int(descriptor) { watches.append(nil) }
    watches[Int(descriptor)] = watch
    return watch
  }

  func modify(_ watch: Watch, to interest: Interest) throws(SystemError) {
    try epoll(of: watch.urgency).modify(watch.descriptor, watch.registration, interest)
  }

  func forget(_ watch: Watch) {
    let index = Int(watch.descriptor)
    guard watches[index] === watch else { return }
    watches[index] = nil
    epoll(of: watch.urgency).remove(watch.descriptor)
  }

  private func epoll(of urgency: Urgency) -> Epoll {
    switch urgency {
    case .input: epoll
    case .patient: patientEpoll
    }
  }

  // MARK: Timers

  /// A timer that is not set yet.
  package func timer(
    _ rank: TimerRank = .usual, _ handler: @escaping () -> Void
  ) -> Timer {
    timers.timer(rank, handler)
  }

  /// The earliest deadline of all timers.
  package var nextDeadline: Int64? { timers.earliest }

  // Arming costs a system call, so a deadline that moved later only wakes once too early.
  private func armTimer() throws(SystemError) {
    guard clock.virtualTime == nil else { return }
    let earliest = timers.earliest
    if earliest == armed { return }
    if let earliest, let armed, armed < earliest { return }
    var value = itimerspec()
    if let earliest {
      let time = max(earliest, 1)
      value.it_value.tv_sec = Int(time / 1_000_000)
      value.it_value.tv_nsec = Int(time % 1_000_000) * 1000
    }
    let raw = timerDescriptor.raw
    try systemCall("timerfd_settime") {
      unsafe timerfd_settime(raw, Int32(TFD_TIMER_ABSTIME), &value, nil)
    }
    armed = earliest
  }

  // MARK: Signals

  /// Handles these signals with a closure instead of their default action; call it once.
  package func handleSignals(
    _ numbers: [Int32], _ handler: @escaping (ReceivedSignal) -> Void
  ) throws(SystemError) {
    precondition(signals == nil, "bug: signals are handled already")
    let descriptor = try SignalDescriptor(numbers)
    signals = descriptor
    _ = try watch(descriptor.raw, .readable) { [unowned descriptor] _ in
      while let signal = descriptor.next() { handler(signal) }
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

  /// Becomes readable when the loop has something to do; timers count from the end of a turn on.
  package var descriptor: Int32 { epoll.raw }

  /// Runs one turn that waits at most these milliseconds; true if anything was served.
  @discardableResult
  package func runOnce(timeout milliseconds: Int32) throws(SystemError) -> Bool {
    try turn(timeout: milliseconds)
  }

  /// For tests with virtual time: runs turns without waiting, from deadline to deadline, until the
  /// time has come and no more event is due.
  package func play(until end: Int64) throws(SystemError) {
    guard let time = clock.virtualTime else { preconditionFailure("bug: play needs virtual time") }
    while true {
      if try turn(timeout: 0) { continue }
      guard let next = timers.earliest, next <= end else { break }
      time.now = max(time.now, next)
    }
    time.now = max(time.now, end)
    turnBegan = time.now
    moment = time.now
    beforeWait?()
  }

  @discardableResult
  private func turn(timeout: Int32) throws(SystemError) -> Bool {
    beforeWait?()
    try armTimer()
    let ended = clock.now()
    if let turn = meter.end(at: ended) { afterTurn?(turn, ended) }
    isPatientReady = false
    wokenFor = nil
    // The hook may have stopped the loop, and then nothing is waited for.
    let waits = !hasWork && (timeout >= 0 || isRunning)
    let count = try epoll.wait(timeout: waits ? timeout : 0)
    turnNumber += 1
    turnBegan = clock.now()
    moment = turnBegan
    meter.begin(at: turnBegan)
    var served = serveInput(count)
    guard isPatientReady || hasWork || timers.earliest.map({ $0 <= turnBegan }) ?? false else {
      return served
    }
    let deadline = onlyDeadline(of: count)
    if deadline == nil {
      // Bounded, so that a descriptor that is always ready cannot hold the timers up.
      for _ in 0..<4 where try !serveInput(epoll.wait(timeout: 0)) { break }
    }
    let now = clock.now()
    meter.beginMore(at: now)
    served = expireTimers(until: deadline ?? turnBegan, from: now) || served
    return try servePatient() || served
  }

  // The deadline that woke the loop, if nothing else is due: the wait reported all input before it.
  private func onlyDeadline(of count: Int) -> Int64? {
    guard let wokenFor, turnBegan - wokenFor < EventLoop.punctual, count < Epoll.capacity,
      !isPatientReady, !hasWork, let earliest = timers.earliest, earliest <= wokenFor
    else { return nil }
    return wokenFor
  }

  /// Notes how long a piece of work of this turn has taken, in microseconds.
  package func record(_ work: String, took microseconds: Int64) {
    meter.record(work, took: microseconds)
  }

  /// Serves at most this many ready input descriptors; true if there were any.
  private func serveInput(_ count: Int) -> Bool {
    var served = false
    for index in 0..<count {
      let (descriptor, registration, readiness) = epoll.ready(index)
      // The descriptor may have been closed, and its number used again, earlier in this batch.
      guard let watch = watches[descriptor], watch.registration == registration else { continue }
      watch.handler?(readiness)
      served = served || descriptor != Int(patientEpoll.raw)
    }
    return served
  }

  /// Calls the timers that are due, in the order of their deadlines; true if there were any.
  private func expireTimers(until end: Int64, from began: Int64) -> Bool {
    var now = began
    defer { record("timers", took: now - began) }
    var expired = false
    while timers.expireNext(until: end, { moment = $0 }) {
      expired = true
      now = clock.now()
      // The remaining timers keep their order; input is served before them.
      if now - began > EventLoop.timerSlice { return true }
    }
    moment = end
    return expired
  }

  /// Serves the patient descriptors that are ready, and the work that they caused; returns whether
  /// there was any.
  private func servePatient() throws(SystemError) -> Bool {
    guard isPatientReady || hasWork else { return false }
    var served = false
    if isPatientReady {
      // Once: a descriptor that waits to be served stays ready, and is reported in every turn.
      let count = try patientEpoll.wait(timeout: 0)
      for index in 0..<count {
        let (descriptor, registration, readiness) = patientEpoll.ready(index)
        guard let watch = watches[descriptor], watch.registration == registration else { continue }
        watch.handler?(readiness)
      }
      served = count > 0
    }
    served = served || hasWork
    afterPatient?()
    return served
  }
}
