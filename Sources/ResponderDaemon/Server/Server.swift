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
  /// A peer is gone; nothing can be said to it any more.
  func server(_ server: Server, didClose connection: Connection)
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

  /// A buffer for one answer at a time.
  let writer = LineWriter()
  /// A buffer for the lines of one turn that one peer wants.
  let gathered = LineWriter()
  /// The places of the records of one turn that one peer wants.
  var wanted: ContiguousArray<Int> = []

  private struct WishKey: Hashable {
    var filter: Filter
    var audience: Audience
  }

  private var wishes: [WishKey: SharedWish] = [:]
  private var turn = 0
  private var listeners: [(UnixListener, Watch)] = []
  private var perUser: [UInt32: Int] = [:]
  private var gone: ContiguousArray<Connection> = []
  private var lastNumber = 0
  private var restTimer: Timer?

  init(
    loop: EventLoop, log: Log, limits: Limits = Limits(), serverLimits: ServerLimits = .init()
  ) {
    self.loop = loop
    self.log = log
    self.limits = limits
    self.serverLimits = serverLimits
  }

  /// Takes callers of this listener from now on.
  func listen(_ listener: UnixListener, at door: Door = .records) throws(SystemError) {
    let watch = try loop.watch(listener.raw, .readable) { [unowned self, unowned listener] _ in
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
    // Bounded, so that a crowd of callers does not hold the fingers up.
    for _ in 0..<32 {
      do throws(SystemError) {
        let arrival = try listener.accept { [unowned self] caller in
          refuse(caller, "no descriptor is left; close connections, or raise LimitNOFILE")
        }
        switch arrival {
        case .caller(let raw):
          try welcome(UnixStream(owning: raw), PeerCredentials(of: raw), at: door)
        case .sentAway(let error):
          figures.refused += 1
          log.limited(.warning, .service, "accept", "a caller was sent away: \(error)")
        case nil: return
        }
      } catch {
        log.limited(.warning, .service, "accept", "callers have to wait: \(error)")
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
    let ofUser = perUser[peer.uid, default: 0]
    if let reason = refusal(of: peer, ofUser) {
      refuse(stream, reason)
      log.limited(
        .warning, .client, "connections",
        "pid \(peer.pid) of user \(peer.uid) was turned away: \(reason)")
      figures.refused += 1
      return
    }
    lastNumber += 1
    let connection = Connection(
      number: lastNumber, stream: stream, peer: peer, door: door, server: self,
      position: connections.count)
    try connection.open()
    connections.append(connection)
    perUser[peer.uid] = ofUser + 1
    figures.accepted += 1
    delegate?.server(self, didAccept: connection)
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
      return "user \(peer.uid) is \(ofUser) times connected, which is the limit; close some"
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
    for connection in connections { connection.take(encoder, turn: turn) }
  }

  /// Lets those go that lag most until what waits for all has room.
  func relieve() {
    while queuedBytes > serverLimits.queueBytes,
      let last = connections.max(by: { $0.queuedBytes < $1.queuedBytes }), last.queuedBytes > 0
    {
      let before = queuedBytes
      last.giveUp()
      // What is left is lines that have been begun, which nobody can take back.
      guard queuedBytes < before else { return }
    }
  }

  /// A new subscription, which shares its filter with those that ask for the same.
  func subscription(
    id: Int, filter: Filter, audience: Audience = .all
  ) -> PacedSubscription {
    PacedSubscription(
      id: id, filter: filter, audience: audience, wish: wish(for: filter, audience))
  }

  private func wish(for filter: Filter, _ audience: Audience) -> SharedWish? {
    guard SharedWish.fits(filter) else { return nil }
    let key = WishKey(filter: filter, audience: audience)
    let wish = wishes[key] ?? SharedWish(filter: filter, audience: audience)
    wishes[key] = wish
    wish.users += 1
    return wish
  }

  /// Lets a subscription see from now on what these see.
  func show(_ paced: PacedSubscription, to audience: Audience) {
    guard paced.subscription.audience != audience else { return }
    ended(paced)
    paced.subscription.audience = audience
    paced.wish = wish(for: paced.subscription.filter, audience)
  }

  /// Notes that a subscription is over.
  func ended(_ subscription: PacedSubscription) {
    guard let wish = subscription.wish else { return }
    wish.users -= 1
    guard wish.users == 0 else { return }
    wishes[WishKey(filter: wish.filter, audience: wish.audience)] = nil
  }

  /// Notes that a connection ended; `reap` does the rest, when nobody walks the list.
  func lost(_ connection: Connection) { gone.append(connection) }

  /// Lets go of those who are gone; says whether there were any. Their owner may have edited the
  /// tree for it, so there may be more to say.
  func reap() -> Bool {
    guard !gone.isEmpty else { return false }
    let leaving = gone
    gone.removeAll(keepingCapacity: true)
    for connection in leaving {
      let last = connections.removeLast()
      if last !== connection {
        connections[connection.position] = last
        last.position = connection.position
      }
      let left = perUser[connection.peer.uid, default: 1] - 1
      perUser[connection.peer.uid] = left == 0 ? nil : left
      figures.coalesced += connection.coalesced
      for subscription in connection.subscriptions { ended(subscription) }
      delegate?.server(self, didClose: connection)
    }
    return true
  }

  /// Says goodbye to all, and ends their connections once they have taken what waits for them.
  func farewell(reason: String) {
    for connection in connections {
      connection.say { $0.bye(reason: reason) }
      connection.leave()
    }
  }
}
