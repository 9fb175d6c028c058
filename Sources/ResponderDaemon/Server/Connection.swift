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
  var name: String?
  /// What it may do.
  var grant = Grant()
  /// What it wants to read.
  var subscriptions: ContiguousArray<PacedSubscription> = []
  /// The views that go away with it.
  var owned: [View] = []
  /// The recognizers that go away with it.
  var ownedRecognizers: [GestureRecognizer] = []
  /// The number of its latest subscription.
  var lastSubscription = 0
  /// Its place in the server's list.
  var position: Int

  /// Its bounds, as its first line told them.
  let limits: Limits
  private let stream: UnixStream
  unowned let server: Server
  private var step = Step.open
  private var queue: SendQueue {
    didSet {
      server.queuedBytes += queue.count - countedBytes
      countedBytes = queue.count
    }
  }
  // What of the queue is in the server's sum.
  private var countedBytes = 0
  private var reader: LineReader
  private var budget: RequestBudget
  private var watch: Watch?
  private var timer: Timer?
  /// Wakes for records that a pace holds back.
  var paceTimer: Timer?
  private var hasFinished = false

  init(
    number: Int, stream: consuming UnixStream, peer: PeerCredentials, door: Door, server: Server,
    position: Int
  ) {
    self.number = number
    self.peer = peer
    self.door = door
    self.stream = stream
    self.server = server
    self.position = position
    limits = server.limits
    queue = SendQueue(limit: server.limits.queueBytes)
    reader = LineReader(limit: server.limits.lineBytes)
    budget = RequestBudget(
      requestsPerSecond: server.limits.requestsPerSecond, now: server.loop.clock.now())
  }

  /// For people: who this is.
  var description: String {
    let who = name.map { "\"\($0)\", " } ?? ""
    return "client \(number) (\(who)pid \(peer.pid), user \(peer.uid))"
  }

  /// How many bytes wait for it.
  var queuedBytes: Int { queue.count }

  /// How many of its records were left out for newer ones.
  var coalesced: Int { queue.coalesced }

  /// Whether records may still be said to it.
  var isOpen: Bool { step == .open }

  /// Begins to listen to it.
  func open() throws(SystemError) {
    watch = try server.loop.watch(stream.raw, .readable) { [unowned self] readiness in
      if readiness.contains(.writable) { flush() }
      if readiness.contains(.readable), step == .open, !hasFinished { serve() }
      if !readiness.isDisjoint(with: [.hangup, .error]), !readiness.contains(.readable) { close() }
      if readiness.contains(.hangup), hasFinished || step == .leaving { close() }
    }
  }

  // MARK: What arrives

  /// Serves what has arrived, as far as its budget and its own reading allow.
  private func serve() {
    var served = 0
    while step == .open {
      // Who does not read answers gets no more of them.
      guard queue.count <= 65_536 else { break }
      let now = server.loop.clock.now()
      if let later = budget.delay(now: now) { return pause(until: later) }
      // The others, and the fingers, have their turn in between.
      guard served < 64 else { return pause(until: now) }
      switch reader.next() {
      case .line(let line):
        served += 1
        let before = server.figures.bytes
        receive(line)
        budget.spend(answerBytes: server.figures.bytes - before)
      case .tooLong:
        server.figures.badRequests += 1
        budget.spend(answerBytes: 0)
        let limit = limits.lineBytes
        say {
          $0.error(
            ProtocolError(
              .lineTooLong, "a line of more than \(limit) bytes arrived; it was thrown away"),
            to: nil)
        }
      case nil:
        guard served < 64, fill() else { return updateInterest() }
        served += 1
      }
    }
    updateInterest()
  }

  /// Reads what has arrived; says whether there may be a line now.
  private func fill() -> Bool {
    do throws(SystemError) {
      let transfer = try reader.fill { (bytes: inout ContiguousArray<UInt8>) throws(SystemError) in
        try stream.receive(into: &bytes, atMost: 4096)
      }
      switch transfer {
      case .bytes: return true
      case .wouldBlock: return false
      case .closed:
        // Somebody who has said all may still listen; without a subscription there is nothing to.
        hasFinished = true
        if subscriptions.isEmpty { leave() }
        return false
      }
    } catch {
      server.log.limited(.warning, .client, "read", "\(description): \(error)")
      close()
      return false
    }
  }

  private func receive(_ line: Range<Int>) {
    do throws(JSONError) {
      let json = try reader.json(in: line, depth: limits.depth)
      do throws(RefusedRequest) {
        let request = try Request(json)
        server.figures.requests += 1
        server.delegate?.server(server, didReceive: request, from: self)
      } catch {
        server.figures.badRequests += 1
        say { $0.error(error.error, to: error.id) }
      }
    } catch {
      server.figures.badRequests += 1
      say { $0.error(ProtocolError(error), to: nil) }
    }
  }

  private func pause(until time: Int64) {
    if timer == nil {
      timer = server.loop.timer { [unowned self] in
        switch step {
        case .open: serve()
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
    let writer = server.writer
    writer.removeAll()
    write(writer)
    server.figures.bytes += writer.count
    unsafe writer.withBytes(in: 0..<writer.count) { bytes in
      guard let sent = unsafe sendNow(bytes), sent < bytes.count else { return }
      _ = unsafe queue.append(bytes, sent: sent, isExempt: true)
    }
    updateInterest()
    server.relieve()
  }

  /// Sends what the peer takes at once if nothing waits before it; nil when the peer is gone.
  func sendNow(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard queue.isEmpty else { return 0 }
    var sent = 0
    while sent < bytes.count {
      do throws(SystemError) {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
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
    server.figures.overflows += 1
    server.log.limited(
      .warning, .client, "overflow",
      "\(description) lags most while \(server.queuedBytes) bytes wait for all clients; "
        + "it is disconnected")
    let waiting = queue.count
    queue.forgetWaiting()
    guard step == .open else { return close() }
    say { $0.overflow(queueBytes: waiting, lastSeq: server.lastSeq) }
    leave()
  }

  private func flush() {
    do throws(SystemError) {
      switch try queue.send(over: stream) {
      case .bytes:
        switch step {
        case .open: if !hasFinished { serve() }
        case .leaving: return close()
        case .closed: return
        }
      case .wouldBlock: break
      case .closed: return close()
      }
    } catch {
      server.log.limited(.warning, .client, "write", "\(description): \(error)")
      return close()
    }
    updateInterest()
  }

  /// Wants to know what matters now, and nothing else.
  func updateInterest() {
    var interest: Interest = []
    if step == .open, !hasFinished, timer?.deadline == nil, queue.count <= 65_536 {
      interest.insert(.readable)
    }
    if !queue.isEmpty { interest.insert(.writable) }
    try? watch?.change(interest)
  }

  // MARK: Its end

  /// Ends the connection once the peer has taken what waits for it, or the grace is over.
  func leave() {
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

  /// Ends the connection now.
  func close() {
    guard step != .closed else { return }
    step = .closed
    timer?.deadline = nil
    paceTimer?.deadline = nil
    watch?.cancel()
    queue.forgetAll()
    server.lost(self)
  }
}
