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
  /// Counters for the status.
  let figures: ServerFigures
  /// The sending of records.
  let shared: SharedOutput
  /// The connections that wait to be served.
  let service: ServiceQueue
  /// The numbers of records for clients that do not see the same.
  let counts = RecordCounts()
  /// The owner of the server, which outlives it.
  unowned var delegate: (any ServerDelegate)?

  /// The limits of new connections.
  private(set) var limits: Limits
  /// The clients.
  private(set) var clients: ClientList
  private var serverLimits: ServerLimits
  // The number of connections that leaves descriptors for devices.
  private var capacity = Int.max
  private var subscriptions = Subscriptions()
  private lazy var listeners = Listeners(
    loop, log,
    Listeners.Handlers(
      accepted: { [unowned self] (stream, peer, socket) throws(SystemError) in
        try accept(stream, peer, at: socket)
      },
      refused: { [unowned self] in
        refuse($0, "no descriptor is left; close connections, or raise LimitNOFILE")
      },
      sentAway: { [figures] in figures.countRefused() }))

  init(
    loop: EventLoop, log: Log, limits: Limits = Limits(), serverLimits: ServerLimits = .init()
  ) {
    self.loop = loop
    self.log = log
    self.limits = limits
    self.serverLimits = serverLimits
    figures = ServerFigures()
    shared = SharedOutput(loop, figures)
    service = ServiceQueue(loop, figures)
    clients = ClientList(shared.readers)
    loop.afterPatient = { [unowned self] in serveClients() }
  }

  /// All connections, in no order.
  var connections: ContiguousArray<Connection> { clients.all }

  /// Uses other limits from now on.
  func use(_ limits: Limits, _ serverLimits: ServerLimits) {
    self.limits = limits
    self.serverLimits = serverLimits
  }

  /// Accepts no more connections than this, which leaves descriptors for devices.
  func use(capacity: Int) { self.capacity = capacity }

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
    let account = clients.accounts[peer.uid] ?? UserAccount(user: peer.uid, now: began)
    if let reason = refusal(of: peer, account.connections) {
      refuse(stream, reason)
      log.limited(
        .warning, .client, "connections",
        "pid \(peer.pid) of user \(peer.uid) was refused: \(reason)")
      figures.countRefused()
      return
    }
    let connection = Connection(
      number: clients.nextNumber(), stream: stream, peer: peer, account: account, socket: socket,
      limits: limits, numbers: counts.ofAll, loop: loop, log: log, shared: shared, delegate: self
    ) { [unowned self] actor in delegate?.server(self, finds: peer, toBe: actor) ?? false }
    try connection.open()
    clients.insert(connection)
    figures.countAccepted()
    delegate?.server(self, didAccept: connection)
    account.spend(loop.clock.now() - began)
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
    let lines = shared.lines { $0.error(ProtocolError(.limit, message), to: nil) }
    _ = try? unsafe lines.withBytes(in: 0..<lines.count) { unsafe try stream.send($0) }
  }

  /// Sends the records of a turn to all clients that want them.
  func broadcast(_ encoder: RecordEncoder) {
    counts.count(encoder)
    shared.beginTurn()
    subscriptions.match(encoder, turn: shared.turn)
    let first = shared.beginSending(to: clients.all.count)
    send(encoder, to: first..<clients.all.count)
    send(encoder, to: 0..<first)
    service.chargeCaused(encodedBytes: encoder.lines.count, sentBytes: shared.finish())
  }

  // Most clients read the same lines and have read everything before, so they are served in runs.
  private func send(_ encoder: RecordEncoder, to positions: Range<Int>) {
    var rest = positions
    while !rest.isEmpty {
      shared.look()
      let run = shared.sendDirectly(encoder, to: rest)
      rest.removeFirst(run.count)
      shared.countServed(run.count)
      guard let sent = run.sentToNext else { continue }
      clients.all[rest.removeFirst()].deliver(encoder, sent: sent)
      shared.countServed()
    }
  }

  // Disconnects the slowest clients of the user with the most waiting bytes, until the total is
  // within its limit.
  private func dropSlowest() {
    while figures.queuedBytes > serverLimits.queueBytes, let slowest = clients.slowest {
      // The rest of a line that is partly sent stays; if necessary, it is dropped too.
      slowest.disconnect(lastSeq: lastSeq)
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
    for paced in connection.subscriptions.all {
      subscriptions.setAudience(of: paced, to: audience) { numbers(for: $0, hidden: lastSeq) }
    }
    connection.subscriptions.updateOutput()
  }

  /// Releases what an ended subscription has used.
  func ended(_ paced: PacedSubscription, of account: UserAccount? = nil) {
    subscriptions.end(paced, of: account)
  }

  // MARK: Names and the end of connections

  /// Gives a client a name.
  func name(_ connection: Connection, _ name: String) { clients.name(connection, name) }

  /// The connection with a name.
  func connection(named name: String) -> Connection? { clients[name] }

  private func serveClients() {
    listeners.beginTurn()
    service.serve { finish($0) }
  }

  // Cleans up after a closed connection; returns whether that is complete.
  private func finish(_ connection: Connection) -> Bool {
    guard delegate?.server(self, didClose: connection) ?? true else { return false }
    counts.insert(connection.reading.spans(at: lastSeq), of: connection.number, connection.peer.uid)
    clients.remove(connection, now: loop.clock.now())
    figures.countCoalesced(connection.output.coalesced)
    for paced in connection.subscriptions.all { ended(paced, of: connection.account) }
    return true
  }

  /// Sends the goodbye message to all, and closes their connections when they have read what waits.
  func closeAll(reason: String) {
    for connection in connections {
      connection.send { $0.bye(reason: reason) }
      connection.leave()
    }
  }
}

extension Server: ConnectionDelegate {
  var causedCost: Int64 { service.causedCost }

  func connectionNeedsService(_ connection: Connection) { service.append(connection) }

  func connectionHasQueued(_ connection: Connection) { dropSlowest() }

  func connection(_ connection: Connection, didReceive request: Request) {
    delegate?.server(self, didReceive: request, from: connection)
  }

  func connection(_ connection: Connection, shouldSendSnapshotOf paced: PacedSubscription) {
    delegate?.server(self, shouldSendSnapshotOf: paced, to: connection)
  }
}
