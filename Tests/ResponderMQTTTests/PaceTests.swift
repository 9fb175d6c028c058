// How often things happen: events of controls, and attempts to connect.

import Testing

@testable import responder_mqtt

@Suite("The pace of controls")
struct ControlPacerTests {
  private func message(_ name: String) -> OutgoingMessage {
    OutgoingMessage(topic: name, payload: [], kind: .event, qos: 1)
  }

  private func names(_ messages: [OutgoingMessage]) -> [String] { messages.map(\.topic) }

  @Test("Drags that come too soon are left out")
  func drags() {
    var pacer = ControlPacer(rate: 10)
    #expect(names(pacer.admit(message("1"), of: "a", .drag, now: 0)) == ["1"])
    #expect(names(pacer.admit(message("2"), of: "a", .drag, now: 99_999)) == [])
    #expect(names(pacer.admit(message("3"), of: "b", .drag, now: 99_999)) == ["3"])
    #expect(names(pacer.admit(message("4"), of: "a", .drag, now: 100_000)) == ["4"])
    #expect(pacer.deadline == nil)
  }

  @Test("The latest value is kept until its time")
  func values() {
    var pacer = ControlPacer(rate: 10)
    #expect(names(pacer.admit(message("1"), of: "a", .value, now: 0)) == ["1"])
    #expect(names(pacer.admit(message("2"), of: "a", .value, now: 10_000)) == [])
    #expect(names(pacer.admit(message("3"), of: "a", .value, now: 20_000)) == [])
    #expect(pacer.deadline == 100_000)
    #expect(names(pacer.due(now: 99_999)) == [])
    #expect(names(pacer.due(now: 100_000)) == ["3"])
    #expect(pacer.deadline == nil)
    #expect(names(pacer.due(now: 900_000)) == [])
  }

  @Test("Anything else that happens to a control comes after its latest value")
  func others() {
    var pacer = ControlPacer(rate: 10)
    #expect(names(pacer.admit(message("1"), of: "a", .value, now: 0)) == ["1"])
    #expect(names(pacer.admit(message("2"), of: "a", .value, now: 10)) == [])
    #expect(names(pacer.admit(message("up"), of: "a", .other, now: 20)) == ["2", "up"])
    #expect(pacer.deadline == nil)
    #expect(names(pacer.admit(message("3"), of: "a", .value, now: 30)) == ["3"])
  }

  @Test(
    "Events of controls by their names",
    arguments: [
      ("touchDragInside", ControlPacer.Event.drag), ("touchDragOutside", .drag),
      ("valueChanged", .value), ("touchDown", .other), ("touchDragEnter", .other),
    ])
  func events(name: String, event: ControlPacer.Event) {
    #expect(ControlPacer.Event(named: name) == event)
  }
}

@Suite("The pause between two attempts")
struct BackoffTests {
  @Test("Pauses stay in their bounds, grow, and begin again")
  func bounds() {
    var generator = SeededGenerator(seed: 1)
    var backoff = Backoff(range: 1_000_000...60_000_000)
    let first = (0..<200).map { _ in
      backoff.reset()
      return backoff.next(using: &generator)
    }
    #expect(first.allSatisfy { (1_000_000...4_000_000).contains($0) })
    // Two hundred panels that lose the broker together connect again spread over the whole time.
    let quarters = Dictionary(grouping: first) { ($0 - 1_000_000) / 750_000 }
    #expect((0..<4).allSatisfy { quarters[$0, default: []].count > 25 })
    for _ in 0..<100 { _ = backoff.next(using: &generator) }
    let late = (0..<200).map { _ in backoff.next(using: &generator) }
    #expect(late.allSatisfy { (1_000_000...60_000_000).contains($0) })
    #expect(late.max()! > 50_000_000)
  }

  @Test(
    "Two hundred panels that lose the broker together come back one after the other",
    arguments: [(0.5, 80), (5, 60), (30, 40), (300, 20), (3600, 20)])
  func twoHundred(away seconds: Double, most: Int) {
    let away = Int64(seconds * 1_000_000)
    var arrivals: [Int64] = []
    var attempts: [Int64: Int] = [:]
    for panel in 0..<200 {
      var generator = SeededGenerator(seed: UInt64(panel) + 1_000)
      var backoff = Backoff(range: 1_000_000...60_000_000)
      var time: Int64 = 0
      repeat {
        time += backoff.next(using: &generator)
        attempts[time / 1_000_000, default: 0] += 1
      } while time < away
      arrivals.append(time)
    }
    // The fullest second, of connections that the broker accepts and of attempts to connect.
    let fullest = arrivals.map { start in
      arrivals.count { (start..<start + 1_000_000).contains($0) }
    }.max()
    #expect(fullest! <= most, "\(fullest!) in one second")
    #expect(attempts.values.max()! <= 110, "\(attempts.values.max()!) attempts in one second")
    // None waits much longer than the longest pause.
    #expect(arrivals.allSatisfy { $0 < away + 60_000_000 })
  }

  @Test("Bounds that are equal or huge are kept")
  func extremes() {
    var generator = SeededGenerator(seed: 2)
    var equal = Backoff(range: 5...5)
    var huge = Backoff(range: 1...Int64.max)
    for _ in 0..<100 {
      #expect(equal.next(using: &generator) == 5)
      #expect(huge.next(using: &generator) >= 1)
    }
  }
}
