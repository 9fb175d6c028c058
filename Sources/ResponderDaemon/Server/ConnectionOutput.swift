// The output of one connection: the lines that wait for its client.
//
//     records ──► postponed, not copied yet ──► queue ──► socket
//     answers ──────────────────────────────────┘

import LinuxKit
import Wire

/// The socket of a client, and what waits to be sent to it.
final class ConnectionOutput {
  /// The socket.
  let stream: UnixStream
  private var onlyFilter: SharedFilter?
  private var isOpen = true
  private var queue: SendQueue {
    didSet {
      let change = queue.count - countedBytes
      figures.countQueued(change)
      account.countQueued(change)
      countedBytes = queue.count
      updateDirectFilter()
    }
  }
  // The records of earlier turns that are not copied yet.
  private var postponed = PostponedRecords() { didSet { updateDirectFilter() } }
  // The part of the queue that is in the sums of the user and of the server.
  private var countedBytes = 0
  private let limit: Int
  private let account: UserAccount
  private let figures: ServerFigures
  private let readers: DirectReaders
  /// The position among the readers, while the connection is one of the server's.
  private(set) var position: Int?

  // The number of waiting bytes above which the client must read before it is served again.
  private static let mostUnread = 65_536

  /// The output to a client of a user, for which at most so many bytes may wait.
  init(
    _ stream: consuming UnixStream, limit: Int, of account: UserAccount, _ shared: SharedOutput
  ) {
    self.stream = stream
    self.limit = limit
    self.account = account
    figures = shared.figures
    readers = shared.readers
    queue = SendQueue(limit: limit)
  }

  /// Whether no line is in the queue.
  var isEmpty: Bool { queue.isEmpty }

  /// The number of bytes in the queue.
  var queuedBytes: Int { queue.count }

  /// The number of bytes that wait for the client, with those that are not copied yet.
  var waitingBytes: Int { queue.count + postponed.byteCount }

  /// Whether records are not copied yet.
  var hasPostponed: Bool { !postponed.isEmpty }

  /// Whether the client must read before it is served again.
  var isUnread: Bool { queue.count > Self.mostUnread }

  /// The number of records that were replaced by newer ones.
  var coalesced: Int { queue.coalesced }

  /// Uses this filter for direct sending: that of the only subscription, if it is shared.
  func use(_ filter: SharedFilter?) {
    onlyFilter = filter
    updateDirectFilter()
  }

  /// Sends no more records directly, because the connection ends.
  func endRecords() {
    isOpen = false
    updateDirectFilter()
  }

  /// Uses a position among the readers, because the connection was added or another one removed.
  func use(position: Int?) {
    self.position = position
    updateDirectFilter()
  }

  /// The filter of the only subscription, while its lines can be sent as soon as they are chosen:
  /// the client has read everything and shares the filter with others.
  var directFilter: SharedFilter? {
    isOpen && queue.isEmpty && postponed.isEmpty ? onlyFilter : nil
  }

  private func updateDirectFilter() {
    if let position { readers.use(directFilter, at: position) }
  }

  // MARK: Lines

  /// Sends what the socket accepts at once, while no line waits; nil if the client is gone.
  func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    var sent = 0
    // A reader that is as fast as the daemon must not occupy it for the whole of a long line.
    let most = min(bytes.count, SendQueue.sentAtOnce)
    while sent < most {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent..<most])
      switch try unsafe stream.send(rest) {
      case .bytes(let count): sent += count
      case .wouldBlock: return sent
      case .closed: return nil
      }
    }
    return sent
  }

  /// Queues a line of which so many bytes are sent already; returns whether it fits.
  func append(
    _ line: UnsafeRawBufferPointer, sent: Int, key: SendQueue.Key?, isWanted: Bool
  ) -> Bool {
    unsafe queue.append(line, sent: sent, key: key, isWanted: isWanted)
  }

  /// Queues lines that the limit does not apply to, of which so many bytes are sent already.
  func append(exempt lines: UnsafeRawBufferPointer, sent: Int) {
    _ = unsafe queue.append(lines, sent: sent, isExempt: true)
  }

  /// Sends what waits, as far as the socket accepts it.
  func flush() throws(SystemError) -> Transfer { try queue.send(over: stream) }

  /// Removes what waits, except the rest of a line that is partly sent.
  func forgetWaiting() {
    postponed.removeAll()
    queue.forgetWaiting()
  }

  /// Removes all that waits.
  func forgetAll() {
    postponed.removeAll()
    queue.forgetAll()
  }

  // MARK: Records that are copied later

  /// Keeps records of this turn, to be copied later; returns whether they are too many to be kept so.
  func postpone(_ chosen: RecordSet, of page: RecordPage, _ bytes: Int) -> Bool {
    postponed.append(chosen, of: page, bytes)
    return postponed.isTooMuch(for: limit)
  }

  /// Removes and returns the records that are not copied yet, turn by turn.
  func drainPostponed() -> ContiguousArray<(page: RecordPage, chosen: RecordSet)> {
    postponed.drain()
  }
}
