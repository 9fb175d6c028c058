// The duration of the turns of a loop, and the longest work in each.

/// Measures turns of the event loop. A turn is the work between two waits.
package struct TurnMeter {
  /// The duration of one turn, in microseconds.
  package struct Turn {
    /// By the clock on the wall, other programs' share of the processor included.
    package var wall: Int64 = 0
    /// On the processor; what is served of devices counts as a whole.
    package var busy: Int64 = 0
    /// The piece of work that took longest.
    package var work = "nothing"
    /// The duration of that work, in wall-clock time.
    package var workTook: Int64 = 0

    /// One that has taken no time.
    package init() {}
  }

  private let clock: MonotonicClock
  private var turn = Turn()
  private var began: Int64?
  // The processor time of the thread when more than devices was served; nil if that was all.
  private var busyBefore: Int64?
  private var recorded: Int64 = 0

  init(_ clock: MonotonicClock) { self.clock = clock }

  /// A turn begins: the wait is over.
  mutating func begin(at time: Int64) { began = time }

  /// Devices and signals are served, and more is to be done.
  mutating func beginMore(at time: Int64) {
    turn.busy = time - (began ?? time)
    record("devices and signals", took: turn.busy)
    busyBefore = clock.threadTime()
  }

  /// A piece of work is done.
  mutating func record(_ work: String, took microseconds: Int64) {
    recorded += microseconds
    guard microseconds > turn.workTook else { return }
    turn.work = work
    turn.workTook = microseconds
  }

  /// A turn ends; nil when none has begun.
  mutating func end(at time: Int64) -> Turn? {
    defer { self = TurnMeter(clock) }
    guard let began else { return nil }
    turn.wall = time - began
    // Reading the time on the processor is a system call on every machine: frames do not wait for it.
    turn.busy = busyBefore.map { turn.busy + clock.threadTime() - $0 } ?? turn.wall
    record(busyBefore == nil ? "devices and records" : "records", took: turn.wall - recorded)
    return turn
  }
}
