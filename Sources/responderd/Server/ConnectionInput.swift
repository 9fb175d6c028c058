// The input of one connection: its lines, and how many requests its client may make.

import Linux
import Protocol

/// The received bytes of a client, line by line.
final class ConnectionInput {
  private var reader: LineReader
  private var budget: TokenBucket

  // So many bytes are read at once; a longer line is long.
  private static let piece = 4096

  /// An input with these limits.
  init(_ limits: Limits, now: Int64) {
    reader = LineReader(limit: limits.lineBytes)
    let rate = Double(limits.requestsPerSecond)
    budget = TokenBucket(rate: rate, capacity: rate, now: now)
  }

  /// Whether the next line is long, as far as it has been read.
  var isLong: Bool { reader.begun > Self.piece }

  /// The number of the latest line.
  var lineNumber: Int { reader.lineNumber }

  /// The next line; nil until more bytes are read.
  func next() -> LineReader.Event? { reader.next() }

  /// Reads from the socket.
  func fill(from stream: borrowing UnixStream) throws(SystemError) -> Transfer {
    try reader.fill { (bytes: inout ContiguousArray<UInt8>) throws(SystemError) in
      try stream.receive(into: &bytes, atMost: Self.piece)
    }
  }

  /// A line as JSON.
  func json(in line: Range<Int>, depth: Int) throws(JSONError) -> JSON {
    try reader.json(in: line, depth: depth)
  }

  /// The id of a request in a line that is not valid, or that is too long if there is none.
  func id(inBroken line: Range<Int>? = nil) -> RequestID? {
    RequestID(inBroken: reader.bytes[line ?? reader.tooLongLine])
  }

  /// The time until which the client's next request must wait; nil if it need not.
  func delay(now: Int64) -> Int64? { budget.delay(now: now) }

  /// Counts a request with an answer of so many bytes: a long one costs the daemon as much time as
  /// another request.
  func spend(answerBytes: Int) { budget.spend(1 + Double(answerBytes) / 4096) }
}
