// Lines for one client: answers, snapshots and goodbyes.

import Linux
import Protocol

extension Connection {
  /// Sends one or more lines: answers and snapshots.
  func send(_ write: (LineWriter) -> Void) {
    guard isOpen else { return }
    let hadRead = output.isEmpty
    let writer = LineWriter(capacity: 256)
    write(writer)
    output.write(writer)
    // Otherwise the kernel reports when the client has read more.
    if hadRead { flush() }
  }
}
