// One connected client: its lines in, its lines out, and its end.

import Linux
import Protocol
import ResponderKit

/// What a connection needs of its server.
protocol ConnectionDelegate: AnyObject {
  /// Called when a connection has work.
  func connectionNeedsService(_ connection: Connection)
  /// Called with a request of a client.
  func connection(_ connection: Connection, didReceive request: Request)
  /// Called when a client has read enough to receive a snapshot that is due.
  func connectionShouldSendSnapshot(_ connection: Connection)
}

/// The program at the other end of the socket.
final class Connection {
  /// The state of the connection.
  ///
  ///     open ──stalled · closing · client is done──► leaving ──everything sent · grace over──► closed
  ///       └──────────────────── client is gone ──────────────────────────────────────────────────►┘
  private enum Step { case open, leaving, closed }

  // The time in which a client that is being disconnected may read its last lines, in microseconds.
  private static let grace: Int64 = 5_000_000
  // The time after which a client that has read nothing of what waits for it is disconnected.
  private static let patience: Int64 = 30_000_000

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
  /// The origin of the page that it is of.
  var origin: Origin?
  /// What the client has trouble with, in its own words.
  var problems: [String] = []
  /// The subscriptions.
  let subscriptions = ClientSubscriptions()
  /// What it has changed, for the journal; the daemon sets it.
  var changes: ClientChanges?
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
  // The reason why the daemon closes the connection, until it is written.
  private var farewell: String?
  private var hasFinished = false
  private var watch: Watch?
  private var readiness: Readiness = []
  private var timer: Timer?
  // Whether the socket accepts nothing more, until the client reads.
  private var isBlocked = false
  // Fires when nothing of what waits was read.
  private var stallTimer: Timer?
  /// Fires for records that a rate holds back.
  var paceTimer: Timer?

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
    output = ConnectionOutput(stream, figures)
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

  /// Since when the client has read nothing of what waits for it; nil if nothing waits.
  var blockedSince: Int64? { stallTimer?.deadline.map { $0 - Connection.patience } }

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

  /// Sends what waits, and serves a snapshot that is due or one request; returns whether more can be
  /// served at once. The caller updates the interest.
  func serve() -> Bool {
    let readiness = readiness
    self.readiness = []
    flush()
    deliver(at: loop.turnBegan)
    if step == .leaving, output.isEmpty { sayFarewell() }
    // A client that does not read what waits for it is asked and answered nothing.
    var hasMore = step == .open && output.isEmpty && serveSnapshot()
    if !hasMore, step == .open, !hasFinished, output.isEmpty, timer?.deadline == nil {
      hasMore = serveLine()
    }
    if !readiness.isDisjoint(with: [.hangup, .error]), !readiness.contains(.readable) { close() }
    if readiness.contains(.hangup), hasFinished || step == .leaving { close() }
    return hasMore && step == .open
  }

  private func serveSnapshot() -> Bool {
    guard subscriptions.hasDueSnapshots else { return false }
    begin("a snapshot")
    delegate.connectionShouldSendSnapshot(self)
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

  /// Watches the socket for what is needed now.
  func updateInterest() {
    var interest: Interest = []
    if step == .open, !hasFinished, timer?.deadline == nil, output.isEmpty {
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

  /// Sends what the socket accepts at once; returns whether it has accepted something.
  @discardableResult
  func flush() -> Bool {
    guard step != .closed, !output.isEmpty else { return false }
    do throws(SystemError) {
      let (took, transfer) = try output.flush()
      switch transfer {
      case .bytes:
        isBlocked = false
        stallTimer?.deadline = nil
      case .wouldBlock:
        if took || !isBlocked { awaitReading() }
        isBlocked = true
        updateInterest()
      case .closed: close()
      }
      return took
    } catch {
      close(failing: error, at: "write")
      return false
    }
  }

  // MARK: End

  private func awaitReading() {
    guard step == .open else { return }
    if stallTimer == nil {
      stallTimer = loop.timer { [unowned self] in
        // The kernel reports that there is room when most was read, and accepts what fits before.
        if !flush() { disconnect("nothing of what waits for it was read for 30 s") }
      }
    }
    stallTimer?.deadline = loop.clock.now() + Connection.patience
  }

  /// Disconnects a client that does not read, with a last line, and without what waits for it.
  func disconnect(_ reason: String) {
    guard step == .open else { return close() }
    figures.countStalled()
    log.limited(
      .warning, .client, "stalled",
      "\(description) is disconnected: \(reason) (\(output.count) bytes)")
    output.forgetWaiting()
    subscriptions.removeAll()
    leave(saying: reason)
  }

  /// Closes the connection when the client has read all that there is for it, and the reason as its
  /// last line, or when the grace is over.
  func leave(saying reason: String? = nil) {
    guard step == .open else { return }
    step = .leaving
    farewell = reason
    stallTimer?.deadline = nil
    pause(until: loop.clock.now() + Connection.grace)
    delegate.connectionNeedsService(self)
  }

  private func sayFarewell() {
    if let reason = farewell {
      farewell = nil
      let line = LineWriter(capacity: 256)
      line.closing(reason: reason)
      output.write(line)
      flush()
    }
    if output.isEmpty { close() }
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
    stallTimer?.deadline = nil
    watch?.cancel()
    output.forgetAll()
    delegate.connectionNeedsService(self)
  }
}
