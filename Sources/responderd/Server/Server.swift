// The sockets of the daemon: connections and their input.

import Linux
import Protocol
import Records
import ResponderKit

/// The owner of the server.
protocol ServerDelegate: AnyObject {
  /// Called before clients are served: what has happened goes out first.
  func serverWillServe(_ server: Server)
  /// Called when a client has connected; no line was sent yet.
  func server(_ server: Server, didAccept connection: Connection)
  /// Called with a request of a client.
  func server(_ server: Server, didReceive request: Request, from connection: Connection)
  /// Called when a client has read enough to receive a snapshot that is due.
  func server(_ server: Server, shouldSendSnapshotTo connection: Connection)
  /// Called when a client is gone, and no line can be sent to it. Returns whether everything that
  /// it owned is removed; if not, it is called again when the client's turn comes.
  func server(_ server: Server, didClose connection: Connection) -> Bool
  /// Whether a peer is the program that views name as their actor.
  func server(_ server: Server, finds peer: PeerCredentials, toBe actor: String) -> Bool
}

/// Listens, stores the connections, and never waits for any of them.
final class Server {
  // So many records are sent in one turn, which takes about 2 ms: each one as often as its reader has
  // subscriptions, which are all asked for it. What comes meanwhile is of the same turn, up to this time
  // in microseconds: then readers that are late leave out moves again.
  private static let share = 2_048
  private static let longestSharing: Int64 = 50_000

  let loop: EventLoop
  let log: Log
  /// Counters for the status.
  let figures = ServerFigures()
  /// The connections that wait to be served.
  let service: ServiceQueue
  /// The owner of the server, which outlives it.
  unowned var delegate: (any ServerDelegate)?

  private let limits: Limits
  /// The clients.
  private(set) var clients = ClientList()
  // The number of records of all streams.
  private var position: UInt64 = 0
  // The client that is next, how many have not got the records of an earlier turn, since when, and the
  // turn that has sent its share.
  private var next = 0
  private var unserved = 0
  private var sharedSince: Int64 = 0
  private var sharedIn: Int?
  // The number of connections that leaves descriptors for devices.
  private var capacity = Int.max
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

  init(loop: EventLoop, log: Log, limits: Limits = .standard) {
    self.loop = loop
    self.log = log
    self.limits = limits
    service = ServiceQueue(loop)
    loop.afterPatient = { [unowned self] in serveClients() }
  }

  /// All connections, in the order in which they came.
  var connections: ContiguousArray<Connection> { clients.all }

  /// Accepts no more connections than this, which leaves descriptors for devices.
  func use(capacity: Int) { self.capacity = capacity }

  /// Starts to accept callers of a listening socket.
  func listen(_ listener: UnixListener, at socket: ListeningSocket = .records) throws(SystemError) {
    try listeners.listen(listener, at: socket)
  }

  /// The paths of listening sockets that are not theirs any more.
  var lostSockets: [String] { listeners.lostPaths }

  /// Stops accepting callers; connected clients stay.
  func stopListening() { listeners.stop() }

  /// Adds the connection of an accepted socket; refuses it if there are too many.
  func accept(
    _ stream: consuming UnixStream, _ peer: PeerCredentials, at socket: ListeningSocket = .records
  ) throws(SystemError) {
    if let reason = refusal(of: peer) {
      refuse(stream, reason)
      log.limited(
        .warning, .client, "connections",
        "pid \(peer.pid) of user \(peer.uid) was refused: \(reason)")
      figures.countRefused()
      return
    }
    let connection = Connection(
      number: clients.nextNumber(), stream: stream, peer: peer, socket: socket, limits: limits,
      loop: loop, log: log, figures: figures, delegate: self
    ) { [unowned self] actor in delegate?.server(self, finds: peer, toBe: actor) ?? false }
    try connection.open()
    clients.insert(connection)
    if isSharing { unserved += 1 }
    figures.countAccepted()
    delegate?.server(self, didAccept: connection)
  }

  private func refusal(of peer: PeerCredentials) -> String? {
    if connections.count >= capacity {
      return "\(connections.count) programs are connected, and the remaining descriptors are "
        + "for devices; close some, or raise LimitNOFILE"
    }
    if connections.count >= limits.connections {
      return "\(connections.count) programs are connected, which is the limit; close some"
    }
    let ofUser = clients.count(of: peer.uid)
    if ofUser >= limits.connectionsOfUser {
      return "user \(peer.uid) has \(ofUser) connections, which is the limit; close some"
    }
    return nil
  }

  private func refuse(_ stream: borrowing UnixStream, _ message: String) {
    let line = LineWriter(capacity: 256)
    line.error(ProtocolError(.limit, message), to: nil)
    _ = try? unsafe line.withBytes(in: 0..<line.count) { unsafe try stream.send($0) }
  }

  /// Moves the records of a turn into their stream. Who has not got those of an earlier turn is not
  /// late, so they are of the same one.
  func append(_ encoder: RecordEncoder, to stream: RecordStream) {
    stream.append(encoder, at: &position, isSameTurn: isSharing)
  }

  /// Whether clients have not got the records of an earlier turn.
  var isSharing: Bool { unserved > 0 }

  /// Sends the records of all streams to the clients that want them.
  func deliver() {
    unserved = clients.all.count
    deliver(upTo: .max)
  }

  /// The same, but what is much is shared among turns: devices are looked at before the next clients get
  /// their records, and no request is served until all have them.
  func share(hasNew: Bool) {
    let hasSentShare = isSharing && sharedIn == loop.turnNumber
    if !isSharing { sharedSince = loop.turnBegan }
    if hasNew { unserved = clients.all.count }
    sharedIn = loop.turnNumber
    if !hasSentShare {
      deliver(upTo: loop.turnBegan - sharedSince < Server.longestSharing ? Server.share : .max)
    }
    if isSharing { loop.hasWork = true }
  }

  private func deliver(upTo share: Int) {
    var sent = 0
    while unserved > 0, sent < share {
      if next >= clients.all.count { next = 0 }
      let client = clients.all[next]
      sent += client.deliver(at: loop.turnBegan) * client.subscriptions.all.count
      next += 1
      unserved -= 1
    }
  }

  // Disconnects the slowest clients until the bytes that wait for all are within their limit.
  private func dropSlowest() {
    while figures.queuedBytes > limits.allQueueBytes, let slowest = clients.slowest {
      // The rest of a line that is partly sent stays; if necessary, it is dropped too.
      slowest.disconnect(
        "it is the slowest client while \(figures.queuedBytes) bytes wait for all clients")
    }
  }

  // MARK: Names and the end of connections

  /// Gives a client a name.
  func name(_ connection: Connection, _ name: String) { connection.names.name = name }

  /// The connection with a name.
  func connection(named name: String) -> Connection? { clients[name] }

  private func serveClients() {
    if !isSharing { delegate?.serverWillServe(self) }
    guard !isSharing else { return }
    listeners.beginTurn()
    service.serve { finish($0) }
    dropSlowest()
  }

  // Cleans up after a closed connection; returns whether that is complete.
  private func finish(_ connection: Connection) -> Bool {
    guard delegate?.server(self, didClose: connection) ?? true else { return false }
    clients.remove(connection)
    figures.countCoalesced(connection.subscriptions.coalesced)
    connection.subscriptions.removeAll()
    return true
  }

  /// Sends a last line to all, and closes their connections when they have read what waits.
  func closeAll(reason: String) {
    for connection in connections { connection.leave(saying: reason) }
  }
}

extension Server: ConnectionDelegate {
  func connectionNeedsService(_ connection: Connection) { service.append(connection) }

  func connection(_ connection: Connection, didReceive request: Request) {
    delegate?.server(self, didReceive: request, from: connection)
  }

  func connectionShouldSendSnapshot(_ connection: Connection) {
    delegate?.server(self, shouldSendSnapshotTo: connection)
  }
}
