// All panels of a prefix at one broker, on a socket of this machine: their status, and every
// change.
//
//   page ──▶ responder-web ──▶ socket ──▶ Fleet ──▶ broker ◀── responder-mqtt of each panel

package import LinuxKit
import Wire

/// Opens a socket with the status of all panels at the broker, and passes requests to them.
package final class Fleet {
  /// One panel, from its retained topics.
  struct Panel {
    let name: String
    var status: String?
    var health: JSON?

    /// An object with a member for each topic.
    var json: JSON {
      var members: [JSON.Member] = [.init("panel", .string(name))]
      if let status { members.append(.init("status", .string(status))) }
      if let health { members.append(.init("health", health)) }
      return .object(members)
    }
  }

  /// The panels by name.
  private(set) var panels: [String: Panel] = [:]
  /// Why the broker cannot be reached; nil while it is connected.
  private(set) var problem: String?
  /// Whether the retained topics have arrived, or were waited for long enough.
  private(set) var isReady = false
  /// Whether programs may send requests to panels.
  let passesRequests: Bool

  private let prefix: String
  private let loop: EventLoop
  private let log: Log
  private let broker: BrokerConnection
  private let panelRequests: PanelRequests
  private var callers: Callers<FleetCaller>?
  private var quiet: Timer?
  private let isOnce: Bool
  private let ended: (String?) -> Void

  // Retained messages come one after the other, the first one soon after the subscription.
  private static let quietTime: Int64 = 500_000
  private static let firstMessage: Int64 = 2_000_000
  private static let longestStart: Int64 = 10_000_000
  private static let longestLoneliness: Int64 = 30_000_000
  private static let mostPanels = 10_000
  private static let mostBytes = 65_536
  // A configuration must fit into one line.
  static let lineBytes = 1 << 20

  /// A fleet; with `isOnce` it ends when the last program has disconnected. `ended` is called at
  /// the end, with a reason if there was an error.
  package init(
    _ settings: BridgeSettings, path: String, isOnce: Bool, passesRequests: Bool, loop: EventLoop,
    log: Log, ended: @escaping (String?) -> Void
  ) {
    prefix = settings.prefix
    self.loop = loop
    self.log = log
    self.isOnce = isOnce
    self.passesRequests = passesRequests
    self.ended = ended
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    panelRequests = PanelRequests(mark: mark, loop: loop)
    broker = BrokerConnection(
      settings.broker, clientID: "responder-fleet-\(mark)", will: nil, loop: loop, log: log)
    quiet = loop.timer { [unowned self] in becomeReady() }
    callers = Callers(
      path: path, lineBytes: Fleet.lineBytes, loop: loop, log: log,
      answer: { [unowned self] in FleetCaller($0, fleet: self) },
      empty: { [unowned self] in if self.isOnce { self.ended(nil) } })
    broker.handlers.connected = { [unowned self] in connected() }
    broker.handlers.message = { [unowned self] in handle($0) }
    broker.handlers.next = { [unowned self] in panelRequests.next() }
    broker.handlers.lost = { [unowned self] in lost() }
  }

  /// Starts to listen and to connect.
  package func start() {
    do throws(SystemError) {
      try callers?.listen(loneliness: isOnce ? Fleet.longestLoneliness : nil)
    } catch {
      return ended(error.description)
    }
    quiet?.deadline = loop.clock.now() + Fleet.longestStart
    broker.start()
  }

  /// Removes the socket.
  package func stop() { callers?.close() }

  /// Publishes waiting messages and changes; called before each wait of the loop.
  package func beforeWait() {
    broker.flush()
    for caller in callers?.all ?? [] { caller.sendChanges() }
  }

  // MARK: The broker

  private func connected() {
    problem = nil
    var leaves = ["status", "health"]
    if passesRequests { leaves.append("response") }
    for leaf in leaves { broker.subscribe(to: "\(prefix)/+/\(leaf)", retained: leaf != "response") }
    if !isReady { quiet?.deadline = loop.clock.now() + Fleet.firstMessage }
    for caller in callers?.all ?? [] { caller.sendBroker() }
  }

  private func lost() {
    problem = broker.problem ?? "the connection to the broker is lost"
    for caller in callers?.all ?? [] { caller.sendBroker() }
  }

  private func becomeReady() {
    guard !isReady else { return }
    isReady = true
    if !broker.isConnected { problem = broker.problem ?? "the broker does not answer" }
    for caller in callers?.all ?? [] { caller.answerPanels() }
  }

  private func handle(_ message: BrokerMessage) {
    guard message.topic.hasPrefix("\(prefix)/"), message.payload.count <= Fleet.mostBytes else {
      return
    }
    let levels = message.topic.dropFirst(prefix.count + 1).split(
      separator: "/", omittingEmptySubsequences: false)
    guard levels.count == 2, !levels[0].isEmpty else { return }
    let name = Topics.name(ofLevel: levels[0])
    switch levels[1] {
    case "status":
      let word = String(decoding: message.payload, as: UTF8.self)
      change(name) { $0.status = ["online", "offline"].contains(word) ? word : nil }
    case "health":
      let health = try? JSON(parsing: Array(message.payload))
      change(name) { $0.health = health?.members == nil ? nil : health }
    case "response":
      if let answer = try? JSON(parsing: Array(message.payload)) { panelRequests.handle(answer) }
    default: return
    }
    // Other messages of panels would reset the timer again and again.
    if !isReady, message.isRetained { quiet?.deadline = loop.clock.now() + Fleet.quietTime }
  }

  private func change(_ name: String, _ body: (inout Panel) -> Void) {
    guard panels[name] != nil || panels.count < Fleet.mostPanels else {
      log.limited(
        .warning, .service, "panels",
        "more than \(Fleet.mostPanels) panels; the others are left out")
      return
    }
    var panel = panels[name] ?? Panel(name: name)
    body(&panel)
    panels[name] = panel.status == nil && panel.health == nil ? nil : panel
    for caller in callers?.all ?? [] { caller.markChanged(of: name) }
  }

  // MARK: Requests

  /// Passes a request to a panel.
  func ask(_ panel: String, _ name: String, _ value: JSON, answer: @escaping (JSON) -> Void) {
    panelRequests.ask(
      panel, at: Topics(prefix: prefix, panel: Topics.level(panel)), name, value, answer: answer)
  }
}
