// The connection to the broker: connecting, reconnecting, and messages in flight.
//
//          start                       accepted
//   idle ────────▶ connecting ─────────────────────▶ connected
//                   │      ▲                          │     │
//    refused, lost  │      │ pause is over       lost │     │ close
//    or too slow    ▼      │                          │     ▼
//                  waiting ◀──────────────────────────┘   closing ──▶ closed
//
// `close` leads from every other state to closed at once. Each attempt has a client of its own, so
// only this object stores what was sent and not acknowledged.

import Glibc
import Linux

/// Keeps one connection to the broker, and publishes as fast as the broker acknowledges.
final class BrokerConnection {
  enum State {
    case idle
    case connecting(MosquittoClient)
    case connected(MosquittoClient)
    case waiting
    case closing(MosquittoClient)
    case closed
  }

  /// The owner's closures for changes of the connection.
  struct Handlers {
    /// The broker accepted the connection.
    var connected: () -> Void = {}
    /// An accepted connection is lost.
    var lost: () -> Void = {}
    /// A message arrived.
    var message: (BrokerMessage) -> Void = { _ in }
    /// The next message to publish; nil for none.
    var next: () -> OutgoingMessage? = { nil }
    /// These messages were sent and not acknowledged; they come before all others.
    var putBack: ([OutgoingMessage]) -> Void = { _ in }
    /// The broker has acknowledged a message; with quality of service 0, it was sent.
    var delivered: (OutgoingMessage) -> Void = { _ in }
    /// A message cannot be delivered and is dropped.
    var failed: (OutgoingMessage) -> Void = { _ in }
    /// The connection is closed after `close`.
    var closed: () -> Void = {}
    /// The broker cannot be reached for another reason than before, or is reached.
    var reached: () -> Void = {}
  }

  /// The owner's closures.
  var handlers = Handlers()
  /// The number of accepted connections.
  var connections: Int { history.count }
  /// Why the broker cannot be reached; nil while it is connected.
  private(set) var problem: String? { didSet { if problem != oldValue { handlers.reached() } } }

  let settings: BrokerSettings
  private let clientID: String
  private let will: OutgoingMessage?
  let loop: EventLoop
  let log: Log
  var state = State.idle
  var watch: Watch?
  private var timer: Timer?
  private var tick: Timer?
  private var backoff: Backoff
  private var generator = SystemRandomNumberGenerator()
  private var history = ConnectionHistory()
  var inFlight: [(id: Int32, message: OutgoingMessage)] = []
  var window = BrokerConnection.usualWindow

  // The number of messages that brokers usually accept before they have acknowledged one.
  private static let usualWindow = 20
  private static let second: Int64 = 1_000_000
  private static let patience: Int64 = 15 * second
  private static let closingPatience: Int64 = 2 * second

  init(
    _ settings: BrokerSettings, clientID: String, will: OutgoingMessage?, loop: EventLoop, log: Log
  ) {
    self.settings = settings
    self.clientID = clientID
    self.will = will
    self.loop = loop
    self.log = log
    let longest = max(
      BrokerConnection.second, Int64(settings.longestPause * Double(BrokerConnection.second)))
    backoff = Backoff(range: BrokerConnection.second...longest)
    timer = loop.timer { [unowned self] in timeIsUp() }
    tick = loop.timer { [unowned self] in testConnection() }
  }

  /// What will end the connection, or has, in words.
  var problems: [String] {
    let own = settings.tls?.certificate.flatMap { path in
      Certificate(file: path)?.problem(of: "the certificate \(path) of this panel")
    }
    let brokers = client?.certificate?.problem(of: "the broker's certificate")
    return [
      own.map { "\($0); to fix it: copy a new one there" },
      brokers.map { "\($0); to fix it: renew it on the broker" },
    ].compactMap { $0 }
  }

  /// Whether the broker has accepted the connection.
  var isConnected: Bool {
    switch state {
    case .connected: true
    case .idle, .connecting, .waiting, .closing, .closed: false
    }
  }

  var client: MosquittoClient? {
    switch state {
    case .connecting(let client), .connected(let client), .closing(let client): client
    case .idle, .waiting, .closed: nil
    }
  }

  // MARK: Start and end

  /// Starts to connect.
  func start() {
    switch state {
    case .idle, .waiting: connect()
    case .connecting, .connected, .closing, .closed: break
    }
  }

  /// Ends the connection when everything is published and acknowledged, or after two seconds.
  func close() {
    switch state {
    case .connected(let client):
      state = .closing(client)
      timer?.deadline = loop.clock.now() + BrokerConnection.closingPatience
    case .idle, .connecting, .waiting:
      dropClient()
      finish()
    case .closing, .closed: break
    }
  }

  private func finish() {
    state = .closed
    timer?.deadline = nil
    handlers.closed()
  }

  func closeIfDone() {
    guard case .closing(let client) = state, inFlight.isEmpty, !client.wantsWrite else { return }
    client.disconnect()
    dropClient()
    finish()
  }

  private func connect() {
    do throws(BrokerError) {
      let client = try MosquittoClient(
        MosquittoClient.Login(
          settings: settings, clientID: clientID, password: try settings.password(), will: will))
      // A broker of this machine may answer meanwhile.
      state = .connecting(client)
      try client.connect()
      timer?.deadline = loop.clock.now() + BrokerConnection.patience
      tick?.deadline = loop.clock.now() + BrokerConnection.second
      try watchDescriptor(of: client)
    } catch {
      lose(error.description)
    }
  }

  private func watchDescriptor(of client: MosquittoClient) throws(BrokerError) {
    do throws(SystemError) {
      watch = try loop.watch(client.descriptor, client.interest) { [unowned self] in
        serve($0)
      }
    } catch {
      throw BrokerError(description: "\(error)")
    }
  }

  private func dropClient() {
    watch?.cancel()
    watch = nil
    tick?.deadline = nil
  }

  /// Ends an attempt or a connection, and waits before the next one.
  private func lose(_ reason: String) {
    let reason = client?.trouble ?? reason
    var isClosing = false
    var wasConnected = false
    switch state {
    case .connected: wasConnected = true
    case .closing: isClosing = true
    case .idle, .connecting, .waiting, .closed: break
    }
    dropClient()
    state = .waiting
    if isClosing {
      finish()
      return
    }
    let words = "no connection to \(settings.host):\(settings.effectivePort): \(reason)"
    problem = words
    if wasConnected { countShortConnections() }
    let pause = backoff.next(using: &generator)
    timer?.deadline = loop.clock.now() + pause
    log.limited(
      .warning, .service, "broker",
      "\(words); next attempt in \(pause / 100_000 / 10).\(pause / 100_000 % 10) s")
    returnMessages()
    if wasConnected { handlers.lost() }
  }

  private func countShortConnections() {
    history.end(at: loop.clock.now())
    if history.shortInRow == 0 { backoff.reset() }
    if history.isSuspicious {
      log.limited(
        .error, .service, "short connections",
        "\(history.shortInRow) connections were lost soon after the broker accepted them; if another "
          + "client connects as \"\(clientID)\", give this panel a name of its own (panel: NAME)")
    }
  }

  private func timeIsUp() {
    switch state {
    case .waiting: connect()
    case .connecting:
      lose("no answer within \(BrokerConnection.patience / BrokerConnection.second) s")
    case .closing(let client):
      log.write(
        .warning, .service, "\(inFlight.count) messages were not acknowledged before the end")
      client.disconnect()
      dropClient()
      finish()
    case .idle, .connected, .closed: break
    }
  }

  private func testConnection() {
    guard let client else { return }
    tick?.deadline = loop.clock.now() + BrokerConnection.second
    attempt(client) { (client) throws(BrokerError) in try client.keepAlive() }
  }

  // MARK: Input and output

  private func serve(_ readiness: Readiness) {
    guard let client else { return }
    attempt(client) { (client) throws(BrokerError) in try client.checkSocket() }
    guard client === self.client else { return }
    // The last words of a broker that ends the connection say why; to write then is an error.
    if !readiness.isDisjoint(with: [.readable, .hangup, .error]) {
      attempt(client) { (client) throws(BrokerError) in try client.read() }
    }
    guard client === self.client else { return }
    if readiness.contains(.writable) {
      attempt(client) { (client) throws(BrokerError) in try client.write() }
    }
  }

  /// Calls the library, handles its events, and ends the connection if the call failed.
  func attempt(
    _ client: MosquittoClient, _ call: (MosquittoClient) throws(BrokerError) -> Void
  ) {
    var failure: String?
    do throws(BrokerError) {
      try call(client)
    } catch {
      failure = error.description
      // The descriptor may be closed already, and its number used again.
      watch?.cancel()
      watch = nil
    }
    for event in client.drainEvents() {
      guard client === self.client else { return }
      handle(event)
    }
    if let failure, client === self.client { lose(failure) }
  }

  private func handle(_ event: BrokerEvent) {
    switch event {
    case .answered(let reason, let maximum): answered(reason, maximum)
    case .disconnected(let reason): lose(MosquittoClient.words(forDisconnect: reason))
    case .published(let id, let reason): published(id, reason)
    case .subscribed(_, let codes):
      for code in codes where code >= 128 {
        log.write(
          .error, .service,
          "the broker refuses a subscription: \(MosquittoClient.words(forReason: code)); "
            + "check the broker's access list")
      }
    case .message(let message): handlers.message(message)
    }
  }

  private func answered(_ reason: Int32, _ receiveMaximum: Int?) {
    guard case .connecting(let client) = state else { return }
    guard reason == 0 else {
      lose("the broker refuses the connection: \(client.words(forAnswer: reason))")
      return
    }
    state = .connected(client)
    timer?.deadline = nil
    problem = nil
    history.begin(at: loop.clock.now())
    window = min(receiveMaximum ?? BrokerConnection.usualWindow, BrokerConnection.usualWindow)
    log.write(.info, .service, "connected to \(settings.host):\(settings.effectivePort)")
    handlers.connected()
  }
}
