// One connected client: its lines in, its lines out, and its end.

import LinuxKit
import Permissions
import ResponderKit
import Wire

/// The program at the other end of the socket.
final class Connection {
  /// The state of the connection.
  ///
  ///     open ──too slow · bye · client is done──► leaving ──everything sent · grace over──► closed
  ///       └──────────────────── client is gone ──────────────────────────────────────────────►┘
  private enum Step { case open, leaving, closed }

  // The time in which a client that is being disconnected may read its last lines, in microseconds.
  private static let grace: Int64 = 5_000_000

  // First, so that one piece of memory holds what most records of most clients need.
  /// The filter of the only subscription, while its lines can be sent as soon as they are chosen:
  /// the client has read everything and shares the filter with others.
  private(set) var directFilter: SharedFilter?
  let stream: UnixStream
  private var step = Step.open { didSet { updateDirectFilter() } }

  /// The number of the connection since the start; for logs and the status.
  let number: Int
  /// The kernel's credentials of the client.
  let peer: PeerCredentials
  /// The socket that the client connected to.
  let socket: ListeningSocket
  /// The name that the client has given with `identify`.
  var name: String? {
    didSet {
      names.name = name
      server.renamed(self, from: oldValue)
    }
  }
  /// The actor names of the client.
  let names: ActorNames
  /// The rights of the client.
  var grant = Grant()
  /// The numbers of the records that the client has read.
  var reading: ReadNumbers
  /// The subscriptions.
  var subscriptions: ContiguousArray<PacedSubscription> = [] { didSet { updateDirectFilter() } }
  /// The subscriptions that need a new snapshot.
  var dueSnapshots: ContiguousArray<PacedSubscription> = []
  /// The views and recognizers that are removed when the client disconnects.
  var ownership = Ownership()
  /// The number of the latest subscription.
  var lastSubscription = 0
  /// The index in the server's list.
  var position: Int

  /// What all connections of the user share.
  let account: UserAccount
  /// The time that the connection has used of its user's time.
  var share = TimeShare()
  /// The kind of work that was done for the client last.
  var latestWork = "nothing"
  /// Whether the connection is in the server's queue.
  var isQueued = false
  /// Whether the connection waits until a long answer to another client is sent.
  var isHeldBack = false
  /// The limits, as in the hello line.
  let limits: Limits
  unowned let server: Server
  private(set) var queue: SendQueue {
    didSet {
      server.queuedBytes += queue.count - countedBytes
      account.queuedBytes += queue.count - countedBytes
      countedBytes = queue.count
      updateDirectFilter()
    }
  }
  /// The records of earlier turns that are not copied yet.
  var postponed = PostponedRecords() { didSet { updateDirectFilter() } }
  // The part of the queue that is in the server's sum.
  private var countedBytes = 0
  var reader: LineReader
  var budget: TokenBucket
  private var watch: Watch?
  private var readiness: Readiness = []
  private var timer: Timer?
  /// Fires for records that a rate holds back.
  var paceTimer: Timer?
  private var hasFinished = false

  init(
    number: Int, stream: consuming UnixStream, peer: PeerCredentials, account: UserAccount,
    socket: ListeningSocket, server: Server, position: Int,
    isProgram: @escaping (String) -> Bool = { _ in false }
  ) {
    names = ActorNames(isProgram: isProgram)
    self.number = number
    self.peer = peer
    self.account = account
    self.socket = socket
    self.stream = stream
    self.server = server
    reading = ReadNumbers(server.counts.ofAll)
    self.position = position
    limits = server.limits
    queue = SendQueue(limit: server.limits.queueBytes)
    reader = LineReader(limit: server.limits.lineBytes)
    let rate = Double(server.limits.requestsPerSecond)
    budget = TokenBucket(rate: rate, capacity: rate, now: server.loop.clock.now())
  }

  /// The client in words, for people.
  var description: String {
    let who = names.name.map { "\"\($0)\", " } ?? ""
    return "client \(number) (\(who)pid \(peer.pid), user \(peer.uid))"
  }

  /// The numbers of the records for the client.
  var numbers: RecordNumbers { reading.numbers }

  /// The number of bytes that wait for the client.
  var queuedBytes: Int { queue.count + postponed.byteCount }

  /// The number of records that were replaced by newer ones.
  var coalesced: Int { queue.coalesced }

  /// Whether records may still be sent.
  var isOpen: Bool { step == .open }

  /// Whether the connection is closed; the server may still have work for it.
  var isClosed: Bool { step == .closed }

  /// Updates what follows from the state, the subscriptions and their audience.
  func updateDirectFilter() {
    let isDirect = step == .open && queue.isEmpty && postponed.isEmpty && subscriptions.count == 1
    directFilter = isDirect ? subscriptions[0].sharedFilter : nil
  }

  /// Starts to watch the socket.
  func open() throws(SystemError) {
    watch = try server.loop.watch(stream.raw, .readable, .patient) { [unowned self] in
      readiness.formUnion($0)
      server.enqueue(self)
    }
  }

  // MARK: Input

  /// Serves the client until the time is over; returns whether more can be served at once.
  func serve(until end: Int64) -> Bool {
    let readiness = readiness
    self.readiness = []
    copyPostponed()
    if !queue.isEmpty { flush() }
    var hasMore = step == .open && serveSnapshots(until: end)
    if step == .open, !hasMore, !hasFinished, timer?.deadline == nil {
      hasMore = serveLines(until: end)
    }
    if !readiness.isDisjoint(with: [.hangup, .error]), !readiness.contains(.readable) { close() }
    if readiness.contains(.hangup), hasFinished || step == .leaving { close() }
    return hasMore && step == .open
  }

  /// Called when the client has shut down its side. A client with a subscription may still read.
  func finishReading() {
    hasFinished = true
    if subscriptions.isEmpty { leave() }
  }

  /// Pauses until this time; a client that is leaving is closed then.
  func pause(until time: Int64) {
    if timer == nil {
      timer = server.loop.timer { [unowned self] in
        switch step {
        case .open: server.enqueue(self)
        case .leaving: close()
        case .closed: break
        }
      }
    }
    timer?.deadline = time
    updateInterest()
  }

  // MARK: Output

  /// Sends one or more lines that the queue's limit does not apply to: answers and snapshots.
  func send(_ write: (LineWriter) -> Void) {
    guard step == .open else { return }
    sendUnbounded(write)
    server.dropSlowest()
  }

  /// Sends lines that are written already, to which the queue's limit does not apply.
  func send(written writer: LineWriter) {
    copyPostponed()
    guard step == .open else { return }
    sendUnbounded(written: writer)
    server.dropSlowest()
  }

  // Dropping a connection sends a last line, which must not drop connections again.
  private func sendUnbounded(_ write: (LineWriter) -> Void) {
    // First, because it may drop connections, whose last lines use the same buffer.
    copyPostponed()
    guard step == .open else { return }
    server.writer.removeAll()
    write(server.writer)
    sendUnbounded(written: server.writer)
  }

  private func sendUnbounded(written writer: LineWriter) {
    server.figures.bytes += writer.count
    unsafe writer.withBytes(in: 0..<writer.count) { bytes in
      guard let sent = unsafe sendNow(bytes), sent < bytes.count else { return }
      _ = unsafe queue.append(bytes, sent: sent, isExempt: true)
    }
    updateInterest()
  }

  /// Sends what the socket accepts at once if no line waits before it; nil if the client is gone.
  func sendNow(_ bytes: UnsafeRawBufferPointer) -> Int? {
    queue.isEmpty ? unsafe sendBeforeOthers(bytes) : 0
  }

  /// Sends what the socket accepts at once, while no line waits; nil if the client is gone.
  func sendBeforeOthers(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var sent = 0
    // A reader that is as fast as the daemon must not occupy it for the whole of a long line.
    let most = min(bytes.count, SendQueue.sentAtOnce)
    do throws(SystemError) {
      while sent < most {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent..<most])
        switch try unsafe stream.send(rest) {
        case .bytes(let count): sent += count
        case .wouldBlock: return sent
        case .closed:
          close()
          return nil
        }
      }
      return sent
    } catch {
      close(failing: error, at: "write")
      return nil
    }
  }

  /// Queues a line; a client with too many waiting bytes receives an error and is disconnected.
  func enqueue(
    _ line: UnsafeRawBufferPointer, sent: Int, key: SendQueue.Key?, isTouches: Bool, seq: UInt64
  ) {
    guard step == .open else { return }
    let isWanted = isTouches && subscriptions.contains { $0.filter.coalescedTouches }
    if unsafe queue.append(line, sent: sent, key: key, isWanted: isWanted) {
      return server.dropSlowest()
    }
    server.figures.overflows += 1
    server.log.limited(
      .warning, .client, "overflow",
      "\(description) does not read: \(queue.count) bytes wait for it; it is disconnected")
    send { $0.overflow(queueBytes: queue.count, lastSeq: seq) }
    leave()
  }

  /// Disconnects the client with a last line, and without the lines that wait for it.
  func disconnect() {
    guard step == .open else { return close() }
    server.figures.overflows += 1
    server.log.limited(
      .warning, .client, "overflow",
      "\(description) is the slowest client while \(server.queuedBytes) bytes wait for all clients; "
        + "it is disconnected")
    let waiting = queue.count
    postponed.removeAll()
    queue.forgetWaiting()
    sendUnbounded { $0.overflow(queueBytes: waiting, lastSeq: numbers.latest(of: server.lastSeq)) }
    leave()
  }

  private func flush() {
    do throws(SystemError) {
      switch try queue.send(over: stream) {
      case .bytes: if step == .leaving { close() }
      case .wouldBlock: break
      case .closed: close()
      }
    } catch {
      close(failing: error, at: "write")
    }
  }

  /// Watches the socket for what is needed now; for nothing while the connection is in the queue.
  func updateInterest() {
    var interest: Interest = []
    if !isQueued {
      if step == .open, !hasFinished, timer?.deadline == nil, queue.count <= 65_536 {
        if server.longAnswer == nil { interest.insert(.readable) } else { server.holdBack(self) }
      }
      if !queue.isEmpty { interest.insert(.writable) }
    }
    do throws(SystemError) {
      try watch?.change(interest)
    } catch {
      // The kernel would no longer report what its client sends.
      close(failing: error, at: "watch")
    }
  }

  // MARK: End

  /// Closes the connection when the client has read what waits for it, or the grace is over.
  func leave() {
    guard step == .open else { return }
    copyPostponed()
    guard step == .open else { return }
    step = .leaving
    if queue.isEmpty { return close() }
    pause(until: server.loop.clock.now() + Connection.grace)
  }

  /// Closes the connection if the client has disconnected unnoticed.
  func closesIfGone() -> Bool {
    guard stream.hasHungUp else { return false }
    close()
    return true
  }

  /// Closes the connection because a call to the kernel failed.
  func close(failing error: SystemError, at work: String) {
    server.log.limited(.warning, .client, work, "\(description): \(error)")
    close()
  }

  /// Closes the connection now.
  func close() {
    guard step != .closed else { return }
    step = .closed
    timer?.deadline = nil
    paceTimer?.deadline = nil
    watch?.cancel()
    postponed.removeAll()
    queue.forgetAll()
    server.enqueue(self)
  }
}
