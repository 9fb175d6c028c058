// The gateway: pages over HTTP, and for each WebSocket a connection to the daemon.

import Glibc
import Linux
import Protocol
import WebPages

/// Serves browsers until it is stopped.
final class Gateway {
  enum Session {
    case http(Answer?)
    /// A page whose WebSocket is about to open.
    case opening(Origin)
    case page(PageBridge)
    case daemon(PageBridge)
    case listener(Int32)
    case signals(SignalDescriptor)
  }

  // The time for a clean end of a connection.
  private static let closingSeconds: Int32 = 2
  // A page that sends no request is not a page of this project.
  static let firstRequest: Int64 = 10_000_000

  let options: Options
  let policy: AccessPolicy
  let ownPages: OwnPages?
  let log: Log
  /// The address of the listening socket.
  let address: InternetAddress
  let serviceManager: ServiceManager
  var context: WebSocketContext?
  var sessions: [WebConnection: Session] = [:]
  var browsers = 0
  private var isStopping = false
  private var isOver = false

  /// A gateway that listens at once; `environment` may name a socket that systemd passes.
  init(
    _ options: Options, _ environment: Environment, _ log: Log
  ) throws(StartError) {
    self.options = options
    self.log = log
    serviceManager = ServiceManager(environment, log: log)
    let token: String? =
      if let file = options.tokenFile { try Token.read(file) } else { nil }
    ownPages = if let folder = options.pages { try OwnPages(folder) } else { nil }
    let passed = ServiceManager.passedSockets(environment).first?.descriptor
    let listener = try StartError.system { () throws(SystemError) -> TCPListener in
      guard let passed else { return try TCPListener(options.listen) }
      return try TCPListener(adopting: passed)
    }
    address = listener.address
    try Gateway.requireProtection(address, options, hasToken: token != nil)
    policy = AccessPolicy(options, listening: address, token: token)
    // A page has two descriptors; the rest are for the library.
    let descriptors = options.connections * 2 + 32
    guard descriptors <= descriptorLimit() else {
      throw StartError(
        "--connections \(options.connections): expected at most \((descriptorLimit() - 32) / 2), as "
          + "this process may open \(descriptorLimit()) files; raise LimitNOFILE= or ulimit -n",
        .config)
    }
    let context = try WebSocketContext(
      transport: options.transport, descriptors: descriptors, delegate: self)
    self.context = context
    let number = listener.release()
    guard let connection = context.adoptDescriptor(number) else {
      throw StartError("libwebsockets does not watch the listening socket", .service)
    }
    sessions[connection] = .listener(number)
  }

  // Pages have the daemon's rights, so a network address needs a token and TLS.
  private static func requireProtection(
    _ address: InternetAddress, _ options: Options, hasToken: Bool
  ) throws(StartError) {
    guard !address.isLoopback else { return }
    guard hasToken else {
      throw StartError(
        "--listen \(address): other machines can reach this address, so --token-file FILE is needed; "
          + "or listen on 127.0.0.1", .config)
    }
    switch options.transport {
    case .encrypted, .plain(behindProxy: true): break
    case .plain(behindProxy: false):
      throw StartError(
        "--listen \(address): other machines can reach this address, so --certificate and --key are "
          + "needed, or --behind-proxy where a proxy speaks TLS", .config)
    }
    if address.isUnspecified, options.hosts.isEmpty {
      throw StartError(
        "--listen \(address): expected --host NAME too, the name that browsers use", .config)
    }
  }

  /// The address for people to open.
  var url: String {
    let scheme: String =
      switch options.transport {
      case .plain: "http"
      case .encrypted: "https"
      }
    return "\(scheme)://\(address)\(ownPages == nil ? "/" : OwnPages.path)"
  }

  /// Ends the gateway on these signals; must be called before `run`.
  func handleSignals(_ numbers: [Int32]) throws(StartError) {
    try StartError.system { () throws(SystemError) in
      let signals = try SignalDescriptor(numbers)
      // The context closes its own copy.
      let copy = try systemCall("dup") { dup(signals.raw) }
      guard let connection = context?.adoptDescriptor(copy) else {
        throw SystemError(call: "adopt", subject: "signals", number: ENOMEM)
      }
      sessions[connection] = .signals(signals)
      armWatchdog(on: connection)
    }
  }

  /// Serves until a signal ends it.
  func run() throws(StartError) {
    serviceManager.ready(status: "serving \(url)")
    while !isOver {
      guard context?.service() == true else {
        throw StartError("the poll loop of libwebsockets failed", .service)
      }
    }
    context = nil
  }

  func armWatchdog(on connection: WebConnection) {
    guard let interval = serviceManager.watchdogInterval, !isStopping else { return }
    connection.setTimer(after: interval / 2)
  }

  /// Sends the end to every page, then ends; the timer of `connection` limits the time.
  func stop(_ connection: WebConnection) {
    guard !isStopping else {
      isOver = true
      return
    }
    isStopping = true
    serviceManager.stopping()
    connection.setTimer(after: Int64(Gateway.closingSeconds) * 1_000_000)
    for (connection, session) in sessions {
      switch session {
      case .http, .opening, .listener: connection.closeSoon()
      case .page(let bridge): bridge.end(.stopping)
      case .daemon, .signals: break
      }
    }
    endWhenEmpty()
  }

  func endWhenEmpty() {
    if isStopping, browsers == 0 { isOver = true }
  }

  /// Whether the gateway was stopped and only waits for its pages.
  var isEnding: Bool { isStopping }
}
