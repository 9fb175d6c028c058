// One connected client: its lines in, its lines out, and its end.

import LinuxKit
import Permissions
import ResponderKit
import Wire

/// What a connection needs of its server.
protocol ConnectionDelegate: AnyObject {
  /// Called when a connection has work.
  func connectionNeedsService(_ connection: Connection)
  /// Called with a request of a client.
  func connection(_ connection: Connection, didReceive request: Request)
  /// Called when a client has read enough to receive a snapshot that is due.
  func connection(_ connection: Connection, shouldSendSnapshotOf subscription: Subscription)
}

/// The program at the other end of the socket.
final class Connection {
  /// The state of the connection.
  ///
  ///     open ──too slow · bye · client is done──► leaving ──everything sent · grace over──► closed
  ///       └──────────────────── client is gone ──────────────────────────────────────────────►┘
  private enum Step { case open, leaving, closed }

  // The time in which a client that is being disconnected may read its last lines, in microseconds.
  private static let grace: Int64 = 5_000_000

  /// The lines that wait for the client.
  let output: ConnectionOutput
  /// The counters of the server.
  let figures: ServerFigures
  /// The number of the connection since the start; for logs and the status.
  let number: Int
  /// The kernel's credentials of the client.
  let peer: PeerCredentials
  /// The socket that the client connected to.
  let socket: ListeningSocket
  /// The limits, as in the hello line.
  let limits: Limits
  /// The actor names of the client, with the name that it has given with `identify`.
  let names: ActorNames
  /// The subscriptions.
  let subscriptions = ClientSubscriptions()
  /// Whether it waits in the queue to be served; the queue sets it.
  var isQueued = false
  /// The lines that the client sends.
  let input: ConnectionInput

  let loop: EventLoop
  unowned let delegate: any ConnectionDelegate
  private let log: Log
  /// The rights of the client.
  private(set) var grant = Grant()
  /// The kind of work that was done for the client last.
  private(set) var latestWork = "nothing"
  private var step = Step.open
  private var hasFinished = false
  private var watch: Watch?
  private var readiness: Readiness = []
  private var timer: Timer?
  // Fires for records that a rate holds back.
  private var paceTimer: Timer?

  init(
    number: Int, stream: consuming UnixStream, peer: PeerCredentials, socket: ListeningSocket,
    limits: Limits, loop: EventLoop, log: Log, figures: ServerFigures,
    delegate: any ConnectionDelegate, isProgram: @escaping (String) -> Bool
  ) {
    self.number = number
    self.peer = peer
    self.socket = socket
    self.limits = limits
    self.loop = loop
    self.log = log
    self.figures = figures
    self.delegate = delegate
    names = ActorNames(isProgram: isProgram)
    output = ConnectionOutput(stream, limit: limits.queueBytes, figures)
    input = ConnectionInput(limits, now: loop.clock.now())
  }

  /// The client in words, for people.
  var description: String {
    let who = names.name.map { "\"\($0)\", " } ?? ""
    return "client \(number) (\(who)pid \(peer.pid), user \(peer.uid))"
  }

  /// Whether records may still be sent.
  var isOpen: Bool { step == .open }

  /// Whether the connection is closed; the server may still have work for it.
  var isClosed: Bool { step == .closed }

  /// Uses other rights from now on.
  func use(_ grant: Grant) { self.grant = grant }

  /// Begins a kind of work for the client.
  func begin(_ work: String) { latestWork = work }

  /// Starts to watch the socket.
  func open() throws(SystemError) {
    watch = try loop.watch(output.stream.raw, .readable, .patient) { [unowned self] in
      readiness.formUnion($0)
      delegate.connectionNeedsService(self)
    }
  }

  // MARK: Service

  /// Whether its next request is long.
  var hasLongRequest: Bool { input.isLong }

  /// Sends what waits, and serves one request or a snapshot that is due; returns whether more can be
  /// served at once. The caller updates the interest.
  func serve() -> Bool {
    let readiness = readiness
    self.readiness = []
    if !output.isEmpty { flush() }
    var hasMore = step == .open && !output.isUnread && serveSnapshot()
    if !hasMore, step == .open, !hasFinished, timer?.deadline == nil { hasMore = serveLine() }
    if !readiness.isDisjoint(with: [.hangup, .error]), !readiness.contains(.readable) { close() }
    if readiness.contains(.hangup), hasFinished || step == .leaving { close() }
    return hasMore && step == .open
  }

  private func serveSnapshot() -> Bool {
    guard let subscription = subscriptions.nextSnapshot() else { return false }
    begin("a snapshot")
    delegate.connection(self, shouldSendSnapshotOf: subscription)
    return true
  }

  /// Called when the client has shut down its side. A client with a subscription may still read.
  func finishReading() {
    hasFinished = true
    if subscriptions.isEmpty { leave() }
  }

  /// Pauses until this time; a client that is leaving is closed then.
  func pause(until time: Int64) {
    if timer == nil {
      timer = loop.timer { [unowned self] in
        switch step {
        case .open: delegate.connectionNeedsService(self)
        case .leaving: close()
        case .closed: break
        }
      }
    }
    timer?.deadline = time
    updateInterest()
  }

  /// Sends the records that a rate holds back when they are due.
  func scheduleHeld() {
    guard isOpen else { return }
    let deadline = subscriptions.nextHeld
    guard deadline != nil || paceTimer != nil else { return }
    if paceTimer == nil { paceTimer = loop.timer { [unowned self] in releaseHeld() } }
    paceTimer?.deadline = deadline
  }

  /// Watches the socket for what is needed now.
  func updateInterest() {
    var interest: Interest = []
    if step == .open, !hasFinished, timer?.deadline == nil, !output.isUnread {
      interest.insert(.readable)
    }
    if !output.isEmpty { interest.insert(.writable) }
    do throws(SystemError) {
      try watch?.change(interest)
    } catch {
      // The kernel would no longer report what its client sends.
      close(failing: error, at: "watch")
    }
  }

  /// Sends what the socket accepts at once.
  func flushQueue() {
    flush()
    updateInterest()
  }

  private func flush() {
    guard step != .closed, !output.isEmpty else { return }
    do throws(SystemError) {
      switch try output.flush() {
      case .bytes: if step == .leaving { close() }
      case .wouldBlock: break
      case .closed: close()
      }
    } catch {
      close(failing: error, at: "write")
    }
  }

  // MARK: End

  /// Disconnects a client that has too many waiting bytes, after a last line.
  func overflow(lastSeq: UInt64) {
    figures.countOverflow()
    log.limited(
      .warning, .client, "overflow",
      "\(description) does not read: \(output.count) bytes wait for it; it is disconnected")
    send { $0.overflow(queueBytes: output.count, lastSeq: lastSeq) }
    leave()
  }

  /// Disconnects the client with a last line, and without the lines that wait for it.
  func disconnect(lastSeq: UInt64) {
    guard step == .open else { return close() }
    figures.countOverflow()
    log.limited(
      .warning, .client, "overflow",
      "\(description) is the slowest client while \(figures.queuedBytes) bytes wait for all "
        + "clients; it is disconnected")
    let waiting = output.count
    output.forgetWaiting()
    send { $0.overflow(queueBytes: waiting, lastSeq: lastSeq) }
    leave()
  }

  /// Closes the connection when the client has read what waits for it, or the grace is over.
  func leave() {
    guard step == .open else { return }
    step = .leaving
    if output.isEmpty { return close() }
    pause(until: loop.clock.now() + Connection.grace)
  }

  /// Closes the connection if the client has disconnected unnoticed.
  func closesIfGone() -> Bool {
    guard output.stream.hasHungUp else { return false }
    close()
    return true
  }

  /// Closes the connection because a call to the kernel failed.
  func close(failing error: SystemError, at work: String) {
    log.limited(.warning, .client, work, "\(description): \(error)")
    close()
  }

  /// Closes the connection now.
  func close() {
    guard step != .closed else { return }
    step = .closed
    timer?.deadline = nil
    paceTimer?.deadline = nil
    watch?.cancel()
    output.forgetAll()
    delegate.connectionNeedsService(self)
  }
}
