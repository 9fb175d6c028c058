// Timers of the loop: any number of them on one timerfd, kept in a heap by deadline.

/// A moment at which the loop calls back; set it as often as wanted.
package final class Timer {
  fileprivate let handler: () -> Void
  fileprivate let heap: TimerHeap
  fileprivate var position = -1

  fileprivate init(heap: TimerHeap, handler: @escaping () -> Void) {
    self.heap = heap
    self.handler = handler
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

  func timer(_ handler: @escaping () -> Void) -> Timer { Timer(heap: self, handler: handler) }

  /// The earliest deadline.
  var earliest: Int64? { timers.first?.time }

  /// Calls every timer due by now, in the order of deadlines, those set meanwhile included.
  func expire(until now: Int64) -> Bool {
    var expired = false
    while let first = timers.first, first.time <= now {
      set(first, to: nil)
      first.handler()
      expired = true
    }
    return expired
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
    settle(timer.position)
  }

  private func remove(_ timer: Timer) {
    let position = timer.position
    guard position >= 0 else { return }
    timer.position = -1
    let last = timers.removeLast()
    guard last !== timer else { return }
    timers[position] = last
    last.position = position
    settle(position)
  }

  private func settle(_ start: Int) {
    var position = start
    while position > 0, timers[position].time < timers[(position - 1) / 2].time {
      swap(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
    while true {
      var least = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < timers.count && timers[child].time < timers[least].time { least = child }
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
