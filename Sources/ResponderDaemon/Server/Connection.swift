// One connected peer: its lines in, its lines out, and its end.

import LinuxKit
import ResponderKit
import Wire

/// A program on the other end of the socket.
final class Connection {
  /// How the connection stands.
  ///
  ///     open ──too slow · bye · peer is done──► leaving ──everything taken · grace over──► closed
  ///       └──────────────────── peer is gone ────────────────────────────────────────────────►┘
  private enum Step { case open, leaving, closed }

  /// The count of connections when it came; for logs and the status.
  let number: Int
  /// Who it is.
  let peer: PeerCredentials
  /// Through which socket it came.
  let door: Door
  /// What it calls itself.
  var name: String? {
    didSet {
      names.name = name
      server.renamed(self, from: oldValue)
    }
  }
  /// The names under which it acts.
  let names: ActorNames
  /// What it may do.
  var grant = Grant()
  /// What it wants to read.
  var subscriptions: ContiguousArray<PacedSubscription> = []
  /// Those of its subscriptions that are to be told what has become of everything.
  var owedSnapshots: ContiguousArray<PacedSubscription> = []
  /// The views and recognizers that go away with it.
  var ownership = Ownership()
  /// The number of its latest subscription.
  var lastSubscription = 0
  /// Its place in the server's list.
  var position: Int

  /// What its user's connections have in common.
  let account: UserAccount
  /// What it has used of the time of its user's connections.
  var share = TimeShare()
  /// What it was served last.
  var latestWork = "nothing"
  /// Whether it waits in the server's queue to be served.
  var isQueued = false
  /// Whether it waits for an answer to another one to be said.
  var isHeldBack = false
  /// Its bounds, as its first line told them.
  let limits: Limits
  let stream: UnixStream
  unowned let server: Server
  private var step = Step.open
  private(set) var queue: SendQueue {
    didSet {
      server.queuedBytes += queue.count - countedBytes
      account.queuedBytes += queue.count - countedBytes
      countedBytes = queue.count
    }
  }
  /// The records that it wants of turns that are over, and has not copied yet; they come after what
  /// is in its queue.
  var kept: ContiguousArray<(page: RecordPage, choice: Choice)> = []
  /// How many bytes these have.
  var keptBytes = 0
  // What of the queue is in the server's sum.
  private var countedBytes = 0
  var reader: LineReader
  var budget: TokenBucket
  private var watch: Watch?
  private var readiness: Readiness = []
  private var timer: Timer?
  /// Wakes for records that a pace holds back.
  var paceTimer: Timer?
  private var hasFinished = false

  init(
    number: Int, stream: consuming UnixStream, peer: PeerCredentials, account: UserAccount,
    door: Door, server: Server, position: Int,
    isProgram: @escaping (String) -> Bool = { _ in false }
  ) {
    names = ActorNames(isProgram: isProgram)
    self.number = number
    self.peer = peer
    self.account = account
    self.door = door
    self.stream = stream
    self.server = server
    self.position = position
    limits = server.limits
    queue = SendQueue(limit: server.limits.queueBytes)
    reader = LineReader(limit: server.limits.lineBytes)
    let rate = Double(server.limits.requestsPerSecond)
    budget = TokenBucket(rate: rate, capacity: rate, now: server.loop.clock.now())
  }

  /// For people: who this is.
  var description: String {
    let who = names.name.map { "\"\($0)\", " } ?? ""
    return "client \(number) (\(who)pid \(peer.pid), user \(peer.uid))"
  }

  /// How many bytes wait for it.
  var queuedBytes: Int { queue.count + keptBytes }

  /// How many of its records were left out for newer ones.
  var coalesced: Int { queue.coalesced }

  /// Whether records may still be said to it.
  var isOpen: Bool { step == .open }

  /// Whether its end is complete but for what its server and its owner keep of it.
  var isClosed: Bool { step == .closed }

  /// Begins to listen to it.
  func open() throws(SystemError) {
    watch = try server.loop.watch(stream.raw, .readable, .patient) { [unowned self] in
      readiness.formUnion($0)
      server.enqueue(self)
    }
  }

  // MARK: What arrives

  /// Serves what is ready, until the time is over; returns whether there is more to serve at once.
  func serve(until end: Int64) -> Bool {
    let readiness = readiness
    self.readiness = []
    takeKept()
    if !queue.isEmpty { flush() }
    var hasMore = step == .open && serveSnapshots(until: end)
    if step == .open, !hasMore, !hasFinished, timer?.deadline == nil {
      hasMore = serveLines(until: end)
    }
    if !readiness.isDisjoint(with: [.hangup, .error]), !readiness.contains(.readable) { close() }
    if readiness.contains(.hangup), hasFinished || step == .leaving { close() }
    return hasMore && step == .open
  }

  /// The client has sent all that it will send. One that subscribed may still listen.
  func finishReading() {
    hasFinished = true
    if subscriptions.isEmpty { leave() }
  }

  /// Serves nothing until this time, or leaves for good then if that is how it stands.
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

  // MARK: What is said

  /// Says one or more lines that are not subject to the queue's bound: answers and snapshots.
  func say(_ write: (LineWriter) -> Void) {
    guard step == .open else { return }
    sayUnbounded(write)
    server.relieve()
  }

  /// Says lines that are written already, which are not subject to the queue's bound.
  func say(written writer: LineWriter) {
    takeKept()
    guard step == .open else { return }
    sayUnbounded(written: writer)
    server.relieve()
  }

  // Whoever lets connections go to make room says a last word, and must not begin anew with that.
  private func sayUnbounded(_ write: (LineWriter) -> Void) {
    // First, as it may let others go, whose last word is written to the same buffer.
    takeKept()
    guard step == .open else { return }
    server.writer.removeAll()
    write(server.writer)
    sayUnbounded(written: server.writer)
  }

  private func sayUnbounded(written writer: LineWriter) {
    server.figures.bytes += writer.count
    unsafe writer.withBytes(in: 0..<writer.count) { bytes in
      guard let sent = unsafe sendNow(bytes), sent < bytes.count else { return }
      _ = unsafe queue.append(bytes, sent: sent, isExempt: true)
    }
    updateInterest()
  }

  /// Sends what the peer takes at once if nothing waits before it; nil when the peer is gone.
  func sendNow(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard queue.isEmpty else { return 0 }
    var sent = 0
    // A reader that is as fast as the daemon must not keep it for all of a long line.
    let most = min(bytes.count, SendQueue.sentAtOnce)
    while sent < most {
      do throws(SystemError) {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent..<most])
        switch try unsafe stream.send(rest) {
        case .bytes(let count): sent += count
        case .wouldBlock: return sent
        case .closed:
          close()
          return nil
        }
      } catch {
        server.log.limited(.warning, .client, "write", "\(description): \(error)")
        close()
        return nil
      }
    }
    return sent
  }

  /// Lets a line wait; a peer for which too many wait is told so and disconnected.
  func enqueue(_ line: UnsafeRawBufferPointer, sent: Int, key: SendQueue.Key?, seq: UInt64) {
    guard step == .open else { return }
    if unsafe queue.append(line, sent: sent, key: key) { return server.relieve() }
    server.figures.overflows += 1
    server.log.limited(
      .warning, .client, "overflow",
      "\(description) does not read: \(queue.count) bytes wait for it; it is disconnected")
    say { $0.overflow(queueBytes: queue.count, lastSeq: seq) }
    leave()
  }

  /// Disconnects it with a last word, and without what waits for it: there is no room for that.
  func giveUp() {
    guard step == .open else { return close() }
    server.figures.overflows += 1
    server.log.limited(
      .warning, .client, "overflow",
      "\(description) is the slowest client while \(server.queuedBytes) bytes wait for all clients; "
        + "it is disconnected")
    let waiting = queue.count
    forgetKept()
    queue.forgetWaiting()
    sayUnbounded { $0.overflow(queueBytes: waiting, lastSeq: server.lastSeq) }
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
      server.log.limited(.warning, .client, "write", "\(description): \(error)")
      close()
    }
  }

  /// Wants to know what matters now, and nothing else: while it waits in the server's queue, nothing.
  func updateInterest() {
    var interest: Interest = []
    if !isQueued {
      if step == .open, !hasFinished, timer?.deadline == nil, queue.count <= 65_536 {
        if server.longAnswer == nil { interest.insert(.readable) } else { server.holdBack(self) }
      }
      if !queue.isEmpty { interest.insert(.writable) }
    }
    try? watch?.change(interest)
  }

  // MARK: Its end

  /// Ends the connection once the peer has taken what waits for it, or the grace is over.
  func leave() {
    guard step == .open else { return }
    takeKept()
    guard step == .open else { return }
    step = .leaving
    if queue.isEmpty { return close() }
    pause(until: server.loop.clock.now() + server.serverLimits.grace)
  }

  /// Ends the connection if its peer has gone away and nobody has noticed yet.
  func closesIfGone() -> Bool {
    guard stream.hasHungUp else { return false }
    close()
    return true
  }

  /// Whether it wants records that it has not copied yet.
  var hasKept: Bool { !kept.isEmpty }

  /// Gives up the records that it has not copied yet.
  func forgetKept() {
    kept = []
    keptBytes = 0
  }

  /// Ends the connection now.
  func close() {
    guard step != .closed else { return }
    step = .closed
    timer?.deadline = nil
    paceTimer?.deadline = nil
    watch?.cancel()
    forgetKept()
    queue.forgetAll()
    server.enqueue(self)
  }
}
