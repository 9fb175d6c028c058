// The sockets' side of the daemon: who is connected, and what arrives from them.

import LinuxKit
import ResponderKit
import Wire

/// What the server's owner does with what arrives.
protocol ServerDelegate: AnyObject {
  /// Somebody connected; nothing has been said yet.
  func server(_ server: Server, didAccept connection: Connection)
  /// A peer asked for something.
  func server(_ server: Server, didReceive request: Request, from connection: Connection)
  /// A client has read enough to be told a snapshot that it is owed.
  func server(_ server: Server, owes paced: PacedSubscription, to connection: Connection)
  /// A client is gone, and nothing can be sent to it any more. Returns whether everything that it
  /// leaves is cleared up; if not, it is called again when the client's turn comes.
  func server(_ server: Server, didClose connection: Connection) -> Bool
  /// Whether a peer is the program that views name as their actor.
  func server(_ server: Server, finds peer: PeerCredentials, toBe actor: String) -> Bool
}

/// Listens, keeps the connections, and never waits for any of them.
final class Server {
  let loop: EventLoop
  let log: Log
  /// The bounds of those who connect from now on.
  var limits: Limits
  var serverLimits: ServerLimits
  weak var delegate: (any ServerDelegate)?

  /// Everybody who is connected, in no order.
  private(set) var connections: ContiguousArray<Connection> = []
  /// Figures for the status.
  var figures = ServerFigures()

  /// How many connections leave descriptors for devices, which must never lack one.
  var room = Int.max
  /// How many bytes wait for all peers together.
  var queuedBytes = 0
  /// The number of the last record that was handed out.
  private(set) var lastSeq: UInt64 = 0

  /// Whether records are written to their readers now; when there are many, some wait in their
  /// queues until others have been served.
  private(set) var sendsAtOnce = true
  private var firstReader = 0

  /// The records of this turn, if a reader takes them later.
  private var page: RecordPage?
  /// How many bytes of this turn readers take later, about.
  var postponedBytes = 0

  /// How long the records of one turn are written to their readers, in microseconds.
  var sendSlice: Int64 = 3_000

  /// An answer that is being written; until it has been said, the others are told what happens, and
  /// are not asked what they want.
  var longAnswer: LongAnswer?
  /// Those who wait for that.
  var heldBack: ContiguousArray<Connection> = []
  /// For how long it is written in one turn, in microseconds.
  var answerSlice = Server.slice

  /// A buffer for one answer at a time.
  let writer = LineWriter()
  /// A buffer for the lines of one turn that one peer wants.
  let gathered = LineWriter()
  /// The places of the records of one turn that one peer wants.
  var wanted: ContiguousArray<Int> = []

  private struct FilterKey: Hashable {
    var filter: Filter
    var audience: Audience
  }

  /// How many connections have a subscription; no record goes to more.
  var readers = 0

  private var filters: [FilterKey: SharedFilter] = [:]
  private var viewIndex = ViewIndex()
  private var turn = 0
  private var listeners: [(UnixListener, Watch)] = []
  var accounts: [UInt32: UserAccount] = [:]
  var queue = FairQueue()
  // Those that were queued in this turn, which still want to know what is ready.
  var newlyQueued: ContiguousArray<Connection> = []
  var resumeTimer: Timer?
  /// The bytes of records that requests have caused and that are not sent yet.
  var caused: ContiguousArray<(account: UserAccount, bytes: Int)> = []
  /// What the records cost that the connection which is served now has caused, in microseconds.
  var recordCost: Int64 = 0
  private var names: [String: Connection] = [:]
  private var lastNumber = 0
  // How many more callers are looked at in this turn.
  private var callersLeft = Server.callersOfTurn
  private var restTimer: Timer?

  private static let callersOfTurn = 16

  init(
    loop: EventLoop, log: Log, limits: Limits = Limits(), serverLimits: ServerLimits = .init()
  ) {
    self.loop = loop
    self.log = log
    self.limits = limits
    self.serverLimits = serverLimits
    loop.afterPatient = { [unowned self] in
      callersLeft = Server.callersOfTurn
      serveQueue()
    }
  }

  /// Takes callers of this listener from now on.
  func listen(_ listener: UnixListener, at door: Door = .records) throws(SystemError) {
    let watch = try loop.watch(listener.raw, .readable, .patient) {
      [unowned self, unowned listener] _ in
      accept(from: listener, at: door)
    }
    listeners.append((listener, watch))
  }

  /// Takes no more callers; those who are connected stay.
  func stopListening() {
    for (_, watch) in listeners { watch.cancel() }
    listeners = []
    restTimer?.deadline = nil
  }

  private func accept(from listener: UnixListener, at door: Door) {
    // Bounded, so that a crowd of callers delays neither fingers nor those who are connected.
    while callersLeft > 0 {
      callersLeft -= 1
      let began = loop.clock.now()
      defer { loop.note("a caller", took: loop.clock.now() - began) }
      do throws(SystemError) {
        let arrival = try listener.accept { [unowned self] caller in
          refuse(caller, "no descriptor is left; close connections, or raise LimitNOFILE")
        }
        switch arrival {
        case .caller(let raw):
          try welcome(UnixStream(owning: raw), PeerCredentials(of: raw), at: door)
        case .sentAway(let error):
          figures.refused += 1
          log.limited(.warning, .service, "accept", "a connection was refused: \(error)")
        case nil: return
        }
      } catch {
        log.limited(.warning, .service, "accept", "new connections have to wait: \(error)")
        return rest()
      }
    }
  }

  /// Looks at no caller for a moment: they would be told of again at once, and nothing would help.
  private func rest() {
    for (_, watch) in listeners { try? watch.change([]) }
    if restTimer == nil {
      restTimer = loop.timer { [unowned self] in
        for (_, watch) in listeners { try? watch.change(.readable) }
      }
    }
    restTimer?.deadline = loop.clock.now() + 100_000
  }

  /// Connects a peer whose socket is here already; refuses it when there are too many.
  func welcome(
    _ stream: consuming UnixStream, _ peer: PeerCredentials, at door: Door = .records
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
      number: lastNumber, stream: stream, peer: peer, account: account, door: door, server: self,
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
    if connections.count >= room {
      return "\(connections.count) programs are connected, and the descriptors that are left are "
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

  /// Hands the records of a turn to everybody who wants them.
  func broadcast(_ encoder: RecordEncoder) {
    turn += 1
    lastSeq = encoder.seq
    viewIndex.match(encoder, turn: turn)
    let before = figures.bytes
    var looked = before
    let began = loop.clock.now()
    let end = end(ofSlice: sendSlice, from: began)
    // Whoever is late in one turn comes first in the next.
    let first = connections.isEmpty ? 0 : firstReader % connections.count
    for (count, connection) in (connections[first...] + connections[..<first]).enumerated() {
      if sendsAtOnce, count % 32 == 31 || figures.bytes - looked > 65_536 {
        looked = figures.bytes
        if loop.clock.now() > end {
          sendsAtOnce = false
          firstReader = first + count
        }
      }
      connection.take(encoder, turn: turn)
    }
    sendsAtOnce = true
    page = nil
    loop.note("records", took: loop.clock.now() - began)
    chargeCaused(
      encodedBytes: encoder.lines.count, sentBytes: figures.bytes - before + postponedBytes)
    postponedBytes = 0
  }

  /// The records of the present turn, for those who take them later.
  func page(of encoder: RecordEncoder) -> RecordPage {
    if let page { return page }
    let fresh = RecordPage(encoder)
    page = fresh
    return fresh
  }

  /// Lets those go that lag most, of the user for whom most waits, until what waits for all has
  /// room.
  func relieve() {
    while queuedBytes > serverLimits.queueBytes,
      let account = accounts.values.max(by: { $0.queuedBytes < $1.queuedBytes }),
      let last = connections.lazy.filter({ $0.account === account && $0.queuedBytes > 0 })
        .max(by: { $0.queuedBytes < $1.queuedBytes })
    {
      // Of one that is told to leave, a line that has been begun is left; if need be that goes, too.
      last.giveUp()
    }
  }

  /// A new subscription, which shares its filter with those that ask for the same.
  func subscription(
    id: Int, filter: Filter, audience: Audience = .all, of account: UserAccount? = nil
  ) -> PacedSubscription {
    account?.began(filter)
    guard SharedFilter.fits(filter) else {
      let paced = PacedSubscription(id: id, filter: filter, audience: audience)
      viewIndex.insert(paced.matches, for: filter)
      return paced
    }
    return PacedSubscription(id: id, sharing: sharedFilter(filter, audience))
  }

  private func sharedFilter(_ filter: Filter, _ audience: Audience) -> SharedFilter {
    let key = FilterKey(filter: filter, audience: audience)
    let shared = filters[key] ?? SharedFilter(filter: filter, audience: audience)
    if shared.users == 0 {
      filters[key] = shared
      viewIndex.insert(shared.matches, for: filter)
    }
    shared.users += 1
    return shared
  }

  private func release(_ shared: SharedFilter) {
    shared.users -= 1
    guard shared.users == 0 else { return }
    filters[FilterKey(filter: shared.filter, audience: shared.audience)] = nil
    viewIndex.remove(shared.matches, for: shared.filter)
  }

  /// Lets a subscription see from now on what these see.
  func show(_ paced: PacedSubscription, to audience: Audience) {
    guard paced.subscription.audience != audience else { return }
    switch paced.delivery {
    case .shared(let old):
      paced.show(to: audience) { sharedFilter(old.filter, audience) }
      release(old)
    case .own, .paced:
      paced.show(to: audience) { sharedFilter(paced.subscription.filter, audience) }
    }
  }

  /// Releases what a subscription that is over has used.
  func ended(_ paced: PacedSubscription, of account: UserAccount? = nil) {
    account?.ended(paced.filter)
    switch paced.delivery {
    case .shared(let filter): release(filter)
    case .own(let matches), .paced(_, let matches):
      viewIndex.remove(matches, for: paced.subscription.filter)
    }
  }

  // MARK: Names and the end of connections

  /// Follows the name of a connection.
  func renamed(_ connection: Connection, from old: String?) {
    if let old, names[old] === connection { names[old] = nil }
    if let name = connection.name { names[name] = connection }
  }

  /// The connection that has this name.
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
    let account = connection.account
    account.connections -= 1
    if account.connections == 0, account.delay(now: loop.clock.now()) == nil {
      accounts[account.user] = nil
    }
    figures.coalesced += connection.coalesced
    for subscription in connection.subscriptions { ended(subscription, of: account) }
    // Another program may have its name by now.
    if let name = connection.name, names[name] === connection { names[name] = nil }
  }

  /// Says goodbye to all, and ends their connections once they have taken what waits for them.
  func farewell(reason: String) {
    longAnswer?.giveUp()
    endLongAnswer()
    for connection in connections {
      connection.say { $0.bye(reason: reason) }
      connection.leave()
    }
  }
}
