// Lines for one client: at once if nothing waits before them, and later otherwise.

import LinuxKit
import Wire

extension Connection {
  /// Sends one or more lines that the queue's limit does not apply to: answers and snapshots.
  func send(_ write: (LineWriter) -> Void) {
    guard isOpen else { return }
    sendUnbounded(write)
    delegate.connectionHasQueued(self)
  }

  /// The same, for the last line of a connection that is dropped: it must not drop others again.
  func sendUnbounded(_ write: (LineWriter) -> Void) {
    // First, because it may drop connections, whose last lines use the same buffer.
    copyPostponed()
    guard isOpen else { return }
    let writer = shared.lines(write)
    shared.figures.countSent(bytes: writer.count)
    unsafe writer.withBytes(in: 0..<writer.count) { bytes in
      guard let sent = unsafe sendNow(bytes), sent < bytes.count else { return }
      unsafe output.append(exempt: bytes, sent: sent)
    }
    updateInterest()
  }

  /// Sends what the socket accepts at once if no line waits before it; nil if the client is gone.
  func sendNow(_ bytes: UnsafeRawBufferPointer) -> Int? {
    output.isEmpty ? unsafe sendBeforeOthers(bytes) : 0
  }

  /// Sends what the socket accepts at once, while no line waits; nil if the client is gone.
  func sendBeforeOthers(_ bytes: UnsafeRawBufferPointer) -> Int? {
    do throws(SystemError) {
      if let sent = try unsafe output.send(bytes) { return sent }
      close()
    } catch {
      close(failing: error, at: "write")
    }
    return nil
  }

  /// Queues a line; a client with too many waiting bytes receives an error and is disconnected.
  func enqueue(
    _ line: UnsafeRawBufferPointer, sent: Int, key: SendQueue.Key?, isTouches: Bool, seq: UInt64
  ) {
    guard isOpen else { return }
    let isWanted = isTouches && subscriptions.all.contains { $0.filter.coalescedTouches }
    if unsafe output.append(line, sent: sent, key: key, isWanted: isWanted) {
      return delegate.connectionHasQueued(self)
    }
    overflow(lastSeq: seq)
  }
}
