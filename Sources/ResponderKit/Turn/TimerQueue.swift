// Timers that fire between events, in the engine's own time.

/// A moment at which something must be decided; kept by whoever waits for it, and used again.
public final class EngineTimer {
  /// What happens when an event carries the very time at which the timer is due.
  public enum Kind: Sendable {
    /// A least duration: the timer fires before the event.
    case minimum
    /// A longest duration: the timer fires after the event.
    case maximum
  }

  let kind: Kind
  let action: (Instant) -> Void
  /// When it is due; nil while it is not running.
  public internal(set) var due: Instant?
  var sequence: UInt64 = 0
  var position = -1

  init(_ kind: Kind, _ action: @escaping (Instant) -> Void) {
    self.kind = kind
    self.action = action
  }

  /// Whether it is running.
  public var isRunning: Bool { due != nil }

  func isBefore(_ other: EngineTimer) -> Bool {
    guard let due, let otherDue = other.due else { return false }
    return due == otherDue ? sequence < other.sequence : due < otherDue
  }
}

/// The running timers of one kind: a binary heap in which every timer knows its place.
struct TimerHeap {
  private var timers: ContiguousArray<EngineTimer> = []

  var first: EngineTimer? { timers.first }
  var count: Int { timers.count }

  mutating func insert(_ timer: EngineTimer) {
    timer.position = timers.count
    timers.append(timer)
    rise(from: timer.position)
  }

  mutating func remove(_ timer: EngineTimer) {
    let place = timer.position
    guard place >= 0 else { return }
    timer.position = -1
    let last = timers.removeLast()
    guard last !== timer else { return }
    timers[place] = last
    last.position = place
    rise(from: place)
    sink(from: last.position)
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      guard timers[place].isBefore(timers[parent]) else { return }
      exchange(place, parent)
      place = parent
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < timers.count {
        if timers[child].isBefore(timers[least]) { least = child }
      }
      guard least != place else { return }
      exchange(place, least)
      place = least
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    timers.swapAt(one, other)
    timers[one].position = one
    timers[other].position = other
  }
}

/// All running timers of an application.
struct TimerQueue {
  private var minimum = TimerHeap()
  private var maximum = TimerHeap()
  private var started: UInt64 = 0

  /// Starts a timer, or starts it anew.
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

  /// The timer that must fire before an event of this time.
  func firstDue(beforeEventAt time: Instant) -> EngineTimer? {
    if let first, let due = first.due, due < time { return first }
    if let least = minimum.first, least.due == time { return least }
    return nil
  }

  /// The timer that is due by this time, if no event comes.
  func firstDue(by time: Instant) -> EngineTimer? {
    guard let first, let due = first.due, due <= time else { return nil }
    return first
  }
}
