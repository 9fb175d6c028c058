// The output of one connection: the bytes that its socket has not accepted yet.

import Linux
import Protocol

/// The socket of a client, and what waits to be sent to it: no more than a few lines of records, or an
/// answer.
final class ConnectionOutput {
  /// The socket.
  let stream: UnixStream
  private var bytes: ContiguousArray<UInt8> = []
  // Those before it were sent.
  private var head = 0
  private let figures: ServerFigures

  init(_ stream: consuming UnixStream, _ figures: ServerFigures) {
    self.stream = stream
    self.figures = figures
  }

  /// Whether nothing waits.
  var isEmpty: Bool { bytes.isEmpty }

  /// The number of bytes that wait.
  var count: Int { bytes.count - head }

  /// Writes whole lines.
  func write(_ body: (inout ContiguousArray<UInt8>) -> Void) {
    let before = bytes.count
    body(&bytes)
    figures.countSent(bytes: bytes.count - before)
    figures.countQueued(bytes.count - before)
  }

  /// Writes lines that are not records.
  func write(_ lines: LineWriter) { write { lines.copy(0..<lines.count, to: &$0) } }

  /// Sends what waits, as far as the socket accepts it; returns whether it accepted something.
  func flush() throws(SystemError) -> (took: Bool, transfer: Transfer) {
    var took = false
    while !isEmpty {
      let transfer = try stream.send(bytes, head..<bytes.count)
      guard case .bytes(let count) = transfer else { return (took, transfer) }
      took = took || count > 0
      head += count
      figures.countQueued(-count)
      if head == bytes.count { removeAll() }
    }
    return (took, .bytes(0))
  }

  // A client that has read much at once needs no memory for it any more.
  private func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 16_384)
    head = 0
  }

  /// Removes what waits, except the rest of a line that is partly sent.
  func forgetWaiting() {
    guard head > 0, bytes[head - 1] != UInt8(ascii: "\n"),
      let end = bytes[head...].firstIndex(of: UInt8(ascii: "\n"))
    else { return forgetAll() }
    figures.countQueued(end + 1 - bytes.count)
    bytes.removeSubrange((end + 1)...)
  }

  /// Removes all that waits.
  func forgetAll() {
    figures.countQueued(-count)
    removeAll()
  }
}
