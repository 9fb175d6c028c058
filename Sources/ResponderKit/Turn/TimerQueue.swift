// Timers that fire between events, in the engine's own time.

/// A timer, kept by its owner and used again and again.
public final class EngineTimer {
  /// What happens when an event has exactly the time at which the timer is due.
  public enum Kind: Sendable {
    /// A shortest duration: the timer fires before the event.
    case minimum
    /// A longest duration: the timer fires after the event.
    case maximum
  }

  let kind: Kind
  let action: (Instant) -> Void
  /// The time at which the timer is due; nil while it is not running.
  public fileprivate(set) var due: Instant?
  fileprivate var sequence: UInt64 = 0
  fileprivate var position = -1

  init(_ kind: Kind, _ action: @escaping (Instant) -> Void) {
    self.kind = kind
    self.action = action
  }

  /// Whether the timer is running.
  public var isRunning: Bool { due != nil }

  fileprivate func isBefore(_ other: EngineTimer) -> Bool {
    guard let due, let otherDue = other.due else { return false }
    return due == otherDue ? sequence < other.sequence : due < otherDue
  }
}

/// The running timers of one kind: a binary heap in which every timer stores its index.
private struct DeadlineHeap {
  private var timers: ContiguousArray<EngineTimer> = []

  var first: EngineTimer? { timers.first }

  /// Whether a timer is due by a time.
  func hasDue(by time: Instant) -> Bool {
    guard !timers.isEmpty, let due = timers[0].due else { return false }
    return due <= time
  }

  mutating func insert(_ timer: EngineTimer) {
    timer.position = timers.count
    timers.append(timer)
    siftUp(from: timer.position)
  }

  mutating func remove(_ timer: EngineTimer) {
    let index = timer.position
    guard index >= 0 else { return }
    timer.position = -1
    let last = timers.removeLast()
    guard last !== timer else { return }
    timers[index] = last
    last.position = index
    siftUp(from: index)
    sink(from: last.position)
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard timers[index].isBefore(timers[parent]) else { return }
      swap(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < timers.count {
        if timers[child].isBefore(timers[least]) { least = child }
      }
      guard least != index else { return }
      swap(index, least)
      index = least
    }
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    timers.swapAt(one, other)
    timers[one].position = one
    timers[other].position = other
  }
}

/// All running timers of an application.
struct TimerQueue {
  private var minimum = DeadlineHeap()
  private var maximum = DeadlineHeap()
  private var started: UInt64 = 0

  /// Starts a timer, or restarts it.
  mutating func start(_ timer: EngineTimer, at due: Instant) {
    stop(timer)
    started += 1
    timer.due = due
    timer.sequence = started
    switch timer.kind {
    case .minimum: minimum.insert(timer)
    case .maximum: maximum.insert(timer)
    }
  }

  mutating func stop(_ timer: EngineTimer) {
    guard timer.isRunning else { return }
    switch timer.kind {
    case .minimum: minimum.remove(timer)
    case .maximum: maximum.remove(timer)
    }
    timer.due = nil
  }

  /// The timer that is due first.
  var first: EngineTimer? {
    guard let least = minimum.first else { return maximum.first }
    guard let longest = maximum.first else { return least }
    return least.isBefore(longest) ? least : longest
  }

  /// The timer that must fire before an event at a time.
  func firstDue(beforeEventAt time: Instant) -> EngineTimer? {
    guard minimum.hasDue(by: time) || maximum.hasDue(by: time) else { return nil }
    if let first, let due = first.due, due < time { return first }
    if let least = minimum.first, least.due == time { return least }
    return nil
  }

  /// The timer that is due by a time, if no event comes.
  func firstDue(by time: Instant) -> EngineTimer? {
    guard let first, let due = first.due, due <= time else { return nil }
    return first
  }
}
