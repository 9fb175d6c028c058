// The output of one connection: the lines that wait for its client.

import LinuxKit
import Wire

/// The socket of a client, and what waits to be sent to it.
final class ConnectionOutput {
  /// The socket.
  let stream: UnixStream
  private var queue: SendQueue
  private let figures: ServerFigures

  // The number of waiting bytes above which the client must read before it is served again.
  private static let mostUnread = 65_536

  /// The output to a client, for which at most so many bytes may wait.
  init(_ stream: consuming UnixStream, limit: Int, _ figures: ServerFigures) {
    self.stream = stream
    self.figures = figures
    queue = SendQueue(limit: limit)
  }

  /// Whether nothing waits.
  var isEmpty: Bool { queue.isEmpty }

  /// The number of bytes that wait.
  var count: Int { queue.count }

  /// Whether the client must read before it is served again.
  var isUnread: Bool { queue.count > Self.mostUnread }

  /// The number of records that were replaced by newer ones.
  var coalesced: Int { queue.coalesced }

  // Makes a change of the queue, and counts it in the sum of all.
  private func counting<Answer, Problem: Error>(
    _ change: () throws(Problem) -> Answer
  ) throws(Problem) -> Answer {
    let before = queue.count
    defer { figures.countQueued(queue.count - before) }
    return try change()
  }

  /// Queues a line; returns whether it fits.
  func append(_ line: UnsafeRawBufferPointer, key: SendQueue.Key?, isWanted: Bool) -> Bool {
    counting { unsafe queue.append(line, key: key, isWanted: isWanted) }
  }

  /// Queues lines that the limit does not apply to.
  func append(exempt lines: UnsafeRawBufferPointer) {
    counting { _ = unsafe queue.append(lines, isExempt: true) }
  }

  /// Sends what waits, as far as the socket accepts it.
  func flush() throws(SystemError) -> Transfer {
    try counting { () throws(SystemError) in try queue.send(over: stream) }
  }

  /// Removes what waits, except the rest of a line that is partly sent.
  func forgetWaiting() { counting { queue.forgetWaiting() } }

  /// Removes all that waits.
  func forgetAll() { counting { queue.forgetAll() } }
}
