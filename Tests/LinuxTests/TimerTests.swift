// Timers: their order, what they may do in their own call, and that they wake no loop needlessly.

import Glibc
import Linux
import Testing

@Suite struct TimerTests {
  private let time = VirtualTime(now: 1000)

  @Test func `timers expire in the order of their deadlines, each at its own time`() throws {
    let loop = try EventLoop(clock: MonotonicClock(time))
    var log: [String] = []
    let timers = (0..<20).map { index in loop.timer { log.append("\(index)@\(time.now)") } }
    for (index, timer) in timers.enumerated() {
      timer.deadline = 2000 + Int64(index * 7 % 20) * 10
    }
    timers[3].deadline = nil
    timers[4].deadline = 1500
    try loop.play(until: 10_000)
    let expected = [4] + (0..<20).filter { $0 != 3 && $0 != 4 }.sorted { $0 * 7 % 20 < $1 * 7 % 20 }
    #expect(log.map { Int($0.split(separator: "@")[0]) } == expected)
    #expect(log.first == "4@1500")
    #expect(log[1] == "0@2000")
    #expect(time.now == 10_000)
    #expect(loop.nextDeadline == nil)
  }

  @Test func `a timer may set itself and cancel others in its call`() throws {
    let loop = try EventLoop(clock: MonotonicClock(time))
    var log: [Int64] = []
    let victim = loop.timer { log.append(-1) }
    var again: Linux.Timer?
    again = loop.timer {
      #expect(again?.deadline == nil)
      log.append(time.now)
      victim.deadline = nil
      if log.count < 3 { again?.deadline = time.now + 100 }
    }
    again?.deadline = 2000
    victim.deadline = 2050
    try loop.play(until: 5000)
    #expect(log == [2000, 2100, 2200])
  }

  @Test func `what is ready is served before a timer that is due`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixStream.pair()
    let stream = UnixStream(owning: near)
    let peer = UnixStream(owning: far)
    var log: [String] = []
    let timer = loop.timer { log.append("timer") }
    timer.deadline = 1
    let watch = try loop.watch(stream.raw, .readable) { [raw = stream.raw] _ in
      var byte: UInt8 = 0
      _ = unsafe read(raw, &byte, 1)
      log.append("data")
    }
    _ = try peer.send([1], 0..<1)
    try loop.runOnce(timeout: 1000)
    if log == ["data"] { try loop.runOnce(timeout: 1000) }
    #expect(log == ["data", "timer"])
    watch.cancel()
  }

  @Test func `the kernel's timer wakes the loop, and nothing does when no timer is left`() throws {
    let loop = try EventLoop()
    var expired = 0
    let timer = loop.timer { expired += 1 }
    timer.deadline = loop.clock.now() + 2000
    while expired == 0 { try loop.runOnce(timeout: 10_000) }
    #expect(loop.clock.now() >= 2000)
    timer.deadline = loop.clock.now() + 1000
    try loop.runOnce(timeout: 0)
    timer.deadline = nil
    #expect(try !loop.runOnce(timeout: 20))
    #expect(expired == 1)
  }

  @Test func `sleep of the machine is noticed once`() throws {
    let loop = try EventLoop(clock: MonotonicClock(time))
    var slept: [Int64] = []
    let detector = try SleepDetector(on: loop) { slept.append($0) }
    time.now += 5_000_000
    try loop.runOnce(timeout: 0)
    // The wall clock was set.
    time.slept += 50_000
    #expect(slept == [])
    time.slept += 60_000_000
    try loop.runOnce(timeout: 0)
    #expect(slept == [60_050_000])
    withExtendedLifetime(detector) {}
  }

  @Test func `the kernel's clocks advance and boot time is not behind`() {
    let clock = MonotonicClock()
    let first = clock.now()
    #expect(clock.now() >= first)
    #expect(clock.bootTime() >= first)
  }
}
