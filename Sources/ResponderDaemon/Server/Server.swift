// The sockets of the daemon: connections and their input.

import LinuxKit
import Permissions
import ResponderKit
import Wire

/// The owner of the server.
protocol ServerDelegate: AnyObject {
  /// Called when a client has connected; no line was sent yet.
  func server(_ server: Server, didAccept connection: Connection)
  /// Called with a request of a client.
  func server(_ server: Server, didReceive request: Request, from connection: Connection)
  /// Called when a client has read enough to receive a snapshot that is due.
  func server(
    _ server: Server, shouldSendSnapshotOf paced: PacedSubscription, to connection: Connection)
  /// Called when a client is gone, and no line can be sent to it. Returns whether everything that
  /// it owned is removed; if not, it is called again when the client's turn comes.
  func server(_ server: Server, didClose connection: Connection) -> Bool
  /// Whether a peer is the program that views name as their actor.
  func server(_ server: Server, finds peer: PeerCredentials, toBe actor: String) -> Bool
}

/// Listens, stores the connections, and never waits for any of them.
final class Server {
  let loop: EventLoop
  let log: Log
  /// The limits of new connections.
  var limits: Limits
  var serverLimits: ServerLimits
  weak var delegate: (any ServerDelegate)?

  /// All connections, in no order.
  private(set) var connections: ContiguousArray<Connection> = []
  /// Counters for the status.
  var figures = ServerFigures()

  /// The number of connections that leaves descriptors for devices.
  var capacity = Int.max
  /// The number of bytes that wait for all clients together.
  var queuedBytes = 0
  /// The number of the last record that was sent.
  private(set) var lastSeq: UInt64 = 0

  /// Whether records are written to their readers now; when there are many, some wait in their
  /// queues until other clients were served.
  private(set) var sendsAtOnce = true
  private var firstReader = 0

  /// The records of this turn, if a reader copies them later.
  private var page: RecordPage?
  /// The approximate number of bytes of this turn that readers copy later.
  var postponedBytes = 0

  /// The time for which the records of one turn are written to their readers, in microseconds.
  var sendSlice: Int64 = 3_000

  /// A long answer that is being written; until it is sent, other clients receive records, but
  /// their requests are not served.
  var longAnswer: LongAnswer?
  /// The connections that wait for the long answer.
  var heldBack: ContiguousArray<Connection> = []
  /// The time for which it is written in one turn, in microseconds.
  var answerSlice = Server.slice

  /// A buffer for one answer at a time.
  let writer = LineWriter()
  /// A buffer for the lines of one turn that one client wants.
  let gathered = LineWriter()
  /// The indices of the records of one turn that one client wants.
  var wanted: ContiguousArray<Int> = []

  /// The number of connections with a subscription; a record is sent to no more than these.
  var readers = 0

  /// The numbers of records for clients that do not see the same.
  var counts = RecordCounts()

  private var subscriptions = Subscriptions()
  private var turn = 0
  private lazy var listeners = Listeners(
    loop, log,
    Listeners.Handlers(
      accepted: { [unowned self] (stream, peer, socket) throws(SystemError) in
        try accept(stream, peer, at: socket)
      },
      refused: { [unowned self] in
        refuse($0, "no descriptor is left; close connections, or raise LimitNOFILE")
      },
      sentAway: { [unowned self] in figures.refused += 1 }))
  private(set) var accounts: [UInt32: UserAccount] = [:]
  var queue = FairQueue()
  // Connections that were queued in this turn and are still watched.
  var newlyQueued: ContiguousArray<Connection> = []
  var resumeTimer: Timer?
  var causedRecords = CausedRecords()
  private var names: [String: Connection] = [:]
  private var lastNumber = 0
  init(
    loop: EventLoop, log: Log, limits: Limits = Limits(), serverLimits: ServerLimits = .init()
  ) {
    self.loop = loop
    self.log = log
    self.limits = limits
    self.serverLimits = serverLimits
    loop.afterPatient = { [unowned self] in
      listeners.beginTurn()
      serveQueue()
    }
  }

  /// Starts to accept callers of a listening socket.
  func listen(_ listener: UnixListener, at socket: ListeningSocket = .records) throws(SystemError) {
    try listeners.listen(listener, at: socket)
  }

  /// Stops accepting callers; connected clients stay.
  func stopListening() { listeners.stop() }

  /// Adds the connection of an accepted socket; refuses it if there are too many.
  func accept(
    _ stream: consuming UnixStream, _ peer: PeerCredentials, at socket: ListeningSocket = .records
  ) throws(SystemError) {
    let began = loop.clock.now()
    let account = accounts[peer.uid] ?? UserAccount(user: peer.uid, now: began)
    if let reason = refusal(of: peer, account.connections) {
      refuse(stream, reason)
      log.limited(
        .warning, .client, "connections",
        "pid \(peer.pid) of user \(peer.uid) was refused: \(reason)")
      figures.refused += 1
      return
    }
    lastNumber += 1
    let connection = Connection(
      number: lastNumber, stream: stream, peer: peer, account: account, socket: socket,
      server: self,
      position: connections.count
    ) { [unowned self] actor in delegate?.server(self, finds: peer, toBe: actor) ?? false }
    try connection.open()
    connections.append(connection)
    account.connections += 1
    accounts[peer.uid] = account
    figures.accepted += 1
    delegate?.server(self, didAccept: connection)
    account.share.spend(loop.clock.now() - began)
  }

  private func refusal(of peer: PeerCredentials, _ ofUser: Int) -> String? {
    if connections.count >= capacity {
      return "\(connections.count) programs are connected, and the remaining descriptors are "
        + "for devices; close some, or raise LimitNOFILE"
    }
    if connections.count >= serverLimits.connections {
      return "\(connections.count) programs are connected, which is the limit; close some"
    }
    if ofUser >= serverLimits.connectionsPerUser {
      return "user \(peer.uid) has \(ofUser) connections, which is the limit; close some"
    }
    return nil
  }

  private func refuse(_ stream: borrowing UnixStream, _ message: String) {
    writer.removeAll()
    writer.error(ProtocolError(.limit, message), to: nil)
    _ = try? unsafe writer.withBytes(in: 0..<writer.count) { unsafe try stream.send($0) }
  }

  /// Sends the records of a turn to all clients that want them.
  func broadcast(_ encoder: RecordEncoder) {
    turn += 1
    lastSeq = encoder.seq
    counts.count(encoder.records)
    subscriptions.match(encoder, turn: turn)
    let before = figures.bytes
    var looked = before
    let began = loop.clock.now()
    let end = end(ofSlice: sendSlice, from: began)
    // A client that is late in one turn is first in the next.
    let first = connections.isEmpty ? 0 : firstReader % connections.count
    for count in connections.indices {
      let index = first + count
      let connection = connections[index < connections.count ? index : index - connections.count]
      if sendsAtOnce, count % 32 == 31 || figures.bytes - looked > 65_536 {
        looked = figures.bytes
        if loop.clock.now() > end {
          sendsAtOnce = false
          firstReader = first + count
        }
      }
      connection.deliver(encoder, turn: turn, of: self)
    }
    sendsAtOnce = true
    page = nil
    loop.record("records", took: loop.clock.now() - began)
    causedRecords.charge(
      encodedBytes: encoder.lines.count, sentBytes: figures.bytes - before + postponedBytes)
    postponedBytes = 0
  }

  /// The records of the current turn, for clients that copy them later.
  func page(of encoder: RecordEncoder) -> RecordPage {
    if let page { return page }
    let fresh = RecordPage(encoder)
    page = fresh
    return fresh
  }

  /// Disconnects the slowest clients of the user with the most waiting bytes, until the total is
  /// within its limit.
  func dropSlowest() {
    while queuedBytes > serverLimits.queueBytes,
      let account = accounts.values.max(by: { $0.queuedBytes < $1.queuedBytes }),
      let last = connections.lazy.filter({ $0.account === account && $0.queuedBytes > 0 })
        .max(by: { $0.queuedBytes < $1.queuedBytes })
    {
      // The rest of a line that is partly sent stays; if necessary, it is dropped too.
      last.disconnect()
    }
  }

  /// A new subscription, which shares its filter with subscriptions that have the same.
  func subscription(
    id: Int, filter: Filter, audience: Audience = .all, of account: UserAccount? = nil
  ) -> PacedSubscription {
    subscriptions.begin(id: id, filter: filter, audience: audience, of: account) {
      numbers(for: $0, hidden: lastSeq)
    }
  }

  /// Changes the audience of a client's subscriptions.
  func setAudience(of connection: Connection, to audience: Audience) {
    for paced in connection.subscriptions {
      subscriptions.setAudience(of: paced, to: audience) { numbers(for: $0, hidden: lastSeq) }
    }
    connection.updateDirectFilter()
  }

  /// Releases what an ended subscription has used.
  func ended(_ paced: PacedSubscription, of account: UserAccount? = nil) {
    subscriptions.end(paced, of: account)
  }

  // MARK: Names and the end of connections

  /// Updates the index of names after a connection has changed its name.
  func renamed(_ connection: Connection, from old: String?) {
    if let old, names[old] === connection { names[old] = nil }
    if let name = connection.name { names[name] = connection }
  }

  /// The connection with a name.
  func connection(named name: String) -> Connection? {
    names[name].flatMap { $0.isOpen ? $0 : nil }
  }

  /// Removes a closed connection from the lists.
  func remove(_ connection: Connection) {
    let last = connections.removeLast()
    if last !== connection {
      connections[connection.position] = last
      last.position = connection.position
    }
    counts.insert(connection.reading.spans(at: lastSeq), of: connection.number, connection.peer.uid)
    let account = connection.account
    account.connections -= 1
    if account.connections == 0, account.delay(now: loop.clock.now()) == nil {
      accounts[account.user] = nil
    }
    figures.coalesced += connection.coalesced
    for subscription in connection.subscriptions { ended(subscription, of: account) }
    // Another client may have the name now.
    if let name = connection.name, names[name] === connection { names[name] = nil }
  }

  /// Sends the goodbye message to all, and closes their connections when they have read what waits.
  func closeAll(reason: String) {
    longAnswer?.cancel()
    endLongAnswer()
    for connection in connections {
      connection.send { $0.bye(reason: reason) }
      connection.leave()
    }
  }
}
