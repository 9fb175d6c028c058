// The duration of the turns of a loop, and the longest work in each.

/// Measures turns of the event loop. A turn is the work between two waits.
package struct TurnMeter {
  /// The duration of one turn, in microseconds.
  package struct Turn {
    /// By the clock on the wall, other programs' share of the processor included.
    package var wall: Int64 = 0
    /// On the processor.
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
  private var busyBefore: Int64

  init(_ clock: MonotonicClock) {
    self.clock = clock
    busyBefore = clock.threadTime()
  }

  /// A turn begins: the wait is over.
  mutating func begin(at time: Int64) { began = time }

  /// A piece of work is done.
  mutating func record(_ work: String, took microseconds: Int64) {
    guard microseconds > turn.workTook else { return }
    turn.work = work
    turn.workTook = microseconds
  }

  /// A turn ends; nil when none has begun.
  mutating func end() -> Turn? {
    let busy = clock.threadTime()
    defer {
      busyBefore = busy
      turn = Turn()
      began = nil
    }
    guard let began else { return nil }
    turn.wall = clock.now() - began
    // The wait itself has cost next to nothing.
    turn.busy = busy - busyBefore
    return turn
  }
}
