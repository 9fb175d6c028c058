// What one client reads: the records of its subscriptions, from where it stands, as far as its socket
// accepts them.

import Linux
import Protocol

extension Connection {
  // So many bytes are written before they are sent.
  private static let piece = 65_536

  /// Whether the client has read all that there is for it, but for what its rate holds back.
  var isUpToDate: Bool { output.isEmpty && !subscriptions.isBehind }

  /// Sends the records that the client has subscribed to and not read; returns their number.
  @discardableResult
  func deliver(at now: Int64) -> Int {
    guard !isClosed, output.isEmpty, !subscriptions.isEmpty else { return 0 }
    subscriptions.beginRound(at: now)
    var sent = 0
    var hasMore = true
    while hasMore, !isClosed, output.isEmpty {
      output.write { bytes in
        sent += subscriptions.read(at: now, upTo: Self.piece, to: &bytes)
        hasMore = bytes.count >= Self.piece
      }
      flush()
    }
    figures.countSent(records: sent)
    if subscriptions.hasDueSnapshots { delegate.connectionNeedsService(self) }
    schedulePace()
    return sent
  }

  // Sends the moves that a rate holds back when they are due.
  private func schedulePace() {
    guard isOpen else { return }
    let deadline = subscriptions.deadline
    guard deadline != nil || paceTimer != nil else { return }
    if paceTimer == nil {
      paceTimer = loop.timer { [unowned self] in deliver(at: loop.turnBegan) }
    }
    paceTimer?.deadline = deadline
  }
}
