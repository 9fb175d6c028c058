// Lines for one client: answers, snapshots and goodbyes.

import LinuxKit
import Wire

extension Connection {
  /// Sends one or more lines that the queue's limit does not apply to: answers and snapshots.
  func send(_ write: (LineWriter) -> Void) {
    guard isOpen else { return }
    let hadRead = output.isEmpty
    let writer = LineWriter(capacity: 256)
    write(writer)
    figures.countSent(bytes: writer.count)
    unsafe writer.withBytes(in: 0..<writer.count) { unsafe output.append(exempt: $0) }
    if hadRead { flushQueue() }
  }
}
