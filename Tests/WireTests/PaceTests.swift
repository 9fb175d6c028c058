// So many moves a second, no fewer and no more, and the last place always.

import Testing
import Wire

@Suite struct PaceTests {
  /// Moves every 8 ms for a second through a pace whose timer comes late by so much; gives the
  /// numbers of the moves in the order in which they went, and when.
  private func run(rate: Double, lateness: Int64) -> [(number: UInt64, time: Int64)] {
    let pace = Pace(rate: rate)
    var sent: [(UInt64, Int64)] = []
    func wake(_ now: Int64) {
      while let deadline = pace.deadline, deadline + lateness <= now {
        let count = sent.count
        pace.release(until: deadline + lateness) { _, seq, _ in
          sent.append((seq, deadline + lateness))
        }
        if sent.count == count { break }
      }
    }
    for number in 0..<125 {
      let now = Int64(number) * 8000
      wake(now)
      if pace.admits(7, at: now, seq: UInt64(number), line: { [UInt8(number)] }) {
        sent.append((UInt64(number), now))
      }
    }
    wake(.max)
    return sent
  }

  @Test(arguments: [0, 1000, 5000, 20_000])
  func `a late timer makes no fewer of them`(lateness: Int64) {
    let sent = run(rate: 30, lateness: lateness)
    #expect((29...32).contains(sent.count))
    #expect(sent.last?.number == 124)
    #expect(sent.map(\.number) == sent.map(\.number).sorted())
  }

  @Test func `a rate above what comes changes nothing`() {
    #expect(run(rate: 1000, lateness: 0).map(\.number) == Array(0..<125))
  }

  @Test func `a rate near zero holds everything for an hour, and does not end the world`() {
    let pace = Pace(rate: 1e-300)
    #expect(pace.admits(1, at: 0, seq: 1) { [] })
    #expect(!pace.admits(1, at: 1_000_000, seq: 2) { [1] })
    #expect(!pace.admits(1, at: 2_000_000, seq: 3) { [2] })
    #expect(pace.deadline == 3_600_000_000)
    var told: [(UInt64, Int)] = []
    pace.release(until: nil) { line, seq, replaced in
      #expect(line == [2])
      told.append((seq, replaced))
    }
    #expect(told.map(\.0) == [3])
    #expect(told.map(\.1) == [1])
    #expect(pace.deadline == nil)
  }

  @Test func `things are held apart, and reported in the order of their latest`() {
    let pace = Pace(rate: 10)
    #expect(pace.admits(1, at: 0, seq: 1) { [1] })
    #expect(pace.admits(2, at: 0, seq: 2) { [2] })
    #expect(!pace.admits(1, at: 10_000, seq: 3) { [3] })
    #expect(!pace.admits(2, at: 20_000, seq: 4) { [4] })
    #expect(!pace.admits(1, at: 30_000, seq: 5) { [5] })
    var told: [UInt64] = []
    pace.release(until: 99_999) { _, seq, _ in told.append(seq) }
    #expect(told == [])
    pace.release(until: 100_000) { _, seq, _ in told.append(seq) }
    #expect(told == [4, 5])
  }

  @Test func `what comes while something is held does not overtake it`() {
    let pace = Pace(rate: 10)
    #expect(pace.admits(1, at: 0, seq: 1) { [1] })
    #expect(!pace.admits(1, at: 10_000, seq: 2) { [2] })
    // It is the first of its own, and waits all the same.
    #expect(!pace.admits(2, at: 20_000, seq: 3) { [3] })
    #expect(pace.deadline == 100_000)
    var told: [UInt64] = []
    // The older one gives way to a newer, and so the other is the oldest.
    #expect(!pace.admits(1, at: 30_000, seq: 4) { [4] })
    #expect(pace.deadline == 20_000)
    pace.release(until: 30_000) { _, seq, _ in told.append(seq) }
    #expect(told == [3])
    #expect(pace.deadline == 100_000)
    pace.release(until: 100_000) { _, seq, _ in told.append(seq) }
    #expect(told == [3, 4])
    #expect(pace.deadline == nil)
  }
}
