// Lines of the daemon as the messages of a WebSocket.

import Testing

@testable import responder_web

@Suite struct MessageTests {
  // What a page would read, each message with the number of its pieces.
  private func messages(_ arrivals: [String], atMost limit: Int) -> [(text: String, pieces: Int)] {
    var queue = ByteQueue()
    var cutter = MessageCutter()
    var messages: [(text: String, pieces: Int)] = []
    var bytes: [UInt8] = []
    var pieces = 0
    for arrival in arrivals {
      queue.append(ContiguousArray(arrival.utf8))
      while let piece = cutter.next(queue, atMost: limit) {
        #expect(piece.isFirst == (pieces == 0))
        bytes += queue.bytes[piece.range]
        pieces += 1
        queue.removeFirst(piece.used)
        guard piece.isLast else { continue }
        messages.append((String(decoding: bytes, as: UTF8.self), pieces))
        bytes = []
        pieces = 0
      }
      #expect(queue.isEmpty)
    }
    #expect(bytes.isEmpty)
    return messages
  }

  @Test("One line is one message, whatever arrives together")
  func lines() {
    let found = messages(["{\"a\":1}\n{\"b\":2}\n", "{}\n"], atMost: 100)
    #expect(found.map(\.text) == ["{\"a\":1}", "{\"b\":2}", "{}"])
    #expect(found.map(\.pieces) == [1, 1, 1])
  }

  @Test("A line longer than a piece, or that arrives in parts, is still one message")
  func longLines() {
    let found = messages(["abcdefgh", "ij\nk", "\n", "lmnop\n"], atMost: 4)
    #expect(found.map(\.text) == ["abcdefghij", "k", "lmnop"])
  }

  @Test("A queue keeps the order of its bytes while its front is removed")
  func queue() {
    var queue = ByteQueue()
    var expected: [UInt8] = []
    var found: [UInt8] = []
    var next: UInt8 = 0
    for step in 1...500 {
      let more = (0..<step % 7).map { _ in
        next &+= 1
        return next
      }
      expected += more
      queue.append(ContiguousArray(more))
      let part = queue.range.prefix(step % 5)
      found += queue.bytes[part]
      queue.removeFirst(part.count)
    }
    found += queue.bytes[queue.range]
    #expect(found == expected)
    #expect(queue.count == found.count - (expected.count - queue.count))
    queue.removeAll()
    #expect(queue.isEmpty)
  }
}
