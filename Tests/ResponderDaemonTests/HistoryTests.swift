// The ring of the latest records: what it holds is whole, in order, and where it says.

import ResponderKit
import Testing
import Wire

@testable import ResponderDaemon

@Suite struct HistoryTests {
  private let encoder = RecordEncoder()
  private let device = Device(
    name: String(repeating: "d", count: 40), kind: .recording, screen: nil)

  private func append(_ count: Int, to history: History) {
    for number in 0..<count {
      // Lines of two lengths, so that the ring's end is met in many ways.
      encoder.device(device, number % 3 == 0 ? .removed : .added, at: Instant(microseconds: 7))
      if number % 5 == 4 {
        history.append(encoder)
        encoder.removeAll()
      }
    }
    history.append(encoder)
    encoder.removeAll()
  }

  private func check(_ history: History) {
    var seqs: [UInt64] = []
    unsafe history.forEach(after: 0) { record, line in
      seqs.append(record.seq)
      let text = unsafe String(decoding: line, as: UTF8.self)
      #expect(text.hasPrefix("{\"seq\":\(record.seq),"))
      #expect(text.hasSuffix("}\n"))
    }
    guard let oldest = history.oldest else {
      #expect(seqs == [])
      return
    }
    #expect(seqs == Array(oldest...encoder.seq))
    #expect(history.covers(after: oldest - 1, last: encoder.seq))
    #expect(oldest == 1 || !history.covers(after: oldest - 2, last: encoder.seq))
  }

  @Test(arguments: [(10, 1 << 19), (1000, 700), (7, 900), (1000, 333), (1, 1000), (50, 20_000)])
  func `it keeps as much as fits, and always the latest`(limit: Int, bytes: Int) {
    let history = History(limit: limit, bytes: bytes)
    check(history)
    for step in 1...60 {
      append(step % 7 + 1, to: history)
      check(history)
    }
    #expect(history.oldest != nil)
    #expect(encoder.seq - (history.oldest ?? 0) < UInt64(limit))
    history.removeAll()
    check(history)
    append(3, to: history)
    check(history)
  }

  @Test func `a line that does not fit at all leaves no hole that looks whole`() {
    let history = History(limit: 10, bytes: 100)
    append(3, to: history)
    #expect(history.oldest == nil)
    #expect(!history.covers(after: 1, last: encoder.seq))
    #expect(history.covers(after: encoder.seq, last: encoder.seq))
  }
}
