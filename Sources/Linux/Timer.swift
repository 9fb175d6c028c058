// Timers of the loop: any number of them on one timerfd, kept in a heap by deadline.

/// Which of the timers with one deadline expires first.
package enum TimerRank: Int, Comparable, Sendable {
  /// Timers that bring frames.
  case input
  /// The timer of the engine, which knows every frame of its deadline when it expires.
  case engine
  /// All other timers.
  case usual

  package static func < (left: TimerRank, right: TimerRank) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A moment at which the loop calls back; set it as often as wanted.
package final class Timer {
  fileprivate let handler: () -> Void
  fileprivate let heap: TimerHeap
  fileprivate let rank: TimerRank
  // Of two timers with the same deadline and rank, the older one expires first.
  fileprivate let number: Int
  fileprivate var position = -1

  fileprivate init(heap: TimerHeap, rank: TimerRank, number: Int, handler: @escaping () -> Void) {
    self.heap = heap
    self.rank = rank
    self.number = number
    self.handler = handler
  }

  fileprivate func precedes(_ other: Timer) -> Bool {
    if time != other.time { return time < other.time }
    if rank != other.rank { return rank < other.rank }
    return number < other.number
  }

  /// When to call, in microseconds of the loop's clock; nil for never. It is nil during the call.
  package var deadline: Int64? {
    get { position < 0 ? nil : time }
    set { heap.set(self, to: newValue) }
  }

  fileprivate var time: Int64 = 0
}

/// The timers that are set, the earliest first.
final class TimerHeap {
  private var timers: ContiguousArray<Timer> = []
  private var lastNumber = 0

  func timer(_ rank: TimerRank, _ handler: @escaping () -> Void) -> Timer {
    lastNumber += 1
    return Timer(heap: self, rank: rank, number: lastNumber, handler: handler)
  }

  /// The earliest deadline.
  var earliest: Int64? { timers.first?.time }

  /// Calls the earliest timer if it is due by now; `willExpire` learns its deadline first.
  func expireNext(until now: Int64, _ willExpire: (Int64) -> Void) -> Bool {
    guard let first = timers.first, first.time <= now else { return false }
    set(first, to: nil)
    willExpire(first.time)
    first.handler()
    return true
  }

  fileprivate func set(_ timer: Timer, to deadline: Int64?) {
    guard let deadline else {
      remove(timer)
      return
    }
    timer.time = deadline
    if timer.position < 0 {
      timer.position = timers.count
      timers.append(timer)
    }
    sift(timer.position)
  }

  private func remove(_ timer: Timer) {
    let position = timer.position
    guard position >= 0 else { return }
    timer.position = -1
    let last = timers.removeLast()
    guard last !== timer else { return }
    timers[position] = last
    last.position = position
    sift(position)
  }

  private func sift(_ start: Int) {
    var position = start
    while position > 0, timers[position].precedes(timers[(position - 1) / 2]) {
      swap(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
    while true {
      var least = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < timers.count && timers[child].precedes(timers[least]) { least = child }
      if least == position { return }
      swap(position, least)
      position = least
    }
  }

  private func swap(_ left: Int, _ right: Int) {
    timers.swapAt(left, right)
    timers[left].position = left
    timers[right].position = right
  }
}
