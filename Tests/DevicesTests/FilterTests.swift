// Noise: what each filter takes away, what it leaves, and what it counts.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct FilterTests {
  /// Plays a script through a filter, its own deadlines included, and says what comes out.
  private func play(
    _ text: String, radius: Double? = nil, _ change: (inout NoiseSettings) -> Void = { _ in }
  ) throws -> (lines: [String], counters: FilterCounters) {
    var settings = NoiseSettings()
    change(&settings)
    var filter = ContactFilter(settings)
    let device = Device(name: "d", kind: .touchscreen, screen: nil)
    var frame = Frame(time: Instant(microseconds: 0), device: device)
    var lines: [String] = []
    func expire(until time: Instant) {
      while let deadline = filter.deadline, deadline <= time {
        frame.removeAll()
        frame.time = deadline
        filter.apply(to: &frame)
        if !frame.isEmpty { lines.append("\(deadline.microseconds / 1000) \(words(frame))") }
      }
    }
    for step in try TouchScript(text).steps {
      expire(until: step.time)
      step.fill(&frame)
      frame.time = step.time
      filter.apply(to: &frame)
      if !frame.isEmpty { lines.append("\(step.time.microseconds / 1000) \(words(frame))") }
    }
    return (lines, filter.counters)
  }

  @Test func `nothing is taken away unless something is set`() throws {
    let script = "0 down 1 5,5\n0.001 move 1 5,6\n0.002 up 1"
    #expect(NoiseSettings().isOff)
    #expect(
      try play(script) { _ in }.lines == ["0 down 1 5,5", "1 move 1 5,6", "2 up 1 5,6"])
  }

  @Test func `no contact begins in a dead zone, but one may move through it`() throws {
    let (lines, counters) = try play(
      "0 down 1 5,5; down 2 50,50\n0.1 move 1 60,60; move 2 5,5\n0.2 up 1; up 2"
    ) { $0.deadZones = [Rect(x: 0, y: 0, width: 10, height: 10)] }
    #expect(lines == ["0 down 2 50,50", "100 move 2 5,5", "200 up 2 5,5"])
    #expect(counters.deadZones == 1)
  }

  @Test func `a contact shorter than the minimum is never reported, a longer one late`() throws {
    let (lines, counters) = try play(
      """
      0 down 1 5,5
      0.010 up 1
      0.100 down 2 6,6
      0.115 move 2 7,7
      0.200 up 2
      0.300 down 3 8,8
      0.310 cancel 3
      """
    ) { $0.minimumDuration = 0.03 }
    #expect(lines == ["130 down 2 7,7", "200 up 2 7,7"])
    #expect(counters.tooShort == 1)
  }

  @Test func `a contact that bounces continues as the same, elsewhere it is another`() throws {
    let (lines, counters) = try play(
      """
      0 down 1 50,50
      0.100 up 1
      0.110 down 2 52,52
      0.200 up 2
      0.210 down 3 300,300
      0.300 up 3
      1 wait
      """
    ) { $0.debounce = 0.02 }
    #expect(
      lines == [
        "0 down 1 50,50", "110 move 1 52,52", "210 down 3 300,300", "220 up 1 52,52",
        "320 up 3 300,300",
      ])
    #expect(counters.bounces == 1)
  }

  @Test func `a contact that trembles does not move`() throws {
    let (lines, counters) = try play(
      "0 down 1 5,5\n0.1 move 1 6,5\n0.2 move 1 9,5\n0.3 move 1 8,5\n0.4 up 1"
    ) { $0.jitter = 3 }
    #expect(lines == ["0 down 1 5,5", "200 move 1 9,5", "400 up 1 9,5"])
    #expect(counters.jitter == 2)
  }

  @Test func `no more contacts than the maximum are listened to`() throws {
    let (lines, counters) = try play(
      """
      0 down 1 5,5; down 2 6,6; down 3 7,7
      0.1 up 1
      0.2 move 3 8,8; down 4 9,9
      0.3 up 2; up 3; up 4
      """
    ) { $0.maximumContacts = 2 }
    #expect(
      lines == [
        "0 down 1 5,5; down 2 6,6", "100 up 1 5,5", "200 down 4 9,9", "300 up 2 6,6; up 4 9,9",
      ])
    #expect(counters.tooMany == 1)
  }

  @Test func `a contact that grows to a palm is cancelled, a palm never begins`() throws {
    let (lines, counters) = try play(
      """
      0 down 1 5,5 major=10; down 2 6,6 major=40
      0.1 move 1 5,6 major=31
      0.2 move 1 5,7 major=5
      0.3 up 1; up 2
      """
    ) { $0.palmRadius = 30 }
    #expect(lines == ["0 down 1 5,5", "100 cancel 1 5,5"])
    #expect(counters.palms == 2)
  }

  @Test func `a storm of contacts is cut off until it is over`() throws {
    var script = ""
    for index in 0..<10 {
      script += "0.\(index)00 down \(index) 5,5\n0.\(index)50 up \(index)\n"
    }
    script += "3 down 99 5,5\n3.1 up 99"
    let (lines, counters) = try play(script) { $0.maximumRate = 4 }
    #expect(lines.count { $0.contains("down") } == 5)
    #expect(lines.suffix(2) == ["3000 down 99 5,5", "3100 up 99 5,5"])
    #expect(counters.storms == 6)
  }

  @Test func `a cancelled contact ends at once, however it is held back`() throws {
    let (lines, _) = try play("0 down 1 5,5\n0.1 cancel 1\n1 wait") { $0.debounce = 0.05 }
    #expect(lines == ["0 down 1 5,5", "100 cancel 1 5,5"])
  }
}
